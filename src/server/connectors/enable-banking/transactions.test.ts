import fc from "fast-check";
import { expect, test } from "vitest";
import { countTurns } from "../../../testing/count-turns.ts";
import { samples } from "../../../testing/property-samples.ts";
import { toDate } from "../../domain/calendar.ts";
import type { KnownAccount } from "./session-state.ts";
import { toBankTransactions } from "./transactions.ts";
import { Row } from "./values.ts";

const ACCOUNT: KnownAccount = {
  ...{ key: "account", uid: "uid", hash: null, hashes: [], iban: null, currency: "EUR" },
  ...{ isCard: false, limit: null, days: null, owed: null, pending: "unknown", undated: {} },
};
const TODAY = toDate(20_500);

const row = (entry: object): Row =>
  Row.parse({
    transaction_amount: { currency: "EUR", amount: "4.50" },
    ...{ credit_debit_indicator: "DBIT", status: "BOOK", booking_date: "2026-01-14" },
    remittance_information: ["Moonbean Coffee"],
    ...entry,
  });

/**
 * Whether two equal rows are one payment: by the balance after each; without balances by id;
 * without ids by a reference that only one payment has.
 */
const areOne = (one: Row, other: Row, all: readonly Row[]): boolean => {
  const [after, otherAfter] = [one, other].map((each) => each.balance_after_transaction?.amount);
  if (after != null && otherAfter != null) return after === otherAfter;
  if (one.transaction_id !== null || other.transaction_id !== null)
    return one.transaction_id === other.transaction_id;
  const ofReference = all.filter((each) => each.entry_reference === one.entry_reference);
  const payments = new Set(ofReference.map((each) => String(each.remittance_information)));
  return (
    one.entry_reference !== null &&
    one.entry_reference === other.entry_reference &&
    payments.size === 1
  );
};

const few = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: null });

test("any rows are as many payments as a comparison of each with each other finds", async () => {
  const entry = fc.record({
    ...{ transaction_id: few("t-1", "t-2"), entry_reference: few("t-1", "e-2") },
    remittance_information: fc.constantFrom(["Moonbean Coffee"], ["Corner Shop"]),
    balance_after_transaction: fc.option(
      fc.record({ currency: fc.constant("EUR"), amount: fc.constantFrom("1.00", "2.00") }),
      { nil: null },
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 12 }), async (entries) => {
      const rows = entries.map(row);
      const kept: Row[] = [];
      for (const each of rows) {
        const isSame = (other: Row) =>
          String(other.remittance_information) === String(each.remittance_information);
        if (!kept.some((other) => isSame(other) && areOne(other, each, rows))) kept.push(each);
      }
      const { transactions: found } = await toBankTransactions(rows, ACCOUNT, TODAY);
      expect(found.map((each) => each.original_description)).toEqual(
        kept.map((each) => each.remittance_information.join()),
      );
    }),
    { numRuns: samples(2000) },
  );
});

test("thousands of equal rows are as many payments, and are read in turns of the event loop", async () => {
  const rows = Array.from({ length: 20_000 }, () => row({}));
  const turns = await countTurns(async () => {
    const { transactions: found } = await toBankTransactions(rows, ACCOUNT, TODAY);
    expect(new Set(found.map(({ key }) => key)).size).toBe(20_000);
  });
  expect(turns).toBeGreaterThanOrEqual(20);
});
