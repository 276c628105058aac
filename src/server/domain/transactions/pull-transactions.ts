import { dayAt, monthsBefore, toDate } from "../calendar.ts";
import type { Period } from "../connectors/bank-transaction.ts";
import type { AccountBalances } from "../connectors/connector.ts";
import { openLogin } from "../connectors/open-login.ts";
import { Fault } from "../fault.ts";
import type { ReadPriority } from "../institutions/request-quota.ts";
import type { Item } from "../items/item.ts";
import { readInstitution } from "../items/read-institution.ts";
import { reconcileAccounts } from "../items/revoke-accounts.ts";
import { readTogether } from "../items/shared-read.ts";
import type { TransactionDeps } from "./deps.ts";
import { readChanges, requireOwnAccounts } from "./read-changes.ts";
import { recordSeenIds } from "./record-seen-ids.ts";
import { watchStreams } from "./recurring/watch-streams.ts";
import { newFeed, type TransactionFeed, windowOfDays } from "./transaction-feed.ts";
import { pullJob, watchJobs } from "./transaction-jobs.ts";
import { writeChanges } from "./write-changes.ts";

/** The months of history that are pulled. */
const MONTHS = 24;
/** The first pull is short, so that there is something to show soon; the history follows. */
const INITIAL_DAYS = 30;
/** The days that a later pull looks back for transactions that were added late, modified or removed. */
const OVERLAP_DAYS = 14;
/** The days that it looks back for pending ones: hotels and car rentals may hold an amount for 31 days. */
const PENDING_DAYS = 45;

/** The pauses before the history is requested again whose institution has refused a part of it. */
const FIRST_RETRY_MS = 86_400_000;
const RETRY_MS = 7 * FIRST_RETRY_MS;

/** The result of a pull of an Item's transactions: the status of the feed after it. */
export type PullResult = { to: TransactionFeed["status"] };

/**
 * Returns the feed of an Item; creates it with its first pull job, for the last `days`, if there is
 * none yet. INVALID_ACCESS_TOKEN if the Item was removed meanwhile.
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
 * history, and from then on changes. An optimistic lock makes each of several concurrent pulls start from the
 * result of the previous one. Once the history is complete it goes back at least to the day `since`,
 * YYYY-MM-DD. Throws the institution's error, and records the failure.
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
    const isRetry = isRetryDue(feed, item, now);
    const from = earliestOf(since, pendingSince, broughtSince);
    const period = toPeriod(feed, now, { since: from, isRetry });
    const reading = await readChanges(services, item, { feed, period, priority });
    if (reading === null) continue;
    const { changes, balances } = reading;
    const status = NEXT[feed.status];
    const next = {
      status,
      pulledAt: now,
      ...historyRetry(feed, now, { isCut: reading.isCut, isRetry }),
    };
    if (!(await writeChanges(services, item, { feed: reading.feed, changes, next }))) continue;
    await recordSeenIds(services, item, changes.seenIds);
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
    // A user may have brought a file meanwhile.
    {
      priority,
      isFresh: services.directory.connectorOf(item.institutionId).files !== undefined,
    },
  );

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
    { priority },
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
  const balancesOf = new Map(answer.map(({ key, balances }) => [key, balances]));
  const entries = accounts.flatMap(({ key, account }) => {
    const balances = balancesOf.get(key);
    return balances ? ([[account.account_id, balances]] as const) : [];
  });
  const jobs = watchJobs(services, item);
  await store.items.setBalances(item.itemId, new Map(entries), clock(), jobs);
}

const NEXT = {
  NOT_READY: "INITIAL_UPDATE_COMPLETE",
  INITIAL_UPDATE_COMPLETE: "HISTORICAL_UPDATE_COMPLETE",
  HISTORICAL_UPDATE_COMPLETE: "HISTORICAL_UPDATE_COMPLETE",
} as const;

/** The period of the next pull; empty if the window of the Item excludes all of it. */
function toPeriod(
  feed: TransactionFeed,
  now: number,
  { since, isRetry }: { since: string | undefined; isRetry: boolean },
): Period {
  const today = dayAt(now);
  const earliest = toDate(monthsBefore(today, MONTHS));
  const from = later(earliest, feed.firstDate ?? earliest);
  const to = earlier(toDate(today), feed.lastDate ?? toDate(today));
  switch (feed.status) {
    case "NOT_READY":
      return { from: later(from, toDate(today - INITIAL_DAYS)), to };
    case "INITIAL_UPDATE_COMPLETE":
      return { from, to };
    case "HISTORICAL_UPDATE_COMPLETE":
      if (isRetry) return { from, to };
      return { from: later(from, earlier(since ?? to, overlapOf(feed, now))), to };
  }
}

/**
 * Whether the whole history is requested another time, since a refusal of it may have been of that moment alone: after a
 * day, then each week, and once the user has signed in, since some banks list more than 90 days only then.
 */
const isRetryDue = (
  { status, historyRetryAt, pulledAt }: TransactionFeed,
  { loggedInAt }: Pick<Item, "loggedInAt">,
  now: number,
): boolean =>
  status === "HISTORICAL_UPDATE_COMPLETE" &&
  historyRetryAt !== null &&
  (now >= historyRetryAt || (loggedInAt !== null && loggedInAt > (pulledAt ?? 0)));

/**
 * The time of the next request for the whole history, if the last such request was cut. Other pulls leave the
 * time unchanged.
 */
function historyRetry(
  { status }: TransactionFeed,
  now: number,
  { isCut, isRetry }: { isCut: boolean; isRetry: boolean },
): Partial<Pick<TransactionFeed, "historyRetryAt">> {
  if (status !== "INITIAL_UPDATE_COMPLETE" && !isRetry) return {};
  return { historyRetryAt: isCut ? now + (isRetry ? RETRY_MS : FIRST_RETRY_MS) : null };
}

/** The day of the oldest transaction that may be posted or dropped; undefined if there is none. */
const oldestPending = async (
  { store }: Pick<TransactionDeps, "store">,
  { itemId, pulledAt, status }: TransactionFeed,
  now: number,
): Promise<string | undefined> => {
  if (status !== "HISTORICAL_UPDATE_COMPLETE") return undefined;
  const from = toDate(dayAt(pulledAt ?? now) - PENDING_DAYS);
  return (
    (await store.transactions.oldestPending(itemId, { from, to: toDate(dayAt(now)) })) ?? undefined
  );
};

/** The first day of what the user has brought since the last pull; undefined for none. */
const changedSince = async (
  services: TransactionDeps,
  item: Item,
  { pulledAt }: TransactionFeed,
): Promise<string | undefined> => {
  const connector = services.directory.connectorOf(item.institutionId);
  if (!connector.files || pulledAt === null) return undefined;
  const { connectorState } = await openLogin(services, item);
  return connectorState === null
    ? undefined
    : (connector.files.changedSince(connectorState, pulledAt) ?? undefined);
};

const earliestOf = (...dates: (string | undefined)[]): string | undefined =>
  dates.filter((date) => date !== undefined).toSorted()[0];

const overlapOf = ({ pulledAt }: TransactionFeed, now: number): string =>
  toDate(dayAt(pulledAt ?? now) - OVERLAP_DAYS);

const later = (a: string, b: string): string => (a > b ? a : b);
const earlier = (a: string, b: string): string => (a < b ? a : b);
