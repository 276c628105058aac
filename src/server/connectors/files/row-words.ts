import type { StatementTransaction } from "../../formats/statement.ts";
import type { Span, StoredRow } from "./file-account.ts";

/** How many days a transaction's date may move under the same id. */
export const MAX_DAYS = 10;

/** The words that make rows without an id equal. */
export const fingerprint = (row: RowFacts): string => `${amountKey(row)} ${joinWords(row)}`;

export type RowFacts = Pick<
  StatementTransaction,
  "date" | "amount" | "description" | "payee" | "memo"
>;

/** The facts of a row, its state and its reference. */
export type ReferredRow = RowFacts & Pick<StatementTransaction, "pending" | "reference">;

/** The key of a row's words and state. A booked row differs from an otherwise equal pending row. */
export const stateKey = (row: ReferredRow): string => `${row.pending} ${fingerprint(row)}`;

/** The key of a row's words and reference, which distinguishes equal rows. */
export const referenceKey = (row: ReferredRow): string =>
  JSON.stringify([fingerprint(row), row.reference]);

export const amountKey = ({ date, amount }: Pick<RowFacts, "date" | "amount">): string =>
  `${date} ${amount}`;

/** Whether the facts by which users know a transaction are equal. */
export const isEqual = (a: StoredRow, b: StoredRow): boolean =>
  a.pending === b.pending &&
  a.date === b.date &&
  a.amount === b.amount &&
  (isTextEqual(a, b) || joinWords(a) === joinWords(b));

const isTextEqual = (a: RowFacts, b: RowFacts): boolean =>
  a.description === b.description && a.payee === b.payee && a.memo === b.memo;

/** The words of a row, independent of case, spaces and marks. */
export const joinWords = ({ payee, description, memo }: RowFacts): string =>
  [...new Set([payee, description, memo].filter((text) => text !== null))]
    .join(" ")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Whether a span has a day. */
export const isIn = ({ from, to }: Span, date: string): boolean => from <= date && date <= to;

/** The number of days between two dates. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000;
