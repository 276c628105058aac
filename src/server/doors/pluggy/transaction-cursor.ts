import { z } from "zod";
import type { Transaction } from "../../../protocol/transaction.ts";
import type { Period } from "../../domain/connectors/bank-transaction.ts";
import { Fault } from "../../domain/fault.ts";
import type { TransactionMark } from "../../domain/transactions/transaction-feed.ts";
import type { GrantedTransactions } from "../granted-transactions.ts";
import type { DoorAccount } from "../read-grant.ts";

/**
 * A position in the list of an account's transactions: newest first, within a day by order of
 * addition. `asOf` is the Item's last change at the first page. Transactions that change later are
 * left out and come at the end, after `late`. So no transaction is missed by moving, and none is
 * repeated unless changed.
 */
type Cursor = { asOf: number; at: TransactionMark | null; late: number | null };

const Position = z.union([
  z.tuple([z.int().min(0), z.iso.date(), z.int().min(0)]),
  z.tuple([z.int().min(0), z.int().min(0)]),
]);

/** Parses a reader's cursor; null for the first page. */
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
  const [asOf, second, added = 0] = data;
  return typeof second === "number"
    ? { asOf, at: null, late: second }
    : { asOf, at: { date: second, added }, late: null };
};

const cursorText = (position: z.infer<typeof Position>): string =>
  Buffer.from(JSON.stringify(position)).toString("base64url");

type SweepRequest = { period: Period; after: Cursor | null; count: number };

/** Reads an account's transactions after a cursor, with the next cursor; null at the end. */
export const sweep = async (
  transactions: GrantedTransactions,
  { account, connection: { item } }: DoorAccount,
  { period, after, count }: SweepRequest,
): Promise<{ rows: Transaction[]; next: string | null }> => {
  const accountId = account.account_id;
  const upTo = await transactions.lastChange();
  const { asOf, at, late } = after ?? { asOf: upTo, at: null, late: null };
  const changesBehind = (number: number, limit: number) =>
    transactions.changes(accountId, period, { base: asOf, after: number, upTo, limit });
  if (late !== null) {
    const found = await changesBehind(late, count + 1);
    const shown = found.slice(0, count);
    const next = found.length > count ? cursorText([asOf, shown.at(-1)?.number ?? late]) : null;
    return { rows: shown.map(({ row }) => row), next };
  }
  const rows: Transaction[] = [];
  let last = at;
  const order = { accountId, isNewestFirst: true, after: at };
  for await (const page of transactions.pages(item.itemId, period, order))
    for (const { transaction, added, changed } of page) {
      if (changed > asOf) continue;
      if (last && rows.length === count)
        return { rows, next: cursorText([asOf, last.date, last.added]) };
      rows.push(transaction);
      last = { date: transaction.date, added };
    }
  const hasChanges = (await changesBehind(asOf, 1)).length > 0;
  return { rows, next: hasChanges ? cursorText([asOf, asOf]) : null };
};
