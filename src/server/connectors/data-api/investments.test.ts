import { expect, test } from "vitest";
import { z } from "zod";
import { findCustomer } from "../../../../demo/bank/people/customers.mjs";
import { positionsOf } from "../../../../demo/bank/people/portfolio.mjs";
import { Holding, InvestmentTransaction, Security } from "../../../protocol/investments.ts";
import { bankApp } from "./bank-app.fixture.ts";
import type { Data } from "./data.ts";
import { uk } from "./dialects/uk/dialect.ts";
import { readInvestments } from "./investments.ts";

const PRODUCTS = ["auth", "balance", "transactions", "investments"] as const;
const Holdings = z.object({ securities: z.array(Security), holdings: z.array(Holding) });

test("holdings and trades of an FDX bank are those of its books, and their cash is in no second list", async () => {
  const bank = await bankApp({ products: [...PRODUCTS] });
  const { app } = bank;
  const { access_token } = await bank.linkItem(
    { products: ["transactions", "investments"] },
    { login: "fern" },
  );
  const { securities, holdings } = Holdings.parse({
    ...(await app.call("/investments/holdings/get", { access_token })),
  });
  const fern = findCustomer("cust-fern");
  const account = fern?.accounts.find(({ category }) => category === "INVESTMENT_ACCOUNT");
  if (!fern || !account) throw new Error("Fern invests");
  const positions = positionsOf(fern, account, app.services.clock());
  const bySymbol = new Map(securities.map((security) => [security.ticker_symbol, security]));
  for (const { symbol, isin, units, cost, price, value } of positions) {
    const security = bySymbol.get(symbol);
    expect(security).toMatchObject({ isin, close_price: price / 100 });
    expect(holdings.find(({ security_id }) => security_id === security?.security_id)).toMatchObject(
      {
        ...{
          quantity: units / 1000,
          institution_price: price / 100,
          institution_value: value / 100,
        },
        cost_basis: cost / 100,
      },
    );
  }
  expect(holdings).toHaveLength(positions.length + 1);
  const page = await app.call("/investments/transactions/get", {
    ...{ access_token, start_date: "2024-01-01", end_date: "2026-12-31" },
    options: { count: 500 },
  });
  const done = z.array(InvestmentTransaction).parse(page.investment_transactions);
  expect(new Set(done.map(({ subtype }) => subtype))).toEqual(
    new Set(["buy", "contribution", "dividend", "sell"]),
  );
  await app.runJobs();
  const { accounts } = z
    .object({ accounts: z.array(z.object({ account_id: z.string(), type: z.string() })) })
    .parse(await app.call("/accounts/get", { access_token }));
  const invested = accounts.find(({ type }) => type === "investment")?.account_id;
  const listed = await app.call("/transactions/get", {
    ...{ access_token, start_date: "2024-01-01", end_date: "2026-12-31" },
  });
  const rows = z.array(z.object({ account_id: z.string() })).parse(listed.transactions);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ account_id }) => account_id)).not.toContain(invested);
});

test("a person without an investment account, and a dialect without investments, are refused", async () => {
  const bank = await bankApp({ products: [...PRODUCTS] });
  const { access_token } = await bank.linkItem(
    { products: ["transactions"], optional_products: ["investments"] },
    { login: "cleo" },
  );
  const answer = await bank.app.post("/investments/holdings/get", {
    ...bank.app.credentials,
    access_token,
  });
  expect(answer.body.error_code).toBe("NO_INVESTMENT_ACCOUNTS");
  await expect(
    uk.withReads((reads) => readInvestments(reads, {} as Data, { from: "", to: "" })),
  ).rejects.toMatchObject({ code: "PRODUCTS_NOT_SUPPORTED" });
});
