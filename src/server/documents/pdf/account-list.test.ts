import { expect, test } from "vitest";
import type { ReportedItem } from "../../domain/asset-reports/asset-report.ts";
import { listTotals } from "./account-list.ts";
import { sampleReport } from "./sample-report.fixture.ts";

const USD = { iso_currency_code: "USD", unofficial_currency_code: null };

const [SAMPLE] = (await sampleReport({ accountsOfItems: [1], days: 0 })).items;

/** Returns Items with an account for each kind and amount. */
const itemsWith = (...accounts: [ReportedItem["accounts"][number]["type"], number | null][]) =>
  accounts.map(([type, current]) => {
    const [account] = SAMPLE?.accounts ?? [];
    if (!SAMPLE || !account) throw new Error("the sample has an account");
    const balances = { ...account.balances, current };
    return { ...SAMPLE, accounts: [{ ...account, type, balances }] };
  });

test("totals add up assets and debts separately, to the cent", () => {
  const items = itemsWith(
    ["depository", 0.1],
    ["investment", 0.2],
    ["credit", 5.05],
    ["loan", 1000],
  );
  expect(listTotals(items)).toEqual([{ currency: USD, assets: 0.3, debts: 1005.05, accounts: 4 }]);
});

test("each currency has a total of its own", async () => {
  const { items } = await sampleReport({ accountsOfItems: [3, 1], days: 0 });
  expect(
    listTotals(items).map(({ currency, assets, accounts }) => [
      currency.iso_currency_code,
      assets,
      accounts,
    ]),
  ).toEqual([
    ["USD", 2001, 2],
    ["EUR", 1000.5, 1],
    ["GBP", 1000.5, 1],
  ]);
});

test("an account of type other is in no total", () => {
  const items = itemsWith(["other", 70], ["loan", 30]);
  expect(listTotals(items)).toEqual([{ currency: USD, assets: 0, debts: 30, accounts: 1 }]);
});

test("an account without a balance is in no total", () => {
  const items = itemsWith(["depository", null], ["depository", -20]);
  expect(listTotals(items)).toEqual([{ currency: USD, assets: -20, debts: 0, accounts: 1 }]);
  expect(listTotals(itemsWith(["depository", null]))).toEqual([]);
});
