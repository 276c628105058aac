import type { Transaction } from "../../../protocol/transaction.ts";
import { toDate, toDay } from "../calendar.ts";
import type { TransactionPieces } from "../connectors/files.ts";
import type { Item, ItemAccount } from "../items/item.ts";
import { createPace, eachInTurns } from "../jobs/in-turns.ts";
import { yieldToEventLoop } from "../jobs/yield-to-event-loop.ts";
import type { TransactionDeps } from "./deps.ts";
import type { MatchCandidate } from "./match-candidates.ts";
import { type OwnTransaction, ownTransactions, transactionId } from "./own-transactions.ts";
import { createStaging, STAGED_AT_ONCE } from "./staging.ts";
import { changesBetween, enrichChanges, type Recognition } from "./transaction-changes.ts";
import type { TransactionChanges, TransactionFeed, TransactionStore } from "./transaction-feed.ts";

/** The days around a removed transaction within which another may be the same payment. */
const DAYS = { before: 13, after: 25 };

/** The stored transactions to compare a list with, and the accounts of the list. */
type Stored = {
  feed: TransactionFeed;
  period: { from: string; to: string };
  accounts: readonly ItemAccount[];
  recognition: Recognition;
};

/**
 * Compares stored transactions with a list that is read in pieces, as `changesBetween` does. Added
 * transactions are staged at once; only removed transactions and possible matches are held in
 * memory. Returns the feed to apply the changes with; null if another pull wrote first.
 */
export const changesInPieces = async (
  services: TransactionDeps,
  item: Item,
  list: TransactionPieces,
  { feed, period, accounts, recognition }: Stored,
): Promise<{ feed: TransactionFeed; changes: TransactionChanges } | null> => {
  const { transactions } = services.store;
  const knowledge = await services.knowledge();
  const listed = await listedIds(item, accounts, list, recognition);
  const gone = await goneOf(transactions, item, period, listed);
  const isHeld = await holdsBack(gone, recognition);
  const candidatesOf = await indexCandidates(recognition.candidates);
  const held: { before: Transaction[]; own: OwnTransaction[] } = { before: [], own: [] };
  const staging = createStaging(transactions, feed);
  const rest: TransactionChanges = { added: [], modified: [], removed: [] };
  const aliases = new Map<string, string>();
  const seenIds = { moved: 0, rebooked: 0 };
  const countIds = (changes: Pick<TransactionChanges, "seenIds">): void => {
    seenIds.moved += changes.seenIds?.moved ?? 0;
    seenIds.rebooked += changes.seenIds?.rebooked ?? 0;
  };
  const drop: NonNullable<TransactionChanges["candidates"]>["drop"][number][] = [];
  for await (const piece of list.transactions()) {
    const own = ownTransactions(services, item, accounts, piece);
    const toId = ({ transaction_id }: OwnTransaction) =>
      recognition.aliases.get(transaction_id) ?? transaction_id;
    const before = await transactions.byIds(item.itemId, own.map(toId));
    const heldIds = new Set(own.filter(isHeld).map(toId));
    const isFree = (id: string) => !heldIds.has(id);
    held.own.push(...own.filter((each) => heldIds.has(toId(each))));
    held.before.push(...before.filter((each) => heldIds.has(each.transaction_id)));
    await yieldToEventLoop();
    const free = own.filter((each) => isFree(toId(each)));
    const changes = await changesBetween(
      before.filter((each) => isFree(each.transaction_id)),
      free,
      { ...recognition, candidates: candidatesOf(free.map(toId)) },
    );
    drop.push(...(changes.candidates?.drop ?? []));
    rest.removed.push(...changes.removed);
    for (const [id, stored] of changes.aliases ?? []) aliases.set(id, stored);
    countIds(changes);
    const { added, modified } = await enrichChanges(knowledge, changes);
    rest.modified.push(...modified);
    rest.added.push(...added);
    await yieldToEventLoop();
    if (rest.added.length < STAGED_AT_ONCE) continue;
    if (!(await staging.stage(rest.added.splice(0)))) return null;
  }
  const last = await enrichChanges(
    knowledge,
    await changesBetween([...gone, ...held.before], held.own, recognition),
  );
  countIds(last);
  await eachInTurns(last.aliases ?? [], ([id, stored]) => aliases.set(id, stored));
  return {
    feed: staging.feed(),
    changes: {
      staged: staging.staged(),
      added: [...rest.added, ...last.added],
      modified: [...rest.modified, ...last.modified],
      removed: [...rest.removed, ...last.removed],
      aliases,
      seenIds,
      candidates: {
        set: last.candidates?.set ?? [],
        drop: [...drop, ...(last.candidates?.drop ?? [])],
      },
    },
  };
};

/** The ids of all listed transactions, as the store knows them. */
async function listedIds(
  { itemId }: Item,
  accounts: readonly ItemAccount[],
  list: TransactionPieces,
  { aliases }: Recognition,
): Promise<ReadonlySet<string>> {
  const ownKeys = new Set(accounts.map(({ key }) => key));
  const ids = new Set<string>();
  for await (const keys of list.keys()) {
    for (const { key, accountKey } of keys) {
      if (!ownKeys.has(accountKey)) continue;
      const id = transactionId(itemId, key);
      ids.add(aliases.get(id) ?? id);
    }
    await yieldToEventLoop();
  }
  return ids;
}

/** The stored transactions of a period that the list lacks. */
async function goneOf(
  transactions: TransactionStore,
  { itemId }: Item,
  period: Stored["period"],
  listed: ReadonlySet<string>,
): Promise<Transaction[]> {
  const gone: Transaction[] = [];
  for await (const ids of transactions.idsInPeriod(itemId, period)) {
    const missing = ids.filter((id) => !listed.has(id));
    if (missing.length > 0) gone.push(...(await transactions.byIds(itemId, missing)));
    await yieldToEventLoop();
  }
  return gone;
}

/** Returns a function that finds the possible matches of stored or listed transactions. */
async function indexCandidates(
  candidates: readonly MatchCandidate[],
): Promise<(ids: readonly string[]) => MatchCandidate[]> {
  const byId = new Map<string, MatchCandidate[]>();
  await eachInTurns(candidates, (candidate) => {
    for (const id of [candidate.transactionId, candidate.beforeId]) {
      const known = byId.get(id);
      if (known) known.push(candidate);
      else byId.set(id, [candidate]);
    }
  });
  return (ids) => [...new Set(ids.flatMap((id) => byId.get(id) ?? []))];
}

/**
 * Whether a listed transaction is compared with removed ones, since it is near one, or linked to
 * one.
 */
async function holdsBack(
  gone: readonly Transaction[],
  { candidates }: Recognition,
): Promise<(transaction: OwnTransaction) => boolean> {
  const ids = new Set<string>();
  const datesOf = new Map<string, Set<string>>();
  await eachInTurns(gone, ({ transaction_id, account_id, date }) => {
    ids.add(transaction_id);
    const dates = datesOf.get(account_id);
    if (dates) dates.add(date);
    else datesOf.set(account_id, new Set([date]));
  });
  const days = new Set<string>();
  const pace = createPace();
  for (const [account, dates] of datesOf)
    for (const date of dates) {
      for (let day = toDay(date) - DAYS.before; day <= toDay(date) + DAYS.after; day++)
        days.add(`${account} ${toDate(day)}`);
      await pace(DAYS.before + DAYS.after);
    }
  const linked = new Set<string>();
  await eachInTurns(candidates, ({ decision, beforeId, transactionId }) => {
    if (decision === "same" && ids.has(beforeId)) linked.add(transactionId);
  });
  return ({ transaction_id, account_id, date, pending_transaction_id }) =>
    days.has(`${account_id} ${date}`) ||
    linked.has(transaction_id) ||
    (pending_transaction_id !== null && ids.has(pending_transaction_id));
}
