import type { Transaction } from "../../../protocol/transaction.ts";
import { doIdsMove, type InstitutionIds } from "../institutions/institution-ids.ts";
import { eachInTurns, filterInTurns } from "../jobs/in-turns.ts";
import { rowOf } from "./match/row.ts";
import {
  areNamedApart,
  factsKey,
  factsText,
  hasSameFacts,
  isAnotherPayment,
} from "./match/same-content.ts";
import type { OwnTransaction } from "./own-transactions.ts";

/** A listed transaction, with the id by which the store knows it so far. */
export type ListedTransaction = {
  /** The id that follows from the institution's own id. */
  listedId: string;
  transaction: OwnTransaction;
  /**
   * The stored transaction with this id; null if new, or if the content is another transaction's.
   */
  stored: Transaction | null;
};

/** The listed transactions, and the number of ids that moved to another payment. */
export type RecognizedIds = { listed: ListedTransaction[]; moved: number };

/**
 * Identifies listed transactions by id, as far as the content agrees. Two rows with the same id are
 * one transaction only with the same facts, so that no row is lost. Once ids are seen to move, even
 * within this list, an id counts only with the same content.
 */
export const recognizeIds = async (
  before: ReadonlyMap<string, Transaction>,
  rows: readonly Pick<ListedTransaction, "listedId" | "transaction">[],
  ids: InstitutionIds,
): Promise<RecognizedIds> => {
  const listed: ListedTransaction[] = [];
  const byListedId = new Map<string, RowsOfId>();
  const taken = new Map<string, ListedTransaction>();
  const recognize = ({
    listedId,
    transaction,
  }: Pick<ListedTransaction, "listedId" | "transaction">) => {
    const ofId: RowsOfId = byListedId.get(listedId) ?? { first: [], others: new Map() };
    const known =
      ofId.first.find((each) => isOnePayment(each.transaction, transaction)) ??
      (ofId.others.size > 0 ? ofId.others.get(factsText(transaction)) : undefined);
    if (known) {
      known.transaction = transaction;
      return;
    }
    const entry: ListedTransaction = { listedId, transaction, stored: null };
    listed.push(entry);
    byListedId.set(listedId, ofId);
    if (ofId.first.length < MAX_ALIKE) ofId.first.push(entry);
    else ofId.others.set(factsText(transaction), entry);
    const stored = before.get(transaction.transaction_id);
    if (!stored) return;
    const rival = taken.get(transaction.transaction_id);
    if (rival && !hasSameFacts(stored, transaction)) return;
    if (rival) rival.stored = null;
    entry.stored = stored;
    taken.set(transaction.transaction_id, entry);
  };
  await eachInTurns(rows, recognize, COMPARED_AT_ONCE);
  const suspects = await filterInTurns(
    listed,
    ({ stored, transaction }) =>
      stored !== null && !hasSameFacts(stored, transaction) && hasOtherContent(stored, transaction),
    COMPARED_AT_ONCE,
  );
  const seen = doIdsMove(ids) ? suspects : await movedAmong(listed, suspects);
  const areAllMoved = doIdsMove({ ...ids, moved: ids.moved + seen.length });
  const moved = areAllMoved ? suspects : seen;
  for (const entry of moved) entry.stored = null;
  // A position in the day's list may now be an equal row in another state, while its own payment
  // has posted.
  if (areAllMoved)
    await eachInTurns(listed, (entry) => {
      if (entry.stored && !hasSameFacts(entry.stored, entry.transaction)) entry.stored = null;
    });
  return { listed, moved: moved.length };
};

/**
 * The rows listed under one id. Each further row is compared with the first rows; the rest equal
 * only rows with the same facts. An id of many rows identifies none.
 */
type RowsOfId = { first: ListedTransaction[]; others: Map<string, ListedTransaction> };

/** The maximum number of rows of an id to compare with each further row. */
const MAX_ALIKE = 10;

/** The number of comparisons per turn, which read texts. */
const COMPARED_AT_ONCE = 200;

/** Whether two rows with the same id are one payment, pending or posted. */
const isOnePayment = (one: OwnTransaction, other: OwnTransaction): boolean =>
  hasSameFacts(one, other) ||
  (one.account_id === other.account_id &&
    one.amount === other.amount &&
    !areNamedApart(one, other));

/**
 * Finds the ids with another payment's content, and the ids whose stored content is listed under
 * another id.
 */
async function movedAmong(
  listed: readonly ListedTransaction[],
  suspects: readonly ListedTransaction[],
): Promise<ListedTransaction[]> {
  if (suspects.length === 0) return [];
  const wanted = new Set<string>();
  await eachInTurns(suspects, ({ stored }) => stored && wanted.add(factsKey(stored)));
  const found = new Map<string, Set<string>>();
  const find = ({ listedId, transaction }: ListedTransaction): void => {
    if (!wanted.has(factsKey(transaction))) return;
    const { content: key } = rowOf(withoutCheque(transaction));
    const ids = found.get(key);
    if (ids) ids.add(listedId);
    else found.set(key, new Set([listedId]));
  };
  await eachInTurns(listed, find, COMPARED_AT_ONCE);
  const hasMoved = ({ stored, transaction, listedId }: ListedTransaction): boolean => {
    if (stored === null) return false;
    if (isAnotherPayment(stored, transaction)) return true;
    const ids = found.get(rowOf(withoutCheque(stored)).content);
    return ids !== undefined && ids.size > (ids.has(listedId) ? 1 : 0);
  };
  return filterInTurns(suspects, hasMoved, COMPARED_AT_ONCE);
}

/** A transaction without its cheque number, which the store keeps separately. */
const withoutCheque = <T extends object>(transaction: T) => ({
  ...transaction,
  check_number: null,
});

const hasOtherContent = (stored: Transaction, listed: OwnTransaction): boolean =>
  isAnotherPayment(stored, listed) ||
  stored.amount !== listed.amount ||
  areNamedApart(stored, listed);
