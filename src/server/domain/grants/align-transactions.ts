import type { Transaction } from "../../../protocol/transaction.ts";
import { toDay } from "../calendar.ts";
import type { TransactionStore } from "../transactions/transaction-feed.ts";
import type { GrantMember, GrantStore } from "./grant.ts";
import type { ReaderAccount } from "./reader-account.ts";

export type AlignDeps = {
  store: { grants: GrantStore; transactions: Pick<TransactionStore, "feed" | "inPeriod"> };
};

/** The state of the connection whose ids the reader has. */
const KNOWN = "known";

const ALL_DAYS = { from: "0000-01-01", to: "9999-12-31" };

/**
 * Finds the transactions that the connections of one account have in common, so that the reader gets each
 * under one id: its id at the connection that was read before. It runs after each change while there are
 * several connections, since each may be removed at any time.
 */
export const alignTransactions = async (
  { store }: AlignDeps,
  grantId: string,
  connections: readonly ReaderAccount[],
  shown: ReaderAccount,
): Promise<void> => {
  const known =
    connections.find(({ aligned }) => aligned === KNOWN) ??
    connections.toSorted((a, b) => a.item.createdAt - b.item.createdAt)[0];
  if (!known) return;
  const { grants, transactions } = store;
  const stateOf = async ({ item }: ReaderAccount) => {
    const feed = await transactions.feed(item.itemId);
    return `${item.itemId} ${feed?.revision ?? 0}`;
  };
  const rowsOf = async ({ item: { itemId }, account }: ReaderAccount): Promise<ReaderRow[]> => {
    const aliases = await grants.transactionAliases(grantId, itemId);
    const rows = await transactions.inPeriod(itemId, ALL_DAYS, account.account.account_id);
    return rows.map((row) => {
      const ownId = ownIdOf(row);
      const { date, amount, iso_currency_code: currency } = row;
      return { ownId, id: aliases.get(ownId) ?? ownId, date, amount, currency };
    });
  };
  const toRef = ({ item, account }: ReaderAccount) => ({
    itemId: item.itemId,
    accountId: account.account.account_id,
  });
  const knownState = await stateOf(known);
  for (const other of connections) {
    if (other === known) continue;
    const aligned = `${knownState} ${await stateOf(other)}`;
    if (other.aligned === aligned) continue;
    const aliases = pairRows(await rowsOf(known), await rowsOf(other));
    await grants.alignTransactions(grantId, toRef(other), { aliases, aligned });
  }
  if (shown.aligned === KNOWN) return;
  if (shown !== known)
    await grants.alignTransactions(grantId, toRef(known), { aliases: new Map(), aligned: "" });
  await grants.alignTransactions(grantId, toRef(shown), { aliases: new Map(), aligned: KNOWN });
};

/**
 * Gives transactions that connections of two people have in common an id of each its own again, once these part. The
 * ids that each side has by itself stay.
 */
export const partTransactions = async (
  { store }: AlignDeps,
  grantId: string,
  going: readonly GrantMember[],
  staying: readonly GrantMember[],
): Promise<void> => {
  const { grants, transactions } = store;
  const load = (members: readonly GrantMember[]) =>
    Promise.all(
      members.map(async (member) => {
        const { itemId, accountId } = member;
        const rows = await transactions.inPeriod(itemId, ALL_DAYS, accountId);
        return { member, ids: rows.map(ownIdOf) };
      }),
    );
  const [left, stayed] = [await load(going), await load(staying)];
  const idsLeft = new Set(left.flatMap(({ ids }) => ids));
  const forget = async (
    { member, ids }: (typeof left)[number],
    aligned: string | null,
    isForgotten: (readerId: string) => boolean,
  ) => {
    const aliases = await grants.transactionAliases(grantId, member.itemId);
    const forgotten = ids.filter((id) => {
      const readerId = aliases.get(id);
      return readerId !== undefined && isForgotten(readerId);
    });
    await grants.forgetAliases(grantId, member, { transactionIds: forgotten, aligned });
  };
  for (const one of left) await forget(one, null, (readerId) => !idsLeft.has(readerId));
  for (const one of stayed) {
    const { aligned } = one.member;
    await forget(one, aligned === KNOWN ? KNOWN : null, (readerId) => idsLeft.has(readerId));
  }
};

/** A transaction of a connection as its reader may know it. */
export type ReaderRow = {
  /** The transaction's id by its own connection, even after it has posted. */
  ownId: string;
  /** The id that the reader has of it. */
  id: string;
  date: string;
  amount: number;
  currency: string | null;
};

/** The id of a transaction at its own connection, also after it has posted. */
const ownIdOf = (row: Pick<Transaction, "transaction_id" | "pending_transaction_id">): string =>
  row.pending_transaction_id ?? row.transaction_id;

/** How many days two banks' or two ways' dates of one payment may differ. */
const MAX_DAYS = 3;

/**
 * Finds the rows of one connection that another connection of the same account has as well, each once: of the same amount
 * and day, and of those that are left of the same amount within three days, the nearest first. Rows that are equal are
 * interchangeable. Returns the ids of `known` by the own ids of `others`; a row that both have under one id is left out.
 */
export const pairRows = (
  known: readonly ReaderRow[],
  others: readonly ReaderRow[],
): Map<string, string> => {
  const pairs = new Map<string, string>();
  const otherIds = new Set(others.map(({ id }) => id));
  const knownIds = new Set(known.map(({ id }) => id));
  const free = rowsByDay(known.filter(({ id }) => !otherIds.has(id)));
  // A transaction that has an alias already belongs to another connection.
  let open = others
    .filter(({ id, ownId }) => id === ownId && !knownIds.has(id))
    .toSorted(inOrder)
    .map((row) => ({ row, day: toDay(row.date) }));
  for (let days = 0; days <= MAX_DAYS; days++)
    open = open.filter(({ row, day }) => {
      const found =
        free.get(toKey(row, day - days))?.pop() ?? free.get(toKey(row, day + days))?.pop();
      if (found) pairs.set(row.ownId, found.id);
      return !found;
    });
  return pairs;
};

const toKey = ({ amount, currency }: ReaderRow, day: number): string =>
  `${amount} ${currency} ${day}`;

const inOrder = (a: ReaderRow, b: ReaderRow): number =>
  a.date < b.date ? -1 : a.date > b.date ? 1 : a.id < b.id ? -1 : 1;

/** The rows of each amount and day, the first one last, where it is taken from. */
function rowsByDay(rows: readonly ReaderRow[]): Map<string, ReaderRow[]> {
  const found = new Map<string, ReaderRow[]>();
  for (const row of rows.toSorted(inOrder).toReversed()) {
    const key = toKey(row, toDay(row.date));
    const some = found.get(key);
    if (some) some.push(row);
    else found.set(key, [row]);
  }
  return found;
}
