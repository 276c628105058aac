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

/** A listed transaction, under the id by which it is known so far. */
export type ListedTransaction = {
  /** The id that follows from the institution's own. */
  listedId: string;
  transaction: OwnTransaction;
  /** The stored transaction that it is by its id; null if it is new, or its content is another's. */
  stored: Transaction | null;
};

/** The listed transactions, and how many ids are seen to have moved to another payment. */
export type RecognizedIds = { listed: ListedTransaction[]; moved: number };

/**
 * Recognizes listed transactions by their ids, as far as the content agrees. Two rows under one id are one transaction
 * only if they have the same facts, so that no row is lost. Once ids are seen to move, also in this list itself, an id
 * counts for nothing if its content is another.
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
  // A position of the day may now have an equal row of another state, while its own has posted.
  if (areAllMoved)
    await eachInTurns(listed, (entry) => {
      if (entry.stored && !hasSameFacts(entry.stored, entry.transaction)) entry.stored = null;
    });
  return { listed, moved: moved.length };
};

/**
 * The rows that are listed under one id. Each further row is compared with the first ones; the others equal
 * only a row with the same facts, since an id given to any number of rows identifies none.
 */
type RowsOfId = { first: ListedTransaction[]; others: Map<string, ListedTransaction> };

/** How many rows of one id are compared with each further one. */
const MAX_ALIKE = 10;

/** How many rows are compared in a turn: their texts are read. */
const COMPARED_AT_ONCE = 200;

/** Whether two rows under one id are one: the same, or the same once it has posted. */
const isOnePayment = (one: OwnTransaction, other: OwnTransaction): boolean =>
  hasSameFacts(one, other) ||
  (one.account_id === other.account_id &&
    one.amount === other.amount &&
    !areNamedApart(one, other));

/**
 * Finds the ids that now have another payment's content, and the ids whose stored content is listed
 * under another id.
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

/** A row as stored and listed ones are alike: the store keeps the number of a cheque apart. */
const withoutCheque = <T extends object>(transaction: T) => ({
  ...transaction,
  check_number: null,
});

const hasOtherContent = (stored: Transaction, listed: OwnTransaction): boolean =>
  isAnotherPayment(stored, listed) ||
  stored.amount !== listed.amount ||
  areNamedApart(stored, listed);
