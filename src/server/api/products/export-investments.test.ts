import { expect, test } from "vitest";
import { z } from "zod";
import type { Holding, InvestmentTransaction } from "../../../protocol/investments.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { readStatements } from "../../formats/index.ts";

const PERIOD = { start_date: "2025-03-01", end_date: "2026-01-15" };
const YUPPIE = { override_username: "user_yuppie" };

const Holdings = z.object({ holdings: z.array(z.custom<Holding>()) });
const Trades = z.object({ investment_transactions: z.array(z.custom<InvestmentTransaction>()) });

const setUp = async (products = ["transactions", "investments"]) => {
  const app = await testApp();
  const { access_token } = await app.link("ins_109508", products, YUPPIE);
  await app.runJobs();
  const file = (format: string) =>
    app.post("/transactions/export", { ...app.credentials, access_token, ...PERIOD, format });
  return { app, access_token, file };
};

test("an OFX file has the positions and the trades of the API, worth the balances", async () => {
  const { app, access_token, file } = await setUp();
  const { statements, leftOut } = readStatements((await file("ofx")).bytes);
  expect(leftOut.count).toBe(0);
  const invested = statements.filter(({ account }) => account.type === "investment");
  const { holdings } = Holdings.parse(
    await app.call("/investments/holdings/get", { access_token }),
  );
  const accounts = [...new Set(holdings.map(({ account_id }) => account_id))];
  expect(invested).toHaveLength(accounts.length);
  for (const [at, account_id] of accounts.entries()) {
    const { investments, balances } = invested[at] ?? {};
    const own = holdings.filter((one) => one.account_id === account_id);
    const options = { account_ids: [account_id], count: 500 };
    const answer = await app.call("/investments/transactions/get", {
      ...{ access_token, ...PERIOD, options },
    });
    const rows = Trades.parse(answer).investment_transactions;
    expect(investments?.transactions.map(({ id }) => id).toSorted()).toEqual(
      rows.map((row) => row.investment_transaction_id).toSorted(),
    );
    const toKey = ({ date, quantity, amount, type }: (typeof rows)[number]) =>
      // A payment's row in OFX has no units.
      `${date} ${type === "buy" || type === "sell" || type === "transfer" ? quantity : 0} ${amount}`;
    expect(
      investments?.transactions
        .map(({ date, quantity, amount }) => `${date} ${quantity} ${amount}`)
        .toSorted(),
    ).toEqual(rows.map(toKey).toSorted());
    const value = own.reduce((sum, { institution_value }) => sum + institution_value, 0);
    expect(Number(balances?.find(({ kind }) => kind === "closing")?.amount)).toBeCloseTo(value, 2);
  }
});

test("a file of an Item without investments has the account's rows alone", async () => {
  const { file } = await setUp(["transactions"]);
  const { bytes } = await file("ofx");
  expect(String(bytes)).not.toContain("INVSTMT");
});
