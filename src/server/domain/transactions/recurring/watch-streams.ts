import { createHash } from "node:crypto";
import { z } from "zod";
import { dayAt } from "../../calendar.ts";
import type { Item } from "../../items/item.ts";
import type { NewJob } from "../../jobs/job.ts";
import type { TransactionDeps } from "../deps.ts";
import type { TransactionFeed } from "../transaction-feed.ts";
import { type RecurringStreams, recurringStreamsIn } from "./recurring-streams.ts";

const ALWAYS = { from: "0000-01-01", to: "9999-12-31" };

/** Digests of recurring streams by account_id. */
const Digests = z.record(z.string(), z.string());

/**
 * Returns the recurring streams of an Item, and remembers them, so that the application gets
 * RECURRING_TRANSACTIONS_UPDATE once they change.
 */
export const readStreams = async (
  services: TransactionDeps,
  feed: TransactionFeed,
): Promise<RecurringStreams> => {
  const streams = await streamsOf(services, feed);
  const digests = digestsOf(streams);
  if (digests !== feed.recurringDigests)
    await services.store.transactions.setRecurringDigests(feed, digests);
  return streams;
};

/** Sends RECURRING_TRANSACTIONS_UPDATE for an Item whose streams are not those that were read last. */
export const watchStreams = async (services: TransactionDeps, item: Item): Promise<void> => {
  const { store, webhooks } = services;
  const feed = await store.transactions.feed(item.itemId);
  if (!feed || feed.recurringDigests === null) return;
  const digests = digestsOf(await streamsOf(services, feed));
  if (digests === feed.recurringDigests) return;
  const jobs: NewJob[] = webhooks.forItem(item, {
    name: "TRANSACTIONS:RECURRING_TRANSACTIONS_UPDATE",
    accountIds: changedAccounts(feed.recurringDigests, digests),
  });
  await store.transactions.setRecurringDigests(feed, digests, jobs);
};

async function streamsOf(
  { store, clock }: TransactionDeps,
  { itemId }: TransactionFeed,
): Promise<RecurringStreams> {
  const transactions = await store.transactions.inPeriod(itemId, ALWAYS);
  return recurringStreamsIn(transactions, dayAt(clock()));
}

/** The digests of streams as JSON; equal streams have equal ones. */
function digestsOf({ inflow, outflow }: RecurringStreams): string {
  const byAccount = new Map<string, string[]>();
  for (const stream of [...inflow, ...outflow]) {
    const parts = byAccount.get(stream.account_id) ?? [];
    parts.push(JSON.stringify(stream));
    byAccount.set(stream.account_id, parts);
  }
  const digests = [...byAccount]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([accountId, parts]) => {
      const text = parts.toSorted().join();
      return [accountId, createHash("sha256").update(text).digest("base64url")] as const;
    });
  return JSON.stringify(Object.fromEntries(digests));
}

function changedAccounts(before: string, now: string): string[] {
  const [previous, current] = [before, now].map((json) => Digests.parse(JSON.parse(json)));
  const accountIds = new Set([...Object.keys(previous ?? {}), ...Object.keys(current ?? {})]);
  return [...accountIds].filter((id) => previous?.[id] !== current?.[id]).toSorted();
}
