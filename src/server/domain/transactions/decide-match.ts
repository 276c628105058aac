import type { Transaction } from "../../../protocol/transaction.ts";
import { Fault } from "../fault.ts";
import type { Item } from "../items/item.ts";
import type { TransactionDeps } from "./deps.ts";
import {
  isOpen,
  isRebooked,
  likeliestByTransaction,
  type MatchCandidate,
  type MatchDecision,
  toPossibleMatch,
} from "./match-candidates.ts";
import { recordSeenIds } from "./record-seen-ids.ts";
import type { TransactionChanges } from "./transaction-feed.ts";
import { transactionWebhooks } from "./transaction-webhooks.ts";

/** The ids of a pair, and the decision on it. */
export type DecideMatch = { transactionId: string; beforeId: string; decision: MatchDecision };

/**
 * Returns the likeliest open match of each of an Item's transactions, the newest first, at most
 * `count`.
 */
export const openMatches = async (
  { store }: Pick<TransactionDeps, "store">,
  itemId: string,
  count: number,
): Promise<{ candidate: MatchCandidate; transaction: Transaction }[]> => {
  const open = likeliestByTransaction(await store.transactions.matchCandidates(itemId));
  if (open.size === 0) return [];
  const transactions = await store.transactions.byIds(itemId, [...open.keys()]);
  return transactions
    .toSorted((a, b) => (a.date > b.date ? -1 : 1))
    .flatMap((transaction) => {
      const candidate = open.get(transaction.transaction_id);
      return candidate ? { candidate, transaction } : [];
    })
    .slice(0, count);
};

/**
 * Stores the user's decision on an open match, and updates the shown transactions. `same` sets the
 * removed transaction's id as `pending_transaction_id`, as an institution's link would, and closes
 * the other matches of both. Throws INVALID_FIELD for a match that was decided, or whose
 * transactions have changed.
 */
export const decideMatch = async (
  services: TransactionDeps,
  item: Item,
  request: DecideMatch,
): Promise<void> => {
  const { transactions } = services.store;
  for (;;) {
    const feed = await transactions.feed(item.itemId);
    const candidates = feed ? await transactions.matchCandidates(item.itemId) : [];
    const decided = decidedBy(candidates, request);
    if (!feed || decided.length === 0)
      throw new Fault("INVALID_FIELD", {
        message: "transaction_id and before_id are no possible match that is open",
      });
    const changes = await loadChanges(services, item.itemId, candidates, decided, request);
    const { status, pulledAt } = feed;
    const step = { from: status, to: status };
    const jobs = await transactionWebhooks(services, item, step, changes);
    // An optimistic lock: another decision or a pull may have been faster.
    if (!(await transactions.apply(feed, changes, { status, pulledAt }, jobs))) continue;
    return recordSeenIds(services, item, changes.seenIds);
  }
};

/** The matches that a decision closes, including its own; none if its own is not open. */
function decidedBy(
  candidates: readonly MatchCandidate[],
  { transactionId, beforeId, decision }: DecideMatch,
): MatchCandidate[] {
  const isAsked = (each: MatchCandidate) =>
    each.transactionId === transactionId && each.beforeId === beforeId;
  const open = candidates.filter(isOpen);
  const asked = open.filter(isAsked).map((each) => ({ ...each, decision }));
  if (asked.length === 0 || decision === "different") return asked;
  const others = open.filter(
    (each) =>
      !isAsked(each) && (each.transactionId === transactionId || each.beforeId === beforeId),
  );
  return [...asked, ...others.map((each) => ({ ...each, decision: "different" as const }))];
}

async function loadChanges(
  { store }: Pick<TransactionDeps, "store">,
  itemId: string,
  candidates: readonly MatchCandidate[],
  decided: readonly MatchCandidate[],
  { transactionId, beforeId, decision }: DecideMatch,
): Promise<TransactionChanges> {
  const toKey = (each: MatchCandidate) => JSON.stringify([each.transactionId, each.beforeId]);
  const closed = new Set(decided.map(toKey));
  const shown = likeliestByTransaction(candidates.filter((each) => !closed.has(toKey(each))));
  const ids = [...new Set(decided.map((each) => each.transactionId))];
  const stored = await store.transactions.byIds(itemId, ids);
  const modified = stored.flatMap((transaction) => {
    const { transaction_id, possible_match } = transaction;
    const next = toPossibleMatch(shown.get(transaction_id));
    const isLinked = transaction_id === transactionId && decision === "same";
    const isChanged = isLinked || possible_match?.transaction_id !== next?.transaction_id;
    return isChanged
      ? {
          ...transaction,
          possible_match: next,
          ...(isLinked && { pending_transaction_id: beforeId }),
        }
      : [];
  });
  const before = decided.find(({ decision: word }) => word === "same")?.before;
  const after = stored.find(({ transaction_id }) => transaction_id === transactionId);
  return {
    ...{ added: [], modified, removed: [], candidates: { set: decided, drop: [] } },
    ...(before && after && isRebooked(before, after) && { seenIds: { moved: 0, rebooked: 1 } }),
  };
}
