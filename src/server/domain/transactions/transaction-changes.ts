import type { Transaction, TransactionFacts } from "../../../protocol/transaction.ts";
import type { PaymentEvidence } from "../connectors/payment-evidence.ts";
import { enrichTransaction } from "../enrichment/enrich-transaction.ts";
import type { Knowledge } from "../enrichment/knowledge.ts";
import { omitEnrichment } from "../enrichment/packed-enrichment.ts";
import { doesRebook, type InstitutionIds, UNSEEN_IDS } from "../institutions/institution-ids.ts";
import { eachInTurns, filterInTurns, mapInTurns, sortInTurns } from "../jobs/in-turns.ts";
import { type Match, matchTransactions } from "./match/match-transactions.ts";
import {
  isOpen,
  isRebooked,
  likeliestByTransaction,
  type MatchCandidate,
  toPossibleMatch,
} from "./match-candidates.ts";
import { type OwnTransaction, transactionId } from "./own-transactions.ts";
import { type ListedTransaction, recognizeIds } from "./recognize-ids.ts";
import type { TransactionChanges } from "./transaction-feed.ts";

/**
 * Compares the stored transactions of a period with the institution's current ones. Duplicates count once;
 * added ones come oldest first. A posting transaction is modified if it keeps its id or is recognized for
 * certain. Otherwise it is removed, and an added one names it if the institution links them.
 */
export const changesBetween = async (
  fromStore: readonly Transaction[],
  fromBank: readonly OwnTransaction[],
  { aliases, candidates, ids, evidenceOf }: Recognition = NOTHING_KNOWN,
): Promise<Changes<OwnTransaction>> => {
  const before = await byId(fromStore);
  const linksOfUser = new Map<string, string>();
  await eachInTurns(candidates, ({ decision, transactionId, beforeId }) => {
    if (decision === "same") linksOfUser.set(transactionId, beforeId);
  });
  const { listed, moved } = await recognizeIds(
    before,
    await mapInTurns(fromBank, (transaction) => ({
      listedId: transaction.transaction_id,
      transaction: linked(renamed(transaction, aliases), linksOfUser),
    })),
    ids,
  );
  // The institution's own links come first.
  const claimed = new Set<string | null>();
  await eachInTurns(listed, ({ transaction, stored }) => {
    claimed.add(transaction.pending_transaction_id);
    if (stored) claimed.add(stored.transaction_id);
  });
  const gone = await filterInTurns(fromStore, ({ transaction_id }) => !claimed.has(transaction_id));
  const come = await filterInTurns(
    listed,
    ({ transaction, stored }) => stored === null && transaction.pending_transaction_id === null,
  );
  // Most pulls find nothing to compare.
  const isCompared = gone.length > 0 && come.length > 0;
  const known = (isCompared && (await evidenceOf?.(gone))) || NO_EVIDENCE;
  const { matches, possible } = await matchTransactions(
    await mapInTurns(gone, (stored) => ({
      ...stored,
      evidence: known.get(stored.transaction_id),
    })),
    await mapInTurns([...come.entries()], ([at, { transaction }]) => ({
      ...transaction,
      transaction_id: `${at}`,
      check_number: transaction.codes?.checkNumber ?? null,
    })),
    keptOf(listed),
    { doesRebook: doesRebook(ids) },
  );
  const entryAt = (at: string) => come[Number(at)];
  const successors = new Map<ListedTransaction | undefined, string>();
  await eachInTurns(matches, ({ before, after }) => successors.set(entryAt(after), before));
  const { now, idOf, newAliases } = await identify(listed, successors, before, aliases);
  const linkedNow = await byId(await mapInTurns(now, (each) => linked(each, linksOfUser)));
  const drop = new Set(
    await filterInTurns(
      candidates,
      (each) =>
        isOpen(each) &&
        // A removed transaction that is back is another one.
        (linkedNow.has(each.beforeId) ||
          (before.has(each.transactionId) && !linkedNow.has(each.transactionId))),
    ),
  );
  const asked = possible.flatMap(({ after, ...rest }) => {
    const id = idOf.get(entryAt(after));
    return id === undefined ? [] : [{ ...rest, after: id }];
  });
  const set = newCandidates(asked, candidates, await byId(gone), linkedNow);
  const kept = await filterInTurns(candidates, (each) => !drop.has(each));
  const shown = likeliestByTransaction([...kept, ...set]);
  const current = await sortInTurns(
    await mapInTurns(linkedNow.values(), (transaction) => ({
      ...transaction,
      possible_match: toPossibleMatch(shown.get(transaction.transaction_id)),
      persistent_transaction_id:
        before.get(transaction.transaction_id)?.persistent_transaction_id ??
        transaction.persistent_transaction_id,
    })),
    byDate,
  );
  const removed = await filterInTurns(
    fromStore,
    ({ transaction_id }) => !linkedNow.has(transaction_id),
  );
  return {
    added: await filterInTurns(current, ({ transaction_id }) => !before.has(transaction_id)),
    modified: await filterInTurns(current, (transaction) => {
      const previous = before.get(transaction.transaction_id);
      return previous !== undefined && !isSameJson(toFacts(previous), toFacts(transaction));
    }),
    removed: await mapInTurns(removed, ({ transaction_id, account_id }) => ({
      transaction_id,
      account_id,
    })),
    aliases: newAliases,
    candidates: { set, drop: [...drop] },
    seenIds: { moved, rebooked: await countRebooked(successors, before) },
  };
};

/** Counts booked payments that were booked again on another day. */
const countRebooked = async (
  successors: ReadonlyMap<ListedTransaction | undefined, string>,
  before: ReadonlyMap<string, Transaction>,
): Promise<number> => {
  let count = 0;
  await eachInTurns(successors, ([entry, id]) => {
    const stored = before.get(id);
    if (entry && stored && isRebooked(stored, entry.transaction)) count += 1;
  });
  return count;
};

const keptOf = (listed: readonly ListedTransaction[]): Iterable<OwnTransaction> => ({
  *[Symbol.iterator]() {
    for (const { transaction, stored } of listed) if (stored) yield transaction;
  },
});

/**
 * Gives each listed transaction an id: that of the stored transaction which it matches by id or
 * content, its own, or a new id if another payment has its own.
 */
async function identify(
  listed: readonly ListedTransaction[],
  successors: ReadonlyMap<ListedTransaction | undefined, string>,
  before: ReadonlyMap<string, Transaction>,
  aliases: ReadonlyMap<string, string>,
) {
  const ids = new Map<ListedTransaction | undefined, string>();
  const given = new Set<string>();
  const isTaken = (id: string) => before.has(id) || given.has(id);
  const newAliases = new Map<string, string>();
  const freshId = createFreshIds(isTaken);
  const now = await mapInTurns(listed, (entry) => {
    const { listedId, transaction, stored } = entry;
    const known = stored?.transaction_id ?? successors.get(entry);
    const own = [transaction.transaction_id, listedId].find((id) => !isTaken(id));
    const id = known ?? own ?? freshId(entry);
    given.add(id);
    ids.set(entry, id);
    if ((aliases.get(listedId) ?? listedId) !== id) newAliases.set(listedId, id);
    const { pending_transaction_id } = transaction;
    return {
      ...transaction,
      transaction_id: id,
      pending_transaction_id: pending_transaction_id === id ? null : pending_transaction_id,
    };
  });
  return { now, idOf: ids, newAliases };
}

/** Makes ids for payments whose own id another payment has, from the distinguishing facts. */
function createFreshIds(isTaken: (id: string) => boolean): (entry: ListedTransaction) => string {
  // Many payments of one id may share these facts.
  const counts = new Map<string, number>();
  return ({ listedId, transaction: { date, amount, name } }) => {
    const facts = JSON.stringify([listedId, date, amount, name]);
    for (let count = (counts.get(facts) ?? 0) + 1; ; count++) {
      const id = transactionId(listedId, JSON.stringify([date, amount, name, count]));
      if (isTaken(id)) continue;
      counts.set(facts, count);
      return id;
    }
  };
}

/**
 * The facts that identify a transaction under another id: aliases, the user's decisions, and
 * whether the institution's ids move between payments.
 */
export type Recognition = {
  aliases: ReadonlyMap<string, string>;
  candidates: readonly MatchCandidate[];
  ids: InstitutionIds;
  /** Reads the institution's evidence of stored payments; by default none. */
  evidenceOf?: (gone: readonly Transaction[]) => Promise<ReadonlyMap<string, PaymentEvidence>>;
};

const NO_EVIDENCE: ReadonlyMap<string, PaymentEvidence> = new Map();
const NOTHING_KNOWN: Recognition = { aliases: new Map(), candidates: [], ids: UNSEEN_IDS };

/** The matches to ask about for the first time. */
function newCandidates(
  possible: readonly Match[],
  known: readonly MatchCandidate[],
  gone: ReadonlyMap<string, Transaction>,
  now: ReadonlyMap<string, OwnTransaction>,
): MatchCandidate[] {
  const toKey = (transactionId: string, beforeId: string) =>
    JSON.stringify([transactionId, beforeId]);
  const asked = new Set(known.map((each) => toKey(each.transactionId, each.beforeId)));
  return possible.flatMap(({ before, after, score, reasons }) => {
    const removed = gone.get(before);
    const accountId = now.get(after)?.account_id;
    if (!removed || accountId === undefined || asked.has(toKey(after, before))) return [];
    const { date, amount, iso_currency_code, unofficial_currency_code, name, pending } = removed;
    return {
      ...{ transactionId: after, beforeId: before, accountId, score, reasons, decision: null },
      before: { date, amount, iso_currency_code, unofficial_currency_code, name, pending },
    };
  });
}

/** A transaction with the link that its user has decided, unless the institution links it. */
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
 * The institution's own fields. A change of only this server's rules modifies no transaction, since
 * every application would receive all of them again.
 */
const toFacts = (transaction: OwnTransaction | Transaction): object => {
  const { codes: _, evidence: __, ...facts } = { codes: null, evidence: null, ...transaction };
  return omitEnrichment(facts);
};

/** The number of transactions enriched per turn, which takes some 10 ms. */
const ENRICHED_AT_ONCE = 200;

/** Enriches new and modified transactions. */
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

/** Whether two values are equal as JSON, whatever the order of their fields. */
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
