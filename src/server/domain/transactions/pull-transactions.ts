import { dateOf, dayAt, monthsBefore } from "../calendar.ts";
import type { Period } from "../connectors/bank-transaction.ts";
import type { AccountBalances } from "../connectors/connector.ts";
import { openLogin } from "../connectors/open-login.ts";
import { Fault } from "../fault.ts";
import type { ReadPriority } from "../institutions/request-quota.ts";
import type { Item, ItemAccount } from "../items/item.ts";
import { readInstitution } from "../items/read-institution.ts";
import { reconcileAccounts } from "../items/revoke-accounts.ts";
import { readTogether } from "../items/shared-read.ts";
import type { TransactionDeps } from "./deps.ts";
import { ownTransactions } from "./own-transactions.ts";
import { watchStreams } from "./recurring/watch-streams.ts";
import { changesBetween, enrichChanges, transactionWebhooks } from "./transaction-changes.ts";
import {
  newFeed,
  type TransactionChanges,
  type TransactionFeed,
  windowOfDays,
} from "./transaction-feed.ts";
import { pullJob, watchJobs } from "./transaction-jobs.ts";

/** The months of history that are pulled. */
const MONTHS = 24;
/** The first pull is short, so that there is something to show soon; the history follows. */
const INITIAL_DAYS = 30;
/** The days that a later pull looks back for transactions that were added late, modified or removed. */
const OVERLAP_DAYS = 14;
/** The days that it looks back for pending ones: hotels and car rentals may hold an amount for 31 days. */
const PENDING_DAYS = 45;

/** The result of a pull of an Item's transactions: the status of the feed after it. */
export type PullResult = { to: TransactionFeed["status"] };

/**
 * Returns the feed of an Item, created with its first pull job if there is none yet, of the last `days`.
 * INVALID_ACCESS_TOKEN if the Item was removed meanwhile.
 */
export const ensureFeed = async (
  services: TransactionDeps,
  item: Item,
  days?: number,
): Promise<TransactionFeed> => {
  const { transactions } = services.store;
  const existing = await transactions.feed(item.itemId);
  if (existing) return existing;
  const emptyFeed = newFeed(item.itemId, windowOfDays(days, services.clock()));
  await transactions.begin(emptyFeed, [pullJob(services, item, emptyFeed)]);
  // Another call may have been faster to create it, or to remove the Item.
  const feed = await transactions.feed(item.itemId);
  if (!feed) throw new Fault("INVALID_ACCESS_TOKEN");
  return feed;
};

/**
 * Pulls the next part of an Item's transactions from the institution: the last 30 days first, then the
 * history, and from then on changes. An optimistic lock makes each of several concurrent pulls start
 * from the result of the one before. Once the history is complete it goes back at least to the day
 * `since`, YYYY-MM-DD. Throws the institution's error, and records the failure.
 */
export const pullTransactions = async (
  services: TransactionDeps,
  item: Item,
  { since, priority }: { since?: string; priority?: ReadPriority } = {},
): Promise<PullResult> => {
  const { clock, store } = services;
  for (;;) {
    const feed = await ensureFeed(services, item);
    const now = clock();
    const pendingSince = await oldestPending(services, feed, now);
    const broughtSince = await changedSince(services, item, feed);
    const period = periodOf(feed, now, earliestOf(since, pendingSince, broughtSince));
    const { changes, balances } = await read(services, item, period, priority);
    const status = NEXT[feed.status];
    const next = { status, pulledAt: now };
    const jobs = transactionWebhooks(services, item, { from: feed.status, to: status }, changes);
    if (!(await store.transactions.apply(feed, changes, next, jobs))) continue;
    if (balances) await storeBalances(services, item, balances);
    else await pullBalances(services, item, priority);
    await store.itemStatus.recordTransactions(item.itemId, "updated", now);
    await watchStreams(services, item);
    return { to: status };
  }
};

/** Pulls an Item's newest transactions once for all concurrent callers. */
export const pullTogether = async (
  services: TransactionDeps,
  item: Item,
  priority: ReadPriority,
): Promise<void> =>
  readTogether(
    services,
    { itemId: item.itemId, kind: "transactions" },
    async () => void (await pullTransactions(services, item, { priority })),
    priority,
  );

type Reading = { changes: TransactionChanges; balances: readonly AccountBalances[] | null };

async function read(
  services: TransactionDeps,
  item: Item,
  period: Period,
  priority: ReadPriority | undefined,
): Promise<Reading> {
  const { store } = services;
  const fromBank = await readInstitution(
    services,
    item,
    async (connector, login) =>
      connector.pull
        ? connector.pull(login, period)
        : { transactions: await connector.transactions(login, period), balances: null },
    priority,
  ).catch((refusal: unknown) => recordFailure(services, item, refusal));
  const accounts = await store.items.accounts(item.itemId);
  const fromStore = await store.transactions.inPeriod(item.itemId, period);
  const { transactions, balances } = fromBank;
  if (balances) await requireOwnAccounts(services, item, accounts, balances);
  const unread = balances ? unreadIds(accounts, balances) : new Set();
  const comparable = fromStore.filter(({ account_id }) => !unread.has(account_id));
  const knowledge = await services.knowledge();
  const aliases = await store.transactions.aliases(item.itemId);
  const candidates = await store.transactions.matchCandidates(item.itemId);
  const own = ownTransactions(services, item, accounts, transactions);
  const { noise } = knowledge;
  const changes = changesBetween(comparable, own, { aliases, noise, candidates });
  return { changes: await enrichChanges(knowledge, changes), balances };
}

/**
 * Returns the accounts that the institution does not list, or cannot read at the moment, by their ids: this
 * pull has no information on their transactions.
 */
function unreadIds(
  accounts: readonly ItemAccount[],
  answer: readonly AccountBalances[],
): ReadonlySet<string> {
  const read = new Set(answer.flatMap(({ key, balances }) => (balances === null ? [] : key)));
  const unread = accounts.filter(({ key }) => key !== "" && !read.has(key));
  return new Set(unread.map(({ account }) => account.account_id));
}

/** Pulls the balances of an Item's accounts from the institution, once for all concurrent callers. */
export const pullBalances = async (
  services: TransactionDeps,
  item: Item,
  priority: ReadPriority = "user",
): Promise<void> =>
  readTogether(
    services,
    { itemId: item.itemId, kind: "balances" },
    async () => {
      const answer = await readInstitution(
        services,
        item,
        (connector, login) => connector.balances(login),
        priority,
      );
      await storeBalances(services, item, answer);
    },
    priority,
  );

/**
 * Stores the balances. Adds the job that looks at a user's new data; it comes after the transactions of a
 * pull, so that it sees both.
 */
async function storeBalances(
  services: TransactionDeps,
  item: Item,
  answer: readonly AccountBalances[],
): Promise<void> {
  const { clock, store } = services;
  const accounts = await store.items.accounts(item.itemId);
  await requireOwnAccounts(services, item, accounts, answer);
  const keys = answer.map(({ key }) => key);
  await reconcileAccounts(services, item, accounts, keys);
  const entries = accounts.flatMap(({ key, account }) => {
    const balances = answer.find((entry) => entry.key === key)?.balances;
    return balances ? ([[account.account_id, balances]] as const) : [];
  });
  const jobs = watchJobs(services, item);
  await store.items.setBalances(item.itemId, new Map(entries), clock(), jobs);
}

/**
 * Throws UNSUPPORTED_RESPONSE if the institution lists accounts, but none by a known id: stored data of the
 * Item must not be deleted because of that.
 */
async function requireOwnAccounts(
  { store }: Pick<TransactionDeps, "store">,
  { itemId }: Item,
  accounts: readonly ItemAccount[],
  answer: readonly AccountBalances[],
): Promise<void> {
  const keys = new Set(answer.map(({ key }) => key));
  if (accounts.length === 0 || answer.length === 0) return;
  if (accounts.some(({ key }) => key === "" || keys.has(key))) return;
  const accountKeys = await store.items.accountKeys(itemId);
  if (accountKeys !== null && answer.some(({ key }) => accountKeys.has(key))) return;
  throw new Fault("UNSUPPORTED_RESPONSE", {
    message: "the institution has accounts by other ids than before, and none of the Item's",
  });
}

const NEXT = {
  NOT_READY: "INITIAL_UPDATE_COMPLETE",
  INITIAL_UPDATE_COMPLETE: "HISTORICAL_UPDATE_COMPLETE",
  HISTORICAL_UPDATE_COMPLETE: "HISTORICAL_UPDATE_COMPLETE",
} as const;

/** The period of the next pull; empty if the window of the Item excludes all of it. */
function periodOf(feed: TransactionFeed, now: number, since?: string): Period {
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
      return { from: later(from, earlier(since ?? to, overlapOf(feed, now))), to };
  }
}

/** The day of the oldest transaction that may be posted or dropped; undefined if there is none. */
const oldestPending = async (
  { store }: Pick<TransactionDeps, "store">,
  { itemId, pulledAt, status }: TransactionFeed,
  now: number,
): Promise<string | undefined> => {
  if (status !== "HISTORICAL_UPDATE_COMPLETE") return undefined;
  const from = dateOf(dayAt(pulledAt ?? now) - PENDING_DAYS);
  return (
    (await store.transactions.oldestPending(itemId, { from, to: dateOf(dayAt(now)) })) ?? undefined
  );
};

/** The first day of what the user has brought since the last pull; undefined for none. */
const changedSince = async (
  services: TransactionDeps,
  item: Item,
  { pulledAt }: TransactionFeed,
): Promise<string | undefined> => {
  const connector = services.directory.connectorOf(item.institutionId);
  if (!connector.changedSince || pulledAt === null) return undefined;
  const { connectorState } = await openLogin(services, item);
  return connectorState === null
    ? undefined
    : (connector.changedSince(connectorState, pulledAt) ?? undefined);
};

const earliestOf = (...dates: (string | undefined)[]): string | undefined =>
  dates.filter((date) => date !== undefined).toSorted()[0];

const overlapOf = ({ pulledAt }: TransactionFeed, now: number): string =>
  dateOf(dayAt(pulledAt ?? now) - OVERLAP_DAYS);

const later = (a: string, b: string): string => (a > b ? a : b);
const earlier = (a: string, b: string): string => (a < b ? a : b);

async function recordFailure(
  { store, clock }: Pick<TransactionDeps, "store" | "clock">,
  item: Item,
  refusal: unknown,
): Promise<never> {
  if (refusal instanceof Fault)
    await store.itemStatus.recordTransactions(item.itemId, "failed", clock());
  throw refusal;
}
