import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { NO_ENRICHMENT } from "../../../protocol/enrichment.ts";
import type { Transaction } from "../../../protocol/transaction.ts";
import { countTurns, mostLookupsInTurn } from "../../../testing/count-turns.ts";
import { sampleFacts } from "../../../testing/store-contract/samples.ts";
import {
  type ListedTransaction,
  NO_LOCATION,
  NO_PAYMENT_META,
} from "../connectors/bank-transaction.ts";
import { loadKnowledge } from "../enrichment/knowledge.ts";
import { UNSEEN_IDS } from "../institutions/institution-ids.ts";
import { createVault } from "../vault.ts";
import { ownTransactions } from "./own-transactions.ts";
import { changesBetween, enrichChanges } from "./transaction-changes.ts";

/** A card payment that is authorized on one day, and booked or dropped on a later day. */
type Payment = {
  authorizedOn: number;
  settledOn: number;
  isDropped: boolean;
  /** The id of the booked transaction: the pending one's id, a new id that names it, or both. */
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

test("a reader of the changes has each payment once, under the id that the institution gives it", async () => {
  await fc.assert(
    fc.asyncProperty(
      payments,
      fc.uniqueArray(fc.integer({ min: 1, max: 30 })),
      async (all, days) => {
        const copy = new Map<string, Transaction>();
        let previousDay = 0;
        for (const day of days.toSorted((a, b) => a - b)) {
          const before = new Map(copy);
          const current = ownTransactions(RUNTIME, ITEM, [ACCOUNT], listOn(all, day));
          const { added, modified, removed } = await changesBetween([...copy.values()], current);
          for (const { transaction_id } of removed) copy.delete(transaction_id);
          for (const transaction of [...added, ...modified])
            copy.set(transaction.transaction_id, { ...NO_ENRICHMENT, ...transaction });

          const seen = all.filter((payment) => payment.authorizedOn <= day);
          const alive = seen.filter((payment) => !payment.isDropped || payment.settledOn > day);
          const expected = alive.map((payment) => amountOn(payment, day));
          expect([...copy.values()].map(({ amount }) => amount).toSorted(byNumber)).toEqual(
            expected.toSorted(byNumber),
          );
          const removedIds = new Set(removed.map(({ transaction_id }) => transaction_id));
          for (const transaction of added) {
            const previous = before.get(transaction.pending_transaction_id ?? "");
            if (previous) expect(removedIds).toContain(previous.transaction_id);
          }
          for (const transaction of modified) {
            expect(before.get(transaction.transaction_id)).toMatchObject({ pending: true });
            expect(transaction).toMatchObject({ pending: false, pending_transaction_id: null });
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
      },
    ),
  );
});

test("a posted transaction that names itself as the pending one names none", () => {
  const bank = [{ ...transaction("a", { pending: false, cents: 100, day: 3 }), pendingKey: "a" }];
  const [own] = ownTransactions(RUNTIME, ITEM, [ACCOUNT], bank);
  expect(own).toMatchObject({ pending: false, pending_transaction_id: null });
});

test("a transaction that posts without a link keeps its id, also in later lists and under a third id", async () => {
  const aliases = new Map<string, string>();
  let stored: Transaction[] = [];
  const pull = async (...list: ListedTransaction[]) => {
    const changes = await changesBetween(stored, ownTransactions(RUNTIME, ITEM, [ACCOUNT], list), {
      aliases,
      candidates: [],
      ids: UNSEEN_IDS,
    });
    for (const [alias, id] of changes.aliases ?? []) aliases.set(alias, id);
    const gone = new Set(
      [...changes.removed, ...changes.modified].map((each) => each.transaction_id),
    );
    stored = [
      ...stored.filter(({ transaction_id }) => !gone.has(transaction_id)),
      ...[...changes.added, ...changes.modified].map((each) => ({ ...NO_ENRICHMENT, ...each })),
    ];
    return changes;
  };
  const pending = transaction("p", { pending: true, cents: 2000, day: 3 });
  const posted = {
    ...transaction("b", { pending: false, cents: 2400, day: 5 }),
    authorized_date: null,
  };
  const [first] = (await pull(pending)).added;
  const { added, modified, removed } = await pull(posted);
  expect([added, removed]).toEqual([[], []]);
  expect(modified).toMatchObject([
    {
      transaction_id: first?.transaction_id,
      pending: false,
      amount: 24,
      pending_transaction_id: null,
    },
  ]);
  const nothing = { added: [], modified: [], removed: [] };
  expect(await pull(posted)).toMatchObject(nothing);
  expect(await pull({ ...posted, key: "c" })).toMatchObject(nothing);
  // The institution links the posted transaction to the pending one late. Both are already one
  // transaction.
  expect(await pull({ ...posted, key: "c", pendingKey: "p" })).toMatchObject(nothing);
});

test("a transaction that the institution links to another is matched with no third one", async () => {
  const pending = transaction("p", { pending: true, cents: 2000, day: 3 });
  const stored = ownTransactions(RUNTIME, ITEM, [ACCOUNT], [pending]).map((each) => ({
    ...NO_ENRICHMENT,
    ...each,
  }));
  const list = [
    { ...transaction("b", { pending: false, cents: 2000, day: 4 }), pendingKey: "p" },
    transaction("q", { pending: true, cents: 2000, day: 3 }),
  ];
  const now = ownTransactions(RUNTIME, ITEM, [ACCOUNT], list);
  const { added, modified, removed } = await changesBetween(stored, now, {
    aliases: new Map(),
    candidates: [],
    ids: UNSEEN_IDS,
  });
  expect([added.length, modified.length, removed.length]).toEqual([2, 0, 1]);
});

const RUNTIME = { vault: createVault({ current: new Uint8Array(32) }, randomBytes) };
const ITEM = { itemId: "item-1", clientId: "client-1", institutionId: "ins_1" };
const ACCOUNT = { key: "checking", account: { account_id: "account-1" } };

const byNumber = (a: number, b: number) => a - b;

const amountOn = ({ cents, tip, settledOn }: Payment, day: number): number =>
  (settledOn <= day ? cents + tip : cents) / 100;

/** The list of the institution on a day. */
function listOn(all: readonly Payment[], day: number): ListedTransaction[] {
  return all.flatMap((payment, at): ListedTransaction[] => {
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

test("other work has its turns while many transactions are enriched", async () => {
  const knowledge = await loadKnowledge();
  const added = Array.from({ length: 1000 }, (_, at) => sampleFacts(String(at)));
  const turns = await countTurns(() =>
    enrichChanges(knowledge, { added, modified: [], removed: [] }),
  );
  expect(turns).toBeGreaterThan(4);
});

test("a turn compares a bounded number of transactions that all have new ids", async () => {
  const list = (ids: string, pending: boolean) =>
    Array.from({ length: 20_000 }, (_, at) => ({
      ...NO_ENRICHMENT,
      ...sampleFacts(`${ids} ${at}`),
      ...{ name: "Coffee", pending },
    }));
  const work = async () => {
    const { modified } = await changesBetween(list("old", true), list("new", false));
    expect(modified).toHaveLength(20_000);
  };
  expect(await mostLookupsInTurn(work)).toBeLessThan(10_000);
});

function transaction(
  key: string,
  { pending, cents, day }: { pending: boolean; cents: number; day: number },
): ListedTransaction {
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
