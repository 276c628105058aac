import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../testing/property-samples.ts";
import { checkStatement } from "./balance-check.ts";
import { sumText, toSum } from "./decimal-sum.ts";
import { anyStatement, statement, transaction } from "./statement.fixture.ts";

const between = (opening: string, closing: string, amounts: readonly string[]) => {
  const balance = (kind: "opening" | "closing", amount: string) => ({ kind, amount, date: null });
  return statement({
    balances: [balance("opening", opening), balance("closing", closing)],
    transactions: amounts.map((amount) => transaction({ amount })),
  });
};

test("an opening and a closing balance confirm rows that add up to their difference", () => {
  expect(checkStatement(between("100", "110.05", ["-0.2", "10.25"])).at).toBe("confirmed");
  expect(checkStatement(between("-5", "-5", [])).at).toBe("confirmed");
});

test("rows that do not add up are reported with both sums", () => {
  expect(checkStatement(between("0", "-310.5", ["-300", "-10"]))).toEqual({
    at: "contradicted",
    rows: "-310",
    balances: "-310.5",
  });
});

test("a pending row is in no balance, and a row in another currency makes them silent", () => {
  const { transactions, ...rest } = between("0", "1", ["1"]);
  const pending = transaction({ amount: "7", pending: true });
  expect(checkStatement({ ...rest, transactions: [...transactions, pending] }).at).toBe(
    "confirmed",
  );
  const foreign = transaction({ amount: "7", currency: "JPY" });
  expect(checkStatement({ ...rest, transactions: [foreign] }).at).toBe("silent");
  expect(checkStatement({ ...rest, balances: [], transactions }).at).toBe("silent");
});

test("sums are exact", () => {
  const rows = anyStatement.map(({ transactions }) => transactions);
  fc.assert(
    fc.property(rows, (transactions) => {
      for (const { amount } of transactions) expect(sumText(toSum(amount))).toBe(amount);
    }),
    { numRuns: samples(300) },
  );
  expect(sumText(toSum("0.1") + toSum("0.2"))).toBe("0.3");
});
