import type { Owner } from "../../../protocol/account.ts";
import { dayAt, toDate } from "../calendar.ts";
import { Fault } from "../fault.ts";
import { fetchOwners } from "../items/fetch-owners.ts";
import type { Item } from "../items/item.ts";
import { requireAccess } from "../items/item-state.ts";
import { yieldToEventLoop } from "../jobs/yield-to-event-loop.ts";
import type { TransactionDeps } from "../transactions/deps.ts";
import type { AccountInvestments } from "../transactions/investments/investments.ts";
import { storedInvestments } from "../transactions/investments/pull-investments.ts";
import { pullTransactions } from "../transactions/pull-transactions.ts";
import { createAccountWriter } from "./account-writer.ts";
import {
  type AccountPiece,
  type AssetReportRecord,
  type Draft,
  periodOfDays,
} from "./asset-report.ts";
import type { AssetReportDeps } from "./deps.ts";
import { writeInvestments } from "./write-investments.ts";

/**
 * The amount to buffer before a write, in characters of JSON. Every write waits for the disk once.
 */
const WRITE_SIZE = 512 * 1024;

/**
 * The maximum number of reads of an Item. New transactions that arrive during a read start another
 * read.
 */
const MAX_READS = 3;

/**
 * The outcome of writing an Item. `replaced`: another attempt has begun, or the report was removed.
 */
export type ItemResult =
  | { at: "written"; size: number; ownersRefusal: Fault | null }
  | { at: "refused"; refusal: Fault }
  | { at: "replaced" };

/** Writes an Item into a draft, a page at a time, so that memory stays bounded. */
export const writeItem = async (
  services: AssetReportDeps,
  report: Pick<AssetReportRecord, "daysRequested" | "excludedAccountIds">,
  draft: Draft,
  itemId: string,
): Promise<ItemResult> => {
  const { clock, environment, store } = services;
  try {
    const item = await store.items.byItemId(itemId);
    if (!item) throw new Fault("ITEM_NOT_FOUND");
    requireAccess(item, "institution", { environment, now: clock() });
    await pullAll(services, item);
    const owners = await readOwners(services, item);
    const investments = await storedInvestments(services, item);
    for (let reads = 1; ; reads++) {
      const previous = await store.transactions.feed(itemId);
      const more = { owners: owners.owners, investments };
      const result = await writeAccounts(services, report, draft, item, more);
      if (result === null) return { at: "replaced" };
      const updated = await store.transactions.feed(itemId);
      const hasChanged = previous?.lastChange !== updated?.lastChange;
      if (hasChanged && reads < MAX_READS) {
        await store.assetReports.discard(draft, result.accountIds);
        continue;
      }
      if (!(await result.commit())) return { at: "replaced" };
      return { at: "written", size: result.size, ownersRefusal: owners.refusal };
    }
  } catch (refusal) {
    if (refusal instanceof Fault) return { at: "refused", refusal };
    throw refusal;
  }
};

/** An Item's data that is read before its transactions, by account id. */
type OtherData = {
  owners: ReadonlyMap<string, Owner[]>;
  investments: ReadonlyMap<string, AccountInvestments>;
};

async function writeAccounts(
  { clock, directory, store }: Pick<AssetReportDeps, "clock" | "directory" | "store">,
  report: Pick<AssetReportRecord, "daysRequested" | "excludedAccountIds">,
  draft: Draft,
  { itemId, institutionId }: Item,
  { owners, investments }: OtherData,
): Promise<{ accountIds: string[]; size: number; commit(): Promise<boolean> } | null> {
  const updatedAt = clock();
  const period = periodOfDays(report.daysRequested, updatedAt);
  // The balance already includes transactions that are booked for a later day.
  const upTo = toDate(dayAt(updatedAt) + 31);
  let pieces: AccountPiece[] = [];
  let bufferSize = 0;
  let size = 0;
  const receive = (piece: AccountPiece) => {
    pieces.push(piece);
    bufferSize += piece.json.length;
    size += piece.json.length;
  };
  const flush = async (): Promise<boolean> => {
    await yieldToEventLoop();
    if (bufferSize < WRITE_SIZE) return true;
    const full = pieces;
    pieces = [];
    bufferSize = 0;
    return store.assetReports.write(draft, full);
  };
  const exclusions = new Set(report.excludedAccountIds);
  const accounts = (await store.items.accounts(itemId))
    .map(({ account }) => account)
    .filter(({ account_id }) => !exclusions.has(account_id));
  const writers = new Map(
    accounts.map((account) => [account.account_id, createAccountWriter(account, period, receive)]),
  );
  const days = { from: period.from, to: upTo };
  for await (const page of store.transactions.pages(itemId, days, { isNewestFirst: true })) {
    for (const { transaction } of page) writers.get(transaction.account_id)?.add(transaction);
    if (!(await flush())) return null;
  }
  const summaries = [];
  for (const [accountId, writer] of writers) {
    const held = investments.get(accountId);
    const summary = writer.end(owners.get(accountId) ?? []);
    const balances = { ...summary.balances, margin_loan_amount: held?.marginLoan ?? null };
    summaries.push({ ...summary, balances });
    if (held) writeInvestments(accountId, held, period, receive);
    if (!(await flush())) return null;
  }
  const institutionName = directory.get(institutionId).name;
  const itemInReport = { itemId, institutionId, institutionName, updatedAt, accounts: summaries };
  return {
    accountIds: [...writers.keys()],
    size,
    commit: () => store.assetReports.write(draft, pieces, itemInReport),
  };
}

/** Pulls new transactions, or the whole history before the first read. */
export async function pullAll(services: TransactionDeps, item: Item): Promise<void> {
  for (;;) {
    const { to } = await pullTransactions(services, item);
    if (to === "HISTORICAL_UPDATE_COMPLETE") return;
    await yieldToEventLoop();
  }
}

/** Returns the owners of an Item's accounts, or the reason of a failed read. */
export async function readOwners(
  services: TransactionDeps,
  item: Item,
): Promise<{ owners: ReadonlyMap<string, Owner[]>; refusal: Fault | null }> {
  try {
    return { owners: await fetchOwners(services, item), refusal: null };
  } catch (refusal) {
    if (refusal instanceof Fault) return { owners: new Map(), refusal };
    throw refusal;
  }
}
