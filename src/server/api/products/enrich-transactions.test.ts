import { expect, test } from "vitest";
import type { Transaction } from "../../../protocol/transaction.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const COFFEE = {
  id: "1",
  description: "SQ *BLUE BOTTLE COFFEE OAKLAND CA",
  amount: 4.5,
  direction: "OUTFLOW",
  iso_currency_code: "USD",
};

type Answer = { enriched_transactions: { id: string; enrichments: Record<string, unknown> }[] };

test("transactions from elsewhere come back in their order, with category and counterparties", async () => {
  const { call } = await testApp();
  const interest = { ...COFFEE, id: "2", description: "INTEREST", direction: "INFLOW", amount: 0 };
  const { enriched_transactions } = (await call("/transactions/enrich", {
    account_type: "depository",
    transactions: [COFFEE, interest],
  })) as Answer;
  expect(enriched_transactions.map(({ id }) => id)).toEqual(["1", "2"]);
  expect(enriched_transactions[0]?.enrichments).toMatchObject({
    merchant_name: "Blue Bottle Coffee",
    website: "bluebottlecoffee.com",
    legacy_category: ["Food and Drink", "Eating Out", "Coffee Shop"],
    personal_finance_category: { primary: "FOOD_AND_DRINK", detailed: "FOOD_AND_DRINK_COFFEE" },
    counterparties: [
      { name: "Blue Bottle Coffee", type: "merchant" },
      { name: "Square", type: "payment_terminal" },
    ],
  });
  expect(enriched_transactions[1]?.enrichments.personal_finance_category).toMatchObject({
    detailed: "INCOME_INTEREST_EARNED",
  });
});

test("more than 100 transactions, or a negative amount, are refused", async () => {
  const { call } = await testApp();
  for (const transactions of [Array(101).fill(COFFEE), [{ ...COFFEE, amount: -1 }]])
    await expect(
      call("/transactions/enrich", { account_type: "depository", transactions }),
    ).rejects.toThrow("INVALID_FIELD");
});

test("the transactions of an Item are enriched, and a second pull modifies none of them", async () => {
  const { call, link, runJobs } = await testApp();
  const { access_token } = await link("ins_109508", ["transactions"]);
  await runJobs();
  const { added, next_cursor } = (await call("/transactions/sync", {
    access_token,
    count: 500,
  })) as { added: Transaction[]; next_cursor: string };
  const known = added.filter(
    ({ personal_finance_category: category }) => category?.confidence_level !== "UNKNOWN",
  );
  expect(known.length).toBeGreaterThan(added.length * 0.9);
  await call("/transactions/refresh", { access_token });
  await runJobs();
  const { modified } = (await call("/transactions/sync", {
    access_token,
    cursor: next_cursor,
  })) as { modified: Transaction[] };
  expect(modified).toEqual([]);
});
