import { parseDay } from "../locale-values.ts";
import { MAX_ACCOUNTS } from "../statement.ts";
import { plainName, ROLE_NAMES } from "./column-names.ts";
import type { CsvMapping } from "./csv-mapping.ts";
import { eachRow, isAmount, isDay } from "./csv-rows.ts";
import { DELIMITERS, isHeader, isTransaction, MAX_TITLES } from "./find-table.ts";
import { lineKind } from "./line-words.ts";
import { rewriteRows } from "./rewrite-rows.ts";
import { titleFacts } from "./title-facts.ts";

type Delimiter = CsvMapping["delimiter"];
type Cells = readonly string[];

/** The characters of a text in which its first table begins. */
const HEAD_LENGTH = 20_000;

/** The names that tables of one bank have in common at least. */
const MIN_SHARED = 3;

/** A table of an account: the lines above it, the names of its columns, and its row of the newest day. */
type AccountTable = {
  titles: { cells: Cells; place: number }[];
  header: Cells;
  place: number;
  newest: Cells | null;
};

/**
 * Writes the tables of several accounts, each below the name and the balance of its own, as one table with a column that
 * names the account. Any other text stays as it is.
 */
export function joinTables(text: string): string {
  for (const delimiter of DELIMITERS) {
    const dateName = findDateName(text.slice(0, HEAD_LENGTH), delimiter);
    if (dateName === null || text.indexOf(dateName) === text.lastIndexOf(dateName)) continue;
    const tables = findTables(text, delimiter).filter(({ newest }) => newest !== null);
    if (areOfAccounts(tables)) return writeTable(text, delimiter, tables);
  }
  return text;
}

/** The name of the first table's days, which each further table repeats; null without a table. */
function findDateName(head: string, delimiter: Delimiter): string | null {
  let found: string | null = null;
  tryRows(head, delimiter, (cells) => {
    if (found === null && isHeader(cells)) found = cells.find(isDateName) ?? null;
  });
  return found;
}

/** Calls `take` with rows up to a quote that is not closed, which is reported when all rows are read. */
function tryRows(text: string, delimiter: Delimiter, take: (cells: Cells, place: number) => void) {
  try {
    eachRow(text, delimiter, (cells, _, place) => take(cells, place));
  } catch {
    // The rows before the fault are enough.
  }
}

const isAccountName = (name: string): boolean =>
  ROLE_NAMES.some(
    ({ role, names }) => role === "account" && names.some((one) => one.test(plainName(name))),
  );
const hasRoleName = (kind: "date" | "amount") => (name: string) =>
  ROLE_NAMES.some(
    (role) => role.kind === kind && role.names.some((one) => one.test(plainName(name))),
  );
const isDateName = hasRoleName("date");
const isAmountName = hasRoleName("amount");

function findTables(text: string, delimiter: Delimiter): AccountTable[] {
  const tables: AccountTable[] = [];
  let titles: AccountTable["titles"] = [];
  tryRows(text, delimiter, (cells, place) => {
    const open = tables.at(-1);
    if (isHeader(cells)) {
      // A balance behind the rows is of the table above it.
      const first = titles.findIndex((title) => readName(title.cells) !== null);
      tables.push({
        titles: first < 0 ? [] : titles.slice(first),
        header: cells.map((cell) => cell.trim()),
        ...{ place, newest: null },
      });
      titles = [];
    } else if (open && isTransaction(cells)) {
      titles = [];
      open.newest = isOlder(cells, open.newest) ? open.newest : cells;
    } else if (titles.length < MAX_TITLES) titles.push({ cells, place });
  });
  return tables;
}

/** Whether the first day of a row is before that of another one. */
const isOlder = (row: Cells, other: Cells | null): boolean => {
  const [day = "", otherDay = ""] = [row, other ?? []].map((cells) => {
    const cell = cells.find(isDay) ?? "";
    return parseDay(cell, /^\s*\d{4}/.test(cell) ? "YMD" : "DMY") ?? "";
  });
  return day < otherDay;
};

/** The text of a title that is no balance; null for a line without one. */
const readName = (cells: Cells): string | null => {
  const [first = ""] = cells.filter((cell) => cell.trim() !== "");
  return /\p{L}{2}/u.test(first) && lineKind(cells) === null ? first.trim() : null;
};

const nameOf = ({ titles: [first] }: AccountTable): string =>
  (first && readName(first.cells)) ?? "";

/** Whether each table has a name of its own and the balance or the number of its account above it, and names of the first. */
function areOfAccounts(tables: readonly AccountTable[]): boolean {
  const [first] = tables;
  if (!first || tables.length < 2 || tables.length > MAX_ACCOUNTS) return false;
  const names = new Set(tables.map(nameOf));
  if (first.header.some(isAccountName)) return false;
  return (
    names.size === tables.length &&
    !names.has("") &&
    tables.every((table) => {
      const { titles, header } = table;
      const shared = header.filter((name) => name !== "" && first.header.includes(name));
      return (
        shared.length >= MIN_SHARED &&
        shared.some(isDateName) &&
        shared.some(isAmountName) &&
        (titles.some(({ cells }) => lineKind(cells) === "closing") || readNumber(table) !== null)
      );
    })
  );
}

/** The name of the column that is added. */
const NAME = "Own account";

function writeTable(text: string, delimiter: Delimiter, tables: readonly AccountTable[]): string {
  const [first] = tables;
  if (!first) return text;
  const rows = new Map<number, Cells>();
  for (const table of tables) {
    const closing = table.titles.find(({ cells }) => lineKind(cells) === "closing");
    for (const { place } of table.titles) rows.set(place, []);
    rows.set(table.place, []);
    if (closing) rows.set(table.place, writeBalance(closing.cells, table, first.header));
  }
  // The names of the columns come before the balance, which is then a line among the rows.
  const [top] = first.titles;
  rows.set(top?.place ?? first.place, [...first.header, NAME]);
  const byPlace = new Map(tables.map((each) => [each.place, each]));
  let table = first;
  return rewriteRows(text, delimiter, (cells, place) => {
    table = byPlace.get(place) ?? table;
    const written = rows.get(place);
    if (written) return written;
    if (place < table.place || !isTransaction(cells)) return cells;
    return [...moveCells(cells, table, first.header), readAccount(table)];
  });
}

/** A balance as a row of its table, at the places of a transaction's days, amounts and texts. */
function writeBalance(cells: Cells, table: AccountTable, header: Cells): Cells {
  const amount = cells.findLast(isAmount) ?? "";
  const words = cells.find((cell) => /\p{L}/u.test(cell)) ?? "";
  const row = moveCells(table.newest ?? [], table, header).map((cell) => {
    if (isDay(cell)) return cell;
    if (isAmount(cell)) return amount;
    return /\p{L}{4}/u.test(cell) ? words : "";
  });
  return [...row, readAccount(table)];
}

/** The cells of a row of a table at the places of the first table. */
const moveCells = (cells: Cells, table: AccountTable, header: Cells): Cells =>
  header.map((name) => cells[table.header.indexOf(name)] ?? "");

/** The number of a table's account, or its name. */
const readAccount = (table: AccountTable): string => readNumber(table) ?? nameOf(table);

const readNumber = ({ titles }: AccountTable): string | null =>
  titleFacts(
    titles.map(({ cells }) => cells),
    { decimalMark: ",", dateOrder: "DMY" },
  ).id;
