import fc from "fast-check";
import { expect, test } from "vitest";
import { NO_ENRICHMENT } from "../../../protocol/enrichment.ts";
import type { Transaction } from "../../../protocol/transaction.ts";
import {
  type BankTransaction,
  NO_LOCATION,
  NO_PAYMENT_META,
} from "../connectors/bank-transaction.ts";
import { changesBetween, ownTransactions } from "./transaction-changes.ts";

/** A card payment that is authorized on one day and booked, or dropped, on a later one. */
type Payment = {
  authorizedOn: number;
  settledOn: number;
  isDropped: boolean;
  /** The id of the booked transaction: the one of the pending one, another that names it, or both at once. */
  booking: "same id" | "new id" | "new id next to the old one";
  cents: number;
  tip: number;
};

const payments: fc.Arbitrary<Payment[]> = fc.array(
  fc
    .record({
      authorizedOn: fc.integer({ min: 1, max: 20 }),
      days: fc.integer({ min: 1, max: 8 }),
      isDropped: fc.boolean(),
      booking: fc.constantFrom("same id", "new id", "new id next to the old one"),
      cents: fc.integer({ min: 1, max: 9999 }),
      tip: fc.constantFrom(0, 150),
    })
    .map(({ days, ...rest }) => ({ ...rest, settledOn: rest.authorizedOn + days })),
  { maxLength: 12 },
);

test("a reader of the changes has each payment once, under the id that the institution gives it", () => {
  fc.assert(
    fc.property(payments, fc.uniqueArray(fc.integer({ min: 1, max: 30 })), (all, days) => {
      const copy = new Map<string, Transaction>();
      let previousDay = 0;
      for (const day of days.toSorted((a, b) => a - b)) {
        const before = new Map(copy);
        const current = ownTransactions("item-1", [ACCOUNT], listOn(all, day));
        const { added, modified, removed } = changesBetween([...copy.values()], current);
        for (const { transaction_id } of removed) copy.delete(transaction_id);
        for (const one of [...added, ...modified])
          copy.set(one.transaction_id, { ...NO_ENRICHMENT, ...one });

        const seen = all.filter((payment) => payment.authorizedOn <= day);
        const alive = seen.filter((payment) => !payment.isDropped || payment.settledOn > day);
        const expected = alive.map((payment) => amountOn(payment, day));
        expect([...copy.values()].map(({ amount }) => amount).toSorted(byNumber)).toEqual(
          expected.toSorted(byNumber),
        );
        const removedIds = new Set(removed.map(({ transaction_id }) => transaction_id));
        for (const one of added) {
          const previous = before.get(one.pending_transaction_id ?? "");
          if (previous) expect(removedIds).toContain(previous.transaction_id);
        }
        for (const one of modified) {
          expect(before.get(one.transaction_id)).toMatchObject({ pending: true });
          expect(one).toMatchObject({ pending: false, pending_transaction_id: null });
        }
        const kept = alive.filter(
          (payment) =>
            payment.booking === "same id" &&
            payment.authorizedOn <= previousDay &&
            payment.settledOn > previousDay &&
            payment.settledOn <= day,
        );
        expect(modified.length).toBe(kept.length);
        previousDay = day;
      }
    }),
  );
});

test("a posted transaction that names itself as the pending one names none", () => {
  const bank = [{ ...transaction("a", { pending: false, cents: 100, day: 3 }), pendingKey: "a" }];
  const [own] = ownTransactions("item-1", [ACCOUNT], bank);
  expect(own).toMatchObject({ pending: false, pending_transaction_id: null });
});

const ACCOUNT = { key: "checking", account: { account_id: "account-1" } };

const byNumber = (a: number, b: number) => a - b;

const amountOn = ({ cents, tip, settledOn }: Payment, day: number): number =>
  (settledOn <= day ? cents + tip : cents) / 100;

/** The list of the institution on a day. */
function listOn(all: readonly Payment[], day: number): BankTransaction[] {
  return all.flatMap((payment, at): BankTransaction[] => {
    if (payment.authorizedOn > day) return [];
    const { cents, booking, authorizedOn, settledOn, tip } = payment;
    const pending = transaction(`p${at}`, { pending: true, cents, day: authorizedOn });
    if (settledOn > day) return [pending];
    if (payment.isDropped) return [];
    const posted = { pending: false, cents: cents + tip, day: settledOn };
    if (booking === "same id") return [transaction(`p${at}`, posted), pending];
    const renamed = { ...transaction(`b${at}`, posted), pendingKey: `p${at}` };
    return booking === "new id" ? [renamed] : [pending, renamed];
  });
}

function transaction(
  key: string,
  { pending, cents, day }: { pending: boolean; cents: number; day: number },
): BankTransaction {
  const date = `2026-01-${String(day).padStart(2, "0")}`;
  return {
    key,
    accountKey: ACCOUNT.key,
    pendingKey: null,
    account_owner: null,
    amount: cents / 100,
    iso_currency_code: "USD",
    unofficial_currency_code: null,
    category_id: null,
    transaction_type: "unresolved",
    date,
    authorized_date: date,
    datetime: null,
    authorized_datetime: null,
    name: "Copper Ladle",
    merchant_name: null,
    original_description: null,
    location: NO_LOCATION,
    payment_meta: NO_PAYMENT_META,
    payment_channel: "in store",
    pending,
    transaction_code: null,
  };
}
