import {
  type AccountTable,
  type Cells,
  type Delimiter,
  findTables,
  tryRows,
} from "./account-tables.ts";
import { FEE_NAME, plainName, ROLE_NAMES } from "./column-names.ts";
import { isDay } from "./csv-rows.ts";
import { DELIMITERS, isHeader, isTransaction } from "./find-table.ts";
import { lineKind } from "./line-words.ts";
import { rewriteRows } from "./rewrite-rows.ts";
import { tellAccounts } from "./tell-accounts.ts";

/** The length of a text's start that contains its first table, in characters. */
const HEAD_LENGTH = 20_000;

/** The minimum number of column names that tables of the same bank share. */
const MIN_SHARED = 3;

/** The lines above one of several tables, and the line number of its header. */
export type TableTitles = { line: number; titles: readonly Cells[] };

/**
 * A text, and the titles of its tables if several tables have a title with a balance or a number.
 */
export type JoinedTables = { text: string; tables: readonly TableTitles[] };

/**
 * Joins the tables of several accounts into one table with a column for the account. The account is
 * the name or number above each table. Any other text keeps its rows. Throws a FormatError for
 * tables that cannot be distinguished.
 */
export function joinTables(text: string): JoinedTables {
  for (const delimiter of DELIMITERS) {
    const dateName = findDateName(text.slice(0, HEAD_LENGTH), delimiter);
    if (dateName === null || text.indexOf(dateName) === text.lastIndexOf(dateName)) continue;
    const all = findTables(text, delimiter);
    const first = all.find((table, at) => isAlike(all[at + 1], table));
    if (!first) continue;
    const tables = all.filter((table) => isAlike(table, first));
    const accounts = tellAccounts(tables);
    const titles = tables.map(({ line, titles: own }) => ({
      line,
      titles: own.map(({ cells }) => cells),
    }));
    if (accounts)
      return { text: writeTable(text, delimiter, { all, first, accounts }), tables: titles };
    if (titles.filter((each) => each.titles.some(isClosing)).length > 1)
      return { text: withoutTitles(text, delimiter, all), tables: titles };
  }
  return { text, tables: [] };
}

const isClosing = (cells: Cells): boolean => lineKind(cells) === "closing";

/**
 * The name of the date column in the first table, which later tables repeat; null without a table.
 */
function findDateName(head: string, delimiter: Delimiter): string | null {
  let found: string | null = null;
  tryRows(head, delimiter, (cells) => {
    if (found === null && isHeader(cells)) found = cells.find(isDateName) ?? null;
  });
  return found;
}

type NameRole = (typeof ROLE_NAMES)[number];
const hasRole = (isRole: (role: NameRole) => boolean) => {
  const names = ROLE_NAMES.filter(isRole).flatMap((role) => role.names);
  return (name: string): boolean => names.some((one) => one.test(plainName(name)));
};
export const isDateName = hasRole(({ kind }) => kind === "date");
const isBalanceName = hasRole(({ role }) => role === "balance");
const isMoneyName = hasRole(({ kind }) => kind === "amount");
export const isAmountName = (name: string): boolean => isMoneyName(name) && !isBalanceName(name);

/**
 * Whether two tables share the names of their date and amount columns, and the table has no further
 * amount columns.
 */
function isAlike(table: AccountTable | undefined, { header }: AccountTable): boolean {
  if (!table) return false;
  if (table.header.join("\n") === header.join("\n")) return true;
  const known = new Set(header);
  const names = [...new Set(table.header)].filter((name) => name !== "");
  const shared = names.filter((name) => known.has(name));
  // Umsatztag is a day.
  const isMoney = (name: string) =>
    (isMoneyName(name) || FEE_NAME.test(plainName(name))) &&
    !isDay(table.sample[table.header.indexOf(name)] ?? "");
  const others = names.filter((name) => !known.has(name));
  return (
    shared.length >= MIN_SHARED &&
    shared.some(isDateName) &&
    shared.some(isAmountName) &&
    !others.some((name) => isMoney(name))
  );
}

/** The name of the column that is added. */
const NAME = "Own account";

type Join = {
  all: readonly AccountTable[];
  first: AccountTable;
  accounts: ReadonlyMap<AccountTable, string>;
};

function writeTable(text: string, delimiter: Delimiter, { all, first, accounts }: Join): string {
  const titles = new Set(all.flatMap((table) => table.titles.map(({ place }) => place)));
  const byPlace = new Map(all.map((table) => [table.place, table]));
  let account: string | undefined;
  let places: readonly number[] = [];
  return rewriteRows(text, delimiter, (cells, place) => {
    if (titles.has(place)) return [];
    const table = byPlace.get(place);
    if (table) {
      account = accounts.get(table);
      places = placesIn(table, first);
      // In the header of another table, the added name is in a different column. The reader leaves
      // out the rows below such a header.
      return account === undefined ? [NAME, ...cells] : [...first.header, NAME];
    }
    if (account === undefined) return cells;
    const moved = () => places.map((at) => cells[at] ?? "");
    if (isTransaction(cells)) return [...moved(), account];
    return lineKind(cells) === null ? moved() : cells;
  });
}

/**
 * The position in a table of each column of the first table. Columns with the same name correspond
 * in order.
 */
function placesIn({ header }: AccountTable, first: AccountTable): number[] {
  const byName = new Map<string, number[]>();
  for (const [at, name] of header.entries()) {
    const known = byName.get(name);
    if (known) known.push(at);
    else byName.set(name, [at]);
  }
  const used = new Map<string, number>();
  return first.header.map((name) => {
    const count = used.get(name) ?? 0;
    used.set(name, count + 1);
    return byName.get(name)?.[count] ?? -1;
  });
}

/**
 * The text without the titles of its later tables, whose balances concern only their own tables.
 */
function withoutTitles(
  text: string,
  delimiter: Delimiter,
  [, ...others]: readonly AccountTable[],
): string {
  const places = new Set(others.flatMap(({ titles }) => titles.map(({ place }) => place)));
  return rewriteRows(text, delimiter, (cells, place) => (places.has(place) ? [] : cells));
}
