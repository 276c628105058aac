import { z } from "zod";
import type { Transaction } from "../../../protocol/transaction.ts";
import type { Period } from "../../domain/connectors/bank-transaction.ts";
import { Fault } from "../../domain/fault.ts";
import { readerId } from "../../domain/grants/reader-id.ts";
import { newestFirst } from "../../domain/transactions/days-at-a-time.ts";
import type { GrantedTransactions } from "../granted-transactions.ts";
import type { DoorAccount } from "../read-grant.ts";

/**
 * The position in the list of an account's transactions: newest first, and by their ids in a day. `asOf` is the
 * number of the Item's last change when the first page was read. Transactions that change later are left out, and
 * come at the end, after `late`: so none is missed because it has moved, and none comes twice unless it has changed.
 */
type Cursor = { asOf: number; at: { date: string; id: string } | null; late: number | null };

const Position = z.union([
  z.tuple([z.int().min(0), z.iso.date(), z.uuid()]),
  z.tuple([z.int().min(0), z.int().min(0)]),
]);

/** Parses the cursor that a reader repeats; null for the first page. */
export const parseCursor = (text: string | null): Cursor | null => {
  if (text === null) return null;
  const bad = new Fault("INVALID_FIELD", {
    message: "after must be the cursor of a response's next, unchanged",
  });
  if (!/^[\w-]{1,200}$/.test(text)) throw bad;
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
  } catch {
    throw bad;
  }
  const { data } = Position.safeParse(value);
  if (!data) throw bad;
  const [asOf, second, id] = data;
  return typeof second === "number"
    ? { asOf, at: null, late: second }
    : { asOf, at: { date: second, id: id ?? "" }, late: null };
};

const cursorText = (position: z.infer<typeof Position>): string =>
  Buffer.from(JSON.stringify(position)).toString("base64url");

type SweepRequest = { period: Period; after: Cursor | null; count: number };

/** Reads the transactions of an account after a cursor, with the cursor of the next ones; null at the end. */
export const sweep = async (
  transactions: GrantedTransactions,
  { account, connection: { item } }: DoorAccount,
  { period, after, count }: SweepRequest,
): Promise<{ rows: Transaction[]; next: string | null }> => {
  const accountId = account.account_id;
  const upTo = await transactions.lastChange();
  const asOf = after?.asOf ?? upTo;
  const changes = await transactions.changes(accountId, period, { after: asOf, upTo });
  if (after?.late !== undefined && after.late !== null) {
    const { late } = after;
    const rest = changes.filter(({ number }) => number > late);
    const shown = rest.slice(0, count);
    const isLast = shown.length === rest.length;
    const next = isLast ? null : cursorText([asOf, shown.at(-1)?.number ?? late]);
    return { rows: shown.map(({ row }) => row), next };
  }
  const changed = new Set(changes.map(({ row }) => row.transaction_id));
  const at = after?.at ?? null;
  const part = at && at.date < period.to ? { ...period, to: at.date } : period;
  const rows: Transaction[] = [];
  for await (const row of inOrder(transactions, item.itemId, accountId, part)) {
    if (changed.has(row.transaction_id) || !isAfter(row, at)) continue;
    const last = rows.at(-1);
    if (last && rows.length === count)
      return { rows, next: cursorText([asOf, last.date, keyOf(last)]) };
    rows.push(row);
  }
  return { rows, next: changes.length === 0 ? null : cursorText([asOf, asOf]) };
};

const keyOf = ({ transaction_id }: Transaction): string => readerId("transaction", transaction_id);

const isAfter = (row: Transaction, at: Cursor["at"]): boolean =>
  at === null || row.date < at.date || (row.date === at.date && keyOf(row) > at.id);

/** Yields the transactions of an account, newest first, those of a day by their ids. */
async function* inOrder(
  transactions: GrantedTransactions,
  itemId: string,
  accountId: string,
  period: Period,
): AsyncGenerator<Transaction> {
  const read = (days: Period) => transactions.inPeriod(itemId, days, accountId);
  for await (const rows of newestFirst(read, period)) {
    const keyed = rows.map((row) => ({ row, key: keyOf(row) }));
    keyed.sort((a, b) => compare(b.row.date, a.row.date) || compare(a.key, b.key));
    for (const { row } of keyed) yield row;
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
