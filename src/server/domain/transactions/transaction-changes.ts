import type { Transaction, TransactionFacts } from "../../../protocol/transaction.ts";
import { enrichTransaction } from "../enrichment/enrich-transaction.ts";
import type { Knowledge } from "../enrichment/knowledge.ts";
import { omitEnrichment } from "../enrichment/packed-enrichment.ts";
import type { Item } from "../items/item.ts";
import { eachInTurns, filterInTurns, mapInTurns, sortInTurns } from "../jobs/in-turns.ts";
import type { NewJob } from "../jobs/job.ts";
import type { ItemWebhook } from "../webhooks/webhook.ts";
import type { TransactionDeps } from "./deps.ts";
import { type Match, matchTransactions } from "./match/match-transactions.ts";
import {
  isOpen,
  likeliestByTransaction,
  type MatchCandidate,
  toPossibleMatch,
} from "./match-candidates.ts";
import type { OwnTransaction } from "./own-transactions.ts";
import type { TransactionChanges, TransactionFeed } from "./transaction-feed.ts";

/**
 * The difference between the stored transactions of a period and those that the institution reports
 * now. Duplicates count once; added ones come oldest first. A pending transaction that posts is modified if
 * the institution keeps its id, or if it is recognized without doubt; otherwise it is removed, and an added one
 * that the institution links to it names it.
 */
export const changesBetween = async (
  fromStore: readonly Transaction[],
  fromBank: readonly OwnTransaction[],
  { aliases, noise, candidates }: Recognition = NOTHING_KNOWN,
): Promise<Changes<OwnTransaction>> => {
  const before = await byId(fromStore);
  const linksOfUser = new Map<string, string>();
  await eachInTurns(candidates, ({ decision, transactionId, beforeId }) => {
    if (decision === "same") linksOfUser.set(transactionId, beforeId);
  });
  const known = (ids: ReadonlyMap<string, string>) => (transaction: OwnTransaction) =>
    linked(renamed(transaction, ids), linksOfUser);
  const listed = await byId(await mapInTurns(fromBank, known(aliases)));
  // The institution's own links come first.
  const links = new Set<string | null>();
  await eachInTurns(listed.values(), (each) => links.add(each.pending_transaction_id));
  const gone = await filterInTurns(
    fromStore,
    ({ transaction_id }) => !listed.has(transaction_id) && !links.has(transaction_id),
  );
  const come = await filterInTurns(
    listed.values(),
    ({ transaction_id, pending_transaction_id }) =>
      !before.has(transaction_id) && pending_transaction_id === null,
  );
  const { matches, possible } = await matchTransactions(gone, come, noise);
  const newAliases = new Map<string, string>();
  await eachInTurns(matches, (match) => newAliases.set(match.after, match.before));
  const now = await byId(await mapInTurns(listed.values(), known(newAliases)));
  const drop = new Set(
    await filterInTurns(
      candidates,
      (each) =>
        isOpen(each) &&
        // A removed one that is back is another one.
        (now.has(each.beforeId) ||
          (before.has(each.transactionId) && !now.has(each.transactionId))),
    ),
  );
  const set = newCandidates(possible, candidates, await byId(gone), now);
  const kept = await filterInTurns(candidates, (each) => !drop.has(each));
  const shown = likeliestByTransaction([...kept, ...set]);
  const current = await sortInTurns(
    await mapInTurns(now.values(), (transaction) => ({
      ...transaction,
      possible_match: toPossibleMatch(shown.get(transaction.transaction_id)),
      persistent_transaction_id:
        before.get(transaction.transaction_id)?.persistent_transaction_id ??
        transaction.persistent_transaction_id,
    })),
    byDate,
  );
  const removed = await filterInTurns(fromStore, ({ transaction_id }) => !now.has(transaction_id));
  return {
    added: await filterInTurns(current, ({ transaction_id }) => !before.has(transaction_id)),
    modified: await filterInTurns(current, (transaction) => {
      const previous = before.get(transaction.transaction_id);
      return previous !== undefined && !isSameJson(factsOf(previous), factsOf(transaction));
    }),
    removed: await mapInTurns(removed, ({ transaction_id, account_id }) => ({
      transaction_id,
      account_id,
    })),
    aliases: newAliases,
    candidates: { set, drop: [...drop] },
  };
};

/**
 * The facts by which a transaction is recognized under another id: known aliases, words that name no party, and the
 * pairs that its user decides.
 */
export type Recognition = {
  aliases: ReadonlyMap<string, string>;
  noise: ReadonlySet<string>;
  candidates: readonly MatchCandidate[];
};

const NOTHING_KNOWN: Recognition = { aliases: new Map(), noise: new Set(), candidates: [] };

/** The pairs that people are asked about for the first time. */
function newCandidates(
  possible: readonly Match[],
  known: readonly MatchCandidate[],
  gone: ReadonlyMap<string, Transaction>,
  now: ReadonlyMap<string, OwnTransaction>,
): MatchCandidate[] {
  const keyOf = (transactionId: string, beforeId: string) =>
    JSON.stringify([transactionId, beforeId]);
  const asked = new Set(known.map((each) => keyOf(each.transactionId, each.beforeId)));
  return possible.flatMap(({ before, after, score, reasons }) => {
    const removed = gone.get(before);
    const accountId = now.get(after)?.account_id;
    if (!removed || accountId === undefined || asked.has(keyOf(after, before))) return [];
    const { date, amount, iso_currency_code, unofficial_currency_code, name, pending } = removed;
    return {
      ...{ transactionId: after, beforeId: before, accountId, score, reasons, decision: null },
      before: { date, amount, iso_currency_code, unofficial_currency_code, name, pending },
    };
  });
}

/** A transaction with the link that its user has decided, if the institution has none. */
const linked = (
  transaction: OwnTransaction,
  links: ReadonlyMap<string, string>,
): OwnTransaction => ({
  ...transaction,
  pending_transaction_id:
    transaction.pending_transaction_id ?? links.get(transaction.transaction_id) ?? null,
});

const renamed = (
  transaction: OwnTransaction,
  aliases: ReadonlyMap<string, string>,
): OwnTransaction => {
  const transaction_id = aliases.get(transaction.transaction_id);
  if (transaction_id === undefined) return transaction;
  const { pending_transaction_id } = transaction;
  const isOwn = pending_transaction_id === transaction_id;
  return {
    ...transaction,
    transaction_id,
    pending_transaction_id: isOwn ? null : pending_transaction_id,
  };
};

type Changes<Change> = Omit<TransactionChanges, "added" | "modified"> & {
  added: Change[];
  modified: Change[];
};

/**
 * The fields that the institution gives. New rules alone modify no transaction: it would come again to every
 * application.
 */
const factsOf = (transaction: OwnTransaction | Transaction): object => {
  const { codes: _, ...facts } = { codes: null, ...transaction };
  return omitEnrichment(facts);
};

/** How many transactions are enriched before other work has its turn: some 10 ms. */
const ENRICHED_AT_ONCE = 200;

/** Enriches the transactions that are new or modified. */
export const enrichChanges = async (
  knowledge: Knowledge,
  { added, modified, ...rest }: Changes<OwnTransaction>,
): Promise<TransactionChanges> => {
  const enrichAll = (transactions: readonly OwnTransaction[]) =>
    mapInTurns(
      transactions,
      ({ codes, ...facts }) => enrichTransaction(knowledge, facts, codes),
      ENRICHED_AT_ONCE,
    );
  return { ...rest, added: await enrichAll(added), modified: await enrichAll(modified) };
};

async function byId<T extends { transaction_id: string }>(
  transactions: readonly T[],
): Promise<Map<string, T>> {
  const map = new Map<string, T>();
  await eachInTurns(transactions, (each) => map.set(each.transaction_id, each));
  return map;
}

/** Whether two values are the same as JSON, whatever the order of their fields. */
const isSameJson = (one: unknown, other: unknown): boolean => {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other))
    return false;
  const isSame = (name: string) => isSameJson(one[name], other[name]);
  // JSON has no undefined fields.
  return Object.keys(one).every(isSame) && Object.keys(other).every(isSame);
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const byDate = (a: TransactionFacts, b: TransactionFacts): number =>
  a.date < b.date ? -1 : Number(a.date > b.date);

type Step = { from: TransactionFeed["status"]; to: TransactionFeed["status"] };

/** The webhooks of a pull: initial or historical update, or the changes. */
export const transactionWebhooks = (
  { webhooks }: Pick<TransactionDeps, "webhooks">,
  item: Item,
  { from, to }: Step,
  changes: TransactionChanges,
): NewJob[] => {
  const events: ItemWebhook[] = [
    ...(item.products.includes("transactions") ? transactionEvents({ from, to }, changes) : []),
    ...(item.products.includes("income") && from !== to && to === "HISTORICAL_UPDATE_COMPLETE"
      ? [{ name: "INCOME:PRODUCT_READY" } as const]
      : []),
  ];
  return events.flatMap((event) => webhooks.forItem(item, event));
};

function transactionEvents(
  { from, to }: Step,
  { staged, added, modified, removed }: TransactionChanges,
): ItemWebhook[] {
  const newTransactions = (staged?.count ?? 0) + added.length;
  const sync: ItemWebhook = {
    name: "TRANSACTIONS:SYNC_UPDATES_AVAILABLE",
    initialComplete: true,
    historicalComplete: to === "HISTORICAL_UPDATE_COMPLETE",
  };
  if (from === "NOT_READY") return [{ name: "TRANSACTIONS:INITIAL_UPDATE", newTransactions }, sync];
  if (from !== to) return [{ name: "TRANSACTIONS:HISTORICAL_UPDATE", newTransactions }, sync];
  const transactionIds = removed.map(({ transaction_id }) => transaction_id);
  return [
    ...(newTransactions > 0
      ? [{ name: "TRANSACTIONS:DEFAULT_UPDATE", newTransactions } as const]
      : []),
    ...(transactionIds.length > 0
      ? [{ name: "TRANSACTIONS:TRANSACTIONS_REMOVED", transactionIds } as const]
      : []),
    ...(newTransactions + modified.length + transactionIds.length > 0 ? [sync] : []),
  ];
}
