import { createHash } from "node:crypto";
import { z } from "zod";
import { dayAt } from "../../calendar.ts";
import type { Item } from "../../items/item.ts";
import { createPace, eachInTurns, sortInTurns } from "../../jobs/in-turns.ts";
import type { NewJob } from "../../jobs/job.ts";
import { byKey, byText } from "../../order.ts";
import type { TransactionDeps } from "../deps.ts";
import type { TransactionFeed } from "../transaction-feed.ts";
import {
  type RecurringStreams,
  recurringStreamsIn,
  type StreamTransaction,
} from "./recurring-streams.ts";

const ALWAYS = { from: "0000-01-01", to: "9999-12-31" };

/** Digests of recurring streams by account_id. */
const Digests = z.record(z.string(), z.string());

/**
 * Returns an Item's recurring streams and stores their digests. After a change the application gets
 * RECURRING_TRANSACTIONS_UPDATE.
 */
export const readStreams = async (
  services: TransactionDeps,
  feed: TransactionFeed,
): Promise<RecurringStreams> => {
  const streams = await loadStreams(services, feed);
  const digests = await makeDigests(streams);
  if (digests !== feed.recurringDigests)
    await services.store.transactions.setRecurringDigests(feed, digests);
  return streams;
};

/**
 * Sends RECURRING_TRANSACTIONS_UPDATE for an Item whose streams have changed since they were last
 * read.
 */
export const watchStreams = async (services: TransactionDeps, item: Item): Promise<void> => {
  const { store, webhooks } = services;
  const feed = await store.transactions.feed(item.itemId);
  if (!feed || feed.recurringDigests === null) return;
  const digests = await makeDigests(await loadStreams(services, feed));
  if (digests === feed.recurringDigests) return;
  const accountIds = changedAccounts(feed.recurringDigests, digests);
  const event = { name: "TRANSACTIONS:RECURRING_TRANSACTIONS_UPDATE", accountIds } as const;
  const processors = await store.processorTokens.receivers(item.itemId, "transactions");
  const jobs: NewJob[] = [
    ...webhooks.forItem(item, event),
    ...processors
      .filter(({ accountId }) => accountIds.includes(accountId))
      .flatMap((receiver) => webhooks.forProcessor(receiver, event)),
  ];
  await store.transactions.setRecurringDigests(feed, digests, jobs);
};

/**
 * Finds the streams of all transactions. Reads pages, and keeps only the fields that streams need.
 */
async function loadStreams(
  { store, clock }: TransactionDeps,
  { itemId }: TransactionFeed,
): Promise<RecurringStreams> {
  const kept: StreamTransaction[] = [];
  for await (const page of store.transactions.pages(itemId, ALWAYS))
    for (const { transaction } of page) kept.push(toFields(transaction));
  return recurringStreamsIn(kept, dayAt(clock()));
}

const toFields = (transaction: StreamTransaction): StreamTransaction => ({
  transaction_id: transaction.transaction_id,
  account_id: transaction.account_id,
  amount: transaction.amount,
  iso_currency_code: transaction.iso_currency_code,
  unofficial_currency_code: transaction.unofficial_currency_code,
  date: transaction.date,
  pending: transaction.pending,
  name: transaction.name,
  merchant_name: transaction.merchant_name,
  payment_meta: transaction.payment_meta,
  category: transaction.category,
  category_id: transaction.category_id,
  personal_finance_category: transaction.personal_finance_category,
});

/** The digests of streams as JSON. Equal streams have equal digests. */
async function makeDigests({ inflow, outflow }: RecurringStreams): Promise<string> {
  const byAccount = new Map<string, string[]>();
  await eachInTurns([...inflow, ...outflow], (stream) => {
    const parts = byAccount.get(stream.account_id) ?? [];
    parts.push(JSON.stringify(stream));
    byAccount.set(stream.account_id, parts);
  });
  const digests: (readonly [string, string])[] = [];
  const pace = createPace();
  for (const [accountId, parts] of await sortInTurns([...byAccount], byKey)) {
    const digest = createHash("sha256");
    for (const [at, part] of (await sortInTurns(parts, byText)).entries()) {
      digest.update(at === 0 ? part : `,${part}`);
      await pace();
    }
    digests.push([accountId, digest.digest("base64url")]);
  }
  return JSON.stringify(Object.fromEntries(digests));
}

function changedAccounts(before: string, now: string): string[] {
  const [previous, current] = [before, now].map((json) => Digests.parse(JSON.parse(json)));
  const accountIds = new Set([...Object.keys(previous ?? {}), ...Object.keys(current ?? {})]);
  return [...accountIds].filter((id) => previous?.[id] !== current?.[id]).toSorted();
}
