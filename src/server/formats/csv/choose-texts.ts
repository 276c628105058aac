import type { ColumnKind } from "./column-kinds.ts";
import { ROLE_NAMES } from "./column-names.ts";
import type { CsvMapping } from "./csv-mapping.ts";
import { isFree } from "./fill-columns.ts";

type Columns = CsvMapping["columns"];
type Rows = readonly (readonly string[])[];

/** Another column with a name of a description is the memo, if it has words in most rows, and more than the memo. */
export function secondDescription(columns: Columns, names: readonly string[], rows: Rows): void {
  const patterns = ROLE_NAMES.find(({ role }) => role === "description")?.names ?? [];
  const wordsAt = (at: number) => rows.filter((row) => /\p{L}{2}/u.test(row[at] ?? "")).length;
  const { memo, description } = columns;
  if (description === undefined) return;
  const at = names.findIndex(
    (name, place) =>
      isFree(columns, place) &&
      patterns.some((pattern) => pattern.test(name)) &&
      wordsAt(place) * 2 > rows.length &&
      rows.some((row) => row[place]?.trim() !== row[description]?.trim()),
  );
  if (at >= 0 && (memo === undefined || wordsAt(memo) < wordsAt(at))) columns.memo = at;
}

/** A reference in words is the text, if no other column has a text. */
export function referenceAsText(columns: Columns, rows: Rows): void {
  const { reference, description, memo = -1 } = columns;
  const hasMemo = rows.some((row) => (row[memo] ?? "").trim() !== "");
  if (reference === undefined || hasMemo) return;
  const isText = (cell: string) =>
    /\p{L}{3}/u.test(cell) &&
    (description === undefined || !/\d|^(notprovided|nonref)$/i.test(cell.trim()));
  const words = rows.filter((row) => isText(row[reference] ?? "")).length;
  if (words * 2 <= rows.length) return;
  columns[description === undefined ? "description" : "memo"] = reference;
  delete columns.reference;
}

/** Without names, a column whose cells are all words for booked and pending rows is the status. */
export function statusOfCells(columns: Columns, names: readonly string[], rows: Rows): void {
  if (columns.status !== undefined || names.some((name) => name !== "")) return;
  const at = names.findIndex((_, place) => {
    const words = new Set(rows.map((row) => row[place]?.trim().toLowerCase() ?? ""));
    return words.has(PENDING) && words.size > 1 && [...words].every((word) => STATES.test(word));
  });
  if (at >= 0 && isFree(columns, at)) columns.status = at;
}
const PENDING = "pending";
const STATES = /^(pending|posted|booked|cleared|completed|settled)$/;

/** The kind of a payment is the text, if no other column has a text. */
export function kindAsText(columns: Columns, kinds: readonly ColumnKind[], rows: Rows): void {
  const { description, payee, payer, memo, category } = columns;
  const isNamed = [description, payee, payer, memo].some((at) => at !== undefined);
  const hasOther = kinds.some(({ kind }, at) => kind === "text" && isFree(columns, at));
  if (isNamed || hasOther || category === undefined) return;
  if (rows.some((row) => !/\p{L}{3}/u.test(row[category] ?? ""))) return;
  columns.description = category;
  delete columns.category;
}

/** A description that all rows share is useless if another column has distinct texts. */
export function leaveSameText(columns: Columns, kinds: readonly ColumnKind[], rows: Rows): void {
  const textsAt = (at = -1) => new Set(rows.map((row) => row[at]?.trim() ?? ""));
  const { description, payee } = columns;
  if (description === undefined || payee !== undefined || textsAt(description).size > 1) return;
  const isOwn = ({ kind }: ColumnKind, at: number) =>
    kind === "text" && isFree(columns, at) && textsAt(at).size === rows.length;
  if (rows.length > 1 && kinds.some(isOwn)) delete columns.description;
}

/**
 * Uses a column as memo if it has text in rows without other text, such as the shop of a card
 * payment.
 */
export function textOfOtherRows(columns: Columns, names: readonly string[], rows: Rows): void {
  const has = (row: readonly string[], at = -1) => /\p{L}{3}/u.test(row[at] ?? "");
  const { description, payee, payer, memo } = columns;
  const blank = rows.filter((row) => ![description, payee, payer, memo].some((at) => has(row, at)));
  if (blank.length === 0 || rows.some((row) => has(row, memo))) return;
  const { names: patterns = [], not } = ROLE_NAMES.find(({ role }) => role === "payee") ?? {};
  const scores = names.map((name, at) => {
    const texts = new Set(blank.filter((row) => has(row, at)).map((row) => row[at]));
    const isParty = patterns.some((pattern) => pattern.test(name)) && !not?.test(name);
    return isFree(columns, at) ? texts.size * (isParty ? 2 : 1) : 0;
  });
  const best = Math.max(0, ...scores);
  if (best > 0) columns.memo = scores.indexOf(best);
}

/** Without a payee and a memo, the free column with the most texts is the memo, as a shop next to the kind of its payment. */
export function secondText(columns: Columns, kinds: readonly ColumnKind[], rows: Rows): void {
  const { description = -1, payee, payer, memo } = columns;
  if (payee !== undefined || payer !== undefined || memo !== undefined) return;
  const textsAt = (at: number) =>
    new Set(rows.flatMap((row) => (/\p{L}{3}/u.test(row[at] ?? "") ? [row[at] ?? ""] : [])));
  const sizes = kinds.map(({ kind }, at) =>
    kind === "text" && isFree(columns, at) ? textsAt(at).size : 0,
  );
  const most = Math.max(0, ...sizes);
  if (most > 1 && most >= textsAt(description).size) columns.memo = sizes.indexOf(most);
}
