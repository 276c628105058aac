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

/** The number of months of history to pull. */
const MONTHS = 24;
/** The first pull is short, so that an application soon has data. The history follows. */
const INITIAL_DAYS = 30;
/**
 * The number of past days in which a later pull looks for added, modified or removed transactions.
 */
const OVERLAP_DAYS = 14;
/**
 * The number of past days in which pending transactions are followed: hotels and car rentals may
 * hold an amount for 31 days.
 */
const PENDING_DAYS = 45;

/** The pauses before a partly refused history is requested again. */
const FIRST_RETRY_MS = 86_400_000;
const RETRY_MS = 7 * FIRST_RETRY_MS;

/** The result of a pull: the feed's new status. */
export type PullResult = { to: TransactionFeed["status"] };

/**
 * Returns the feed of an Item, created with its first pull job for the last `days` if missing.
 * INVALID_ACCESS_TOKEN for a removed Item.
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
  // Another call may have created the feed, or removed the Item.
  const feed = await transactions.feed(item.itemId);
  if (!feed) throw new Fault("INVALID_ACCESS_TOKEN");
  return feed;
};

/**
 * Pulls the next part of an Item's transactions: first the last 30 days, then the history, later
 * changes. An optimistic lock makes concurrent pulls start from each other's results. With a
 * complete history, a pull goes back at least to the day `since`, YYYY-MM-DD. Throws the
 * institution's error, and records the failure.
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
    const late = services.directory.connectorOf(item.institutionId).lateDays ?? 0;
    const isLater = feed.status === "HISTORICAL_UPDATE_COMPLETE" && !isRetry;
    const wanted = isLater ? withLateDays(period, feed, now, late) : period;
    const request = { feed, period: wanted, keptBefore: period.from, priority };
    const reading = await readChanges(services, item, request);
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
    // A user may have added a file since.
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
 * Stores the balances. Adds the job that examines a user's new data; it follows a pull's
 * transactions, so that it sees both.
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

/** The period of the next pull; empty outside the Item's window. */
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

/** A period that begins early enough for rows that come late, within the Item's window. */
function withLateDays(
  { from, to }: Period,
  { firstDate }: TransactionFeed,
  now: number,
  lateDays: number,
): Period {
  const late = toDate(dayAt(now) - lateDays);
  return { from: earlier(from, later(late, firstDate ?? late)), to };
}

/**
 * Whether to request the whole history again, since a refusal may have been temporary: after a day,
 * then weekly, and after the user's sign-in, since some banks list more than 90 days only then.
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
 * The time of the next request for the whole history after a cut response. Other pulls leave the
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

/** The day of the oldest transaction that may still post or disappear; undefined without one. */
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

/** The first day that the user has changed since the last pull; undefined for none. */
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
