import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { Transaction } from "../../../protocol/transaction.ts";
import { bankTransaction } from "../../../testing/bank-data.ts";
import { samples } from "../../../testing/property-samples.ts";
import { sampleItem } from "../../../testing/store-contract/samples.ts";
import {
  type BankTransaction,
  NO_LOCATION,
  NO_PAYMENT_META,
} from "../connectors/bank-transaction.ts";
import { loadKnowledge } from "../enrichment/knowledge.ts";
import { UNSEEN_IDS } from "../institutions/institution-ids.ts";
import { createVault } from "../vault.ts";
import { changesInPieces } from "./changes-in-pieces.ts";
import type { TransactionDeps } from "./deps.ts";
import { type PairTransaction, scenarios } from "./match/pairs.fixture.ts";
import { ownTransactions } from "./own-transactions.ts";
import { changesBetween, enrichChanges } from "./transaction-changes.ts";
import { newFeed } from "./transaction-feed.ts";

const { item } = sampleItem("1");
const knowledge = await loadKnowledge();
const runtime = { vault: createVault({ current: new Uint8Array(32) }, randomBytes) };
const ACCOUNTS = ["checking", "card", "joint", "savings", "other"];
const accounts = ACCOUNTS.map((key) => ({ key, account: { account_id: key } })) as never;
const period = { from: "0000-01-01", to: "9999-12-31" };
const recognition = { aliases: new Map(), candidates: [], ids: UNSEEN_IDS };

const fromBank = ({ transaction_id, account_id, ...facts }: PairTransaction): BankTransaction =>
  bankTransaction({
    ...{ key: transaction_id, accountKey: account_id, pendingKey: null, account_owner: null },
    ...{ unofficial_currency_code: null, category_id: null, transaction_type: "unresolved" },
    ...{ datetime: null, authorized_datetime: null, merchant_name: null, location: NO_LOCATION },
    ...{ payment_meta: NO_PAYMENT_META, payment_channel: "other", transaction_code: null },
    ...facts,
  });

/** A store with these transactions, and its list of staged transactions. */
const toStore = (stored: readonly Transaction[]) => {
  const staged: Transaction[] = [];
  const transactions = {
    async *idsInPeriod() {
      yield stored.map(({ transaction_id }) => transaction_id);
    },
    byIds: async (_: string, ids: readonly string[]) =>
      stored.filter(({ transaction_id }) => ids.includes(transaction_id)),
    beginStaging: async (feed: object) => feed,
    stage: async (_: object, added: readonly Transaction[]) => staged.push(...added) > 0,
  };
  const services = { ...runtime, knowledge: async () => knowledge, store: { transactions } };
  return { staged, services: services as unknown as TransactionDeps };
};

const splitPieces = (list: readonly BankTransaction[], size: number) => {
  async function* all() {
    for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size);
  }
  return { keys: all, transactions: all };
};

const byId = (all: readonly Transaction[]) =>
  all.toSorted((a, b) => (a.transaction_id < b.transaction_id ? -1 : 1));

test("a list in pieces has the same changes as at once", async () => {
  for (const { before, after } of scenarios(3, samples(600))) {
    const own = (all: readonly PairTransaction[]) =>
      ownTransactions(runtime, item, accounts, all.map(fromBank));
    const { added: stored } = await enrichChanges(knowledge, await changesBetween([], own(before)));
    const whole = await enrichChanges(
      knowledge,
      await changesBetween(stored, own(after), recognition),
    );
    const { services } = toStore(stored);
    const list = splitPieces(after.map(fromBank), 2);
    const feed = newFeed(item.itemId);
    const result = await changesInPieces(services, item, list, {
      ...{ feed, period, accounts, recognition },
    });
    const { added = [], modified = [], ...rest } = result?.changes ?? {};
    expect(stored.length).toBe(before.length);
    expect(byId(added)).toEqual(byId(whole.added));
    expect(byId(modified)).toEqual(byId(whole.modified));
    expect(rest).toEqual({
      staged: undefined,
      removed: whole.removed,
      aliases: whole.aliases,
      candidates: whole.candidates,
      seenIds: whole.seenIds,
    });
  }
});

test("added transactions are staged, and counted by day and account", async () => {
  const [row] = [...scenarios(3, 1)].flatMap(({ after }) => after);
  if (!row) throw new Error("the scenario lists a transaction");
  const list = Array.from({ length: 580 }, (_, n) =>
    fromBank({ ...row, transaction_id: `${n}`, account_id: ACCOUNTS[n % 5] ?? "" }),
  );
  const { services, staged } = toStore([]);
  const result = await changesInPieces(services, item, splitPieces(list, 250), {
    ...{ feed: newFeed(item.itemId), period, accounts, recognition },
  });
  expect(staged).toHaveLength(500);
  expect(result?.changes.added).toHaveLength(80);
  const counts = ACCOUNTS.map((account) => [account, { count: 100, pending: 0 }] as const);
  expect(result?.changes.staged).toEqual({
    count: 500,
    days: new Map([[row.date, new Map(counts)]]),
  });
});
