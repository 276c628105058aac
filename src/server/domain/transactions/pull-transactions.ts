import { dateOf, dayAt, monthsBefore } from "../calendar.ts";
import type { Period } from "../connectors/bank-transaction.ts";
import { Fault } from "../fault.ts";
import type { Item } from "../items/item.ts";
import { loginOf } from "../link/login.ts";
import type { Services } from "../services.ts";
import { pullJob } from "./pull-job.ts";
import { changesBetween, ownTransactions } from "./transaction-changes.ts";
import { newFeed, type TransactionChanges, type TransactionFeed } from "./transaction-feed.ts";
import { transactionWebhooks } from "./transaction-webhooks.ts";

/** How far back transactions are read. */
const MONTHS = 24;
/** The first pull is short, so that there is something to show soon; the rest follows. */
const INITIAL_DAYS = 30;
/** How far back a later pull looks for what is booked late, otherwise now, or gone. */
const OVERLAP_DAYS = 14;

/** A pull of an Item's transactions: what it read, and what it changed. */
export type PullResult = {
  /** How far the feed had come before and has come now. */
  from: TransactionFeed["status"];
  to: TransactionFeed["status"];
  changes: TransactionChanges;
};

/**
 * The feed of an Item; where it has none yet, one that has begun with this. INVALID_ACCESS_TOKEN where
 * the Item was removed meanwhile.
 */
export const ensureFeed = async (services: Services, item: Item): Promise<TransactionFeed> => {
  const { transactions } = services.store;
  const found = await transactions.feed(item.itemId);
  if (found) return found;
  const begun = newFeed(item.itemId);
  await transactions.begin(begun, [pullJob(services, item, begun)]);
  const there = await transactions.feed(item.itemId);
  if (!there) throw new Fault("INVALID_ACCESS_TOKEN");
  return there;
};

/** What the connector is to be handed back of an Item; null before it gave anything. */
export const connectorStateOf = async (
  { store }: Services,
  { itemId }: Item,
): Promise<string | null> => (await store.transactions.feed(itemId))?.connectorState ?? null;

/**
 * Asks the institution for the next part of an Item's transactions: the last 30 days first, then the
 * history, and from then on what is new. Of several pulls at once each sees what the one before it
 * left. Throws the institution's refusal, and notes that it failed.
 */
export const pullTransactions = async (services: Services, item: Item): Promise<PullResult> => {
  const { clock, store } = services;
  for (;;) {
    const feed = await ensureFeed(services, item);
    const now = clock();
    const { changes, connectorState } = await read(services, item, feed, periodOf(feed, now));
    const status = NEXT[feed.status];
    const next = { status, connectorState, pulledAt: now };
    const jobs = transactionWebhooks(services, item, { from: feed.status, to: status }, changes);
    if (!(await store.transactions.apply(feed, changes, next, jobs))) continue;
    await pullBalances(services, item, connectorState);
    await store.itemStatus.noteTransactions(item.itemId, "updated", now);
    return { from: feed.status, to: status, changes };
  }
};

async function read(
  services: Services,
  item: Item,
  feed: TransactionFeed,
  period: Period,
): Promise<{ changes: TransactionChanges; connectorState: string | null }> {
  const { directory, store } = services;
  const connector = directory.connectorOf(item.institutionId);
  const told = await connector
    .transactions(loginOf(services, item, feed.connectorState), period)
    .catch((refusal: unknown) => failed(services, item, refusal));
  const accounts = await store.items.accounts(item.itemId);
  const known = await store.transactions.inPeriod(item.itemId, period);
  const own = ownTransactions(item.itemId, accounts, told.transactions);
  return { changes: changesBetween(known, own), connectorState: told.connectorState };
}

/** Asks the institution what the accounts of an Item hold now, and keeps it. */
export const pullBalances = async (
  services: Services,
  item: Item,
  connectorState: string | null,
): Promise<void> => {
  const { directory, store } = services;
  const connector = directory.connectorOf(item.institutionId);
  const told = await connector.balances(loginOf(services, item, connectorState));
  const accounts = await store.items.accounts(item.itemId);
  const held = accounts.flatMap(({ key, account }) => {
    const balances = told.find((one) => one.key === key)?.balances;
    return balances ? ([[account.account_id, balances]] as const) : [];
  });
  await store.items.setBalances(item.itemId, new Map(held));
};

const NEXT = {
  NOT_READY: "INITIAL_UPDATE_COMPLETE",
  INITIAL_UPDATE_COMPLETE: "HISTORICAL_UPDATE_COMPLETE",
  HISTORICAL_UPDATE_COMPLETE: "HISTORICAL_UPDATE_COMPLETE",
} as const;

/** What the next pull of a feed reads; it may be empty, where the Item is to have nothing of it. */
function periodOf(feed: TransactionFeed, now: number): Period {
  const today = dayAt(now);
  const earliest = dateOf(monthsBefore(today, MONTHS));
  const from = later(earliest, feed.firstDate ?? earliest);
  const to = earlier(dateOf(today), feed.lastDate ?? dateOf(today));
  switch (feed.status) {
    case "NOT_READY":
      return { from: later(from, dateOf(today - INITIAL_DAYS)), to };
    case "INITIAL_UPDATE_COMPLETE":
      return { from, to };
    case "HISTORICAL_UPDATE_COMPLETE":
      return { from: later(from, dateOf(dayAt(feed.pulledAt ?? now) - OVERLAP_DAYS)), to };
  }
}

const later = (one: string, other: string): string => (one > other ? one : other);
const earlier = (one: string, other: string): string => (one < other ? one : other);

async function failed({ store, clock }: Services, item: Item, refusal: unknown): Promise<never> {
  if (refusal instanceof Fault)
    await store.itemStatus.noteTransactions(item.itemId, "failed", clock());
  throw refusal;
}
