import { expect, test } from "vitest";
import type { Transaction } from "../../../protocol/transaction.ts";
import type { TokenBank } from "../../domain/institutions/bank-description.ts";
import { describedApp } from "../described-app.fixture.ts";
import { mockServer } from "../mock-server.fixture.ts";
import { plainBank } from "./plain-bank.fixture.ts";

type Row = Record<string, unknown>;

/** A bank whose description maps all facts that identify payments. */
const withFacts = (bank: TokenBank): TokenBank => ({
  ...bank,
  transactions: {
    ...bank.transactions,
    fields: {
      ...bank.transactions.fields,
      end_to_end_id: "e2e",
      mandate_id: "mandate",
      card: "card",
      payment_kind: { of: "kind", map: { CARD: "card", SEPA: "transfer" } },
      balance_after: "after",
      original_amount: "spent.amount",
      original_currency: "spent.currency",
    },
    preauthorization: { of: "hold", is: ["true"] },
  },
});

/**
 * Reads a row, then replaces the row by a row with another id. Returns the changes of the second
 * pull.
 */
const replaced = async (before: Row, after: Row) => {
  const row = { amount: -20, date: "2026-01-10", text: "Copper Ladle" };
  let listed: Row[] = [{ ...row, ...before, id: "a" }];
  const mock = await mockServer((_, { pathname }) => ({
    body: pathname === "/accounts" ? [{ id: "1", name: "Day", balance: 1 }] : { rows: listed },
  }));
  const { app, linkItem, pull } = await describedApp(withFacts(plainBank(mock.origin)));
  const { access_token } = await linkItem({ token: "token-1" });
  await pull();
  const { next_cursor: cursor } = await app.call("/transactions/sync", { access_token });
  listed = [{ ...row, ...after, id: "b" }];
  await pull();
  const { added, modified, removed } = await app.call("/transactions/sync", {
    access_token,
    cursor,
  });
  return [added, modified, removed].map((changes) => (changes as Transaction[]).length);
};

const [ONE, TWO] = [
  [0, 1, 0],
  [1, 0, 1],
];
const [HELD, BOOKED] = [{ state: "pending" }, { date: "2026-01-12" }];

test.each<[string, Row, Row, number[] | undefined]>([
  ["without a fact", HELD, BOOKED, ONE],
  ["of one end-to-end id and other words", { e2e: "A" }, { e2e: "A", text: "CL 7" }, ONE],
  ["of two end-to-end ids", { ...HELD, e2e: "A" }, { ...BOOKED, e2e: "B" }, TWO],
  ["of two mandates", { ...HELD, mandate: "A" }, { ...BOOKED, mandate: "B" }, TWO],
  ["of two cards", { ...HELD, card: 4279 }, { ...BOOKED, card: "XXXX 4280" }, TWO],
  [
    "of a card by more of its digits",
    { ...HELD, card: "4279" },
    { ...BOOKED, card: "5•4279" },
    ONE,
  ],
  ["of two kinds", { ...HELD, kind: "CARD" }, { ...BOOKED, kind: "SEPA" }, TWO],
  ["of one kind that is not described", { ...HELD, kind: "X" }, { ...BOOKED, kind: "SEPA" }, ONE],
  ["of any amount, once it was held", { ...HELD, hold: true }, { ...BOOKED, amount: -93.1 }, ONE],
  ["of any amount, as it was not held", HELD, { ...BOOKED, amount: -93.1 }, TWO],
  [
    "of one original amount and two rates",
    { ...HELD, spent: { amount: -18.5, currency: "EUR" } },
    { ...BOOKED, amount: -20.4, spent: { amount: "18.50", currency: "EUR" } },
    ONE,
  ],
  [
    "of a tip, each with its own amount as the original one",
    { ...HELD, spent: { amount: 20, currency: "USD" } },
    { ...BOOKED, amount: -24, spent: { amount: 24, currency: "USD" } },
    ONE,
  ],
  ["of facts that are no facts", { ...HELD, e2e: {}, card: "42", after: "x" }, BOOKED, ONE],
])("two rows of a token bank %s are one payment or two", async (_, before, after, changes) => {
  expect(await replaced(before, after)).toEqual(changes);
});
