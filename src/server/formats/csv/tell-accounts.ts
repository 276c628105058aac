import { accountNumberFrom } from "../../domain/bank-values.ts";
import { isMonth } from "../calendar-words.ts";
import { FormatError } from "../format-error.ts";
import { MAX_ACCOUNTS } from "../statement.ts";
import { type AccountTable, isAccountName, nameIn } from "./account-tables.ts";
import { MAX_COLUMNS } from "./find-table.ts";
import { lineKind } from "./line-words.ts";
import { accountIn } from "./title-facts.ts";

/** The account that the lines above a table state. */
type Stated = {
  table: AccountTable;
  number: string | null;
  /** The name without days, months and pages; null if no other word is left. */
  name: string | null;
  /** The days, months and pages in the lines. They distinguish tables of the same account. */
  period: string;
};

/**
 * Finds the account of each table by the number or name above it. Returns null if all tables belong
 * to one account, such as months or pages. Throws a FormatError for tables of one or several
 * accounts that cannot be distinguished.
 */
export function tellAccounts(
  tables: readonly AccountTable[],
): ReadonlyMap<AccountTable, string> | null {
  const stated = tables.filter(isStated).map(readStated);
  if (stated.length < 2) return null;
  const keys = new Set(stated.flatMap(({ number, name }) => number ?? name ?? []));
  if (keys.size > MAX_ACCOUNTS)
    throw new FormatError("TOO_MANY_ACCOUNTS", { expected: `at most ${MAX_ACCOUNTS}` });
  checkBlocks(stated);
  if (keys.size < 2) {
    const [first, ...others] = stated;
    const hasKey = ({ number, name }: Stated) => number !== null || name !== null;
    const late = first && !hasKey(first) ? others.find(hasKey) : undefined;
    if (late) throw unclear(late.table);
    return null;
  }
  const byTable = new Map(stated.map((each) => [each.table, each]));
  const hasNumbers = stated.some(({ number }) => number !== null);
  const accounts = new Map<AccountTable, string>();
  let last: string | null = null;
  for (const table of tables) {
    const own = byTable.get(table);
    // A repeated header continues the previous account.
    const account: string | null = own
      ? hasNumbers
        ? own.number
        : own.name
      : table.titles.length === 0
        ? last
        : null;
    if (account === null || accountNumberFrom(account) === null) throw unclear(table);
    accounts.set(table, account);
    last = account;
  }
  return isToldByColumn(tables) ? null : accounts;
}

/** Whether the lines above a table contain the account's balance or number. */
const isStated = ({ titles }: AccountTable): boolean =>
  titles.some(({ cells }) => lineKind(cells) === "closing") ||
  accountIn(titles.map(({ cells }) => cells)) !== null;

function readStated(table: AccountTable): Stated {
  const titles = table.titles.map(({ cells }) => cells);
  const [first = []] = titles;
  const { name, isPeriod } = withoutPeriod(nameIn(first) ?? "");
  const others = titles.filter((cells) => lineKind(cells) === null);
  const periods = others.flatMap((cells) => periodsIn(cells.join(" ")));
  return {
    ...{ table, number: accountIn(titles), name },
    period: isPeriod ? first.join(" ") : periods.join(" "),
  };
}

/**
 * Checks that tables with the same number have the same name. Tables with the same name must differ
 * in days, months or pages.
 */
function checkBlocks(stated: readonly Stated[]): void {
  const names = new Map<string, string>();
  const periods = new Set<string>();
  const counts = new Map<string, number>();
  for (const { number, name } of stated)
    if (number === null && name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const { table, number, name, period } of stated) {
    if (number !== null) {
      const known = names.get(number);
      if (known !== undefined && name !== null && known !== name) throw unclear(table);
      if (name !== null) names.set(number, name);
    } else if (name === null || (counts.get(name) ?? 0) > 1) {
      const key = JSON.stringify([name, period]);
      if (period === "" || periods.has(key)) throw unclear(table);
      periods.add(key);
    }
  }
}

/** Whether a column has the number of each table's account. */
function isToldByColumn(tables: readonly AccountTable[]): boolean {
  const [first] = tables;
  if (!first) return false;
  const isTold = first.header.some(isAccountName);
  const isWide = first.header.length > MAX_COLUMNS;
  const other = tables.find(({ numbers }) => (isTold ? numbers.size !== 1 : isWide));
  if (other) throw unclear(other);
  return isTold;
}

const unclear = ({ line }: AccountTable): FormatError =>
  new FormatError("UNCLEAR_ACCOUNTS", {
    line,
    expected: "a number, or a name of its own, above the table of each account",
  });

/** A day, or a month with its year, in numbers. */
const DAY = /\d{1,4}[./-]\d{1,2}[./-]\d{2,4}|\b\d{1,2}[./-]\d{4}\b|\b\d{4}[./-]\d{1,2}\b/g;

const YEAR = /^(19|20)\d\d$/;
const PAGE = /^(page|seite|blatt|pagina|sivu|sida|side|strona|strana)$/;

/** Words that stand next to days, months and pages. */
const FILLER =
  /^(zeitraum|period[eo]?|periodo|tage?|days?|jours?|monate?|months?|mois|jahr|year|from|to|until|vom|von|bis|du|au|des?|of|al?|del?|und|and|et|q[1-4]|kw)$/;

const wordsIn = (text: string): string[] =>
  text.split(/[^\p{L}\d]+/u).filter((word) => word !== "");

/** The days, the months with their year, and the pages in a text. */
function periodsIn(text: string): string[] {
  const words = wordsIn(text.replaceAll(DAY, " ").toLowerCase());
  const isYear = (at: number) => YEAR.test(words[at] ?? "");
  return [
    ...(text.match(DAY) ?? []),
    ...words.flatMap((word, at) => {
      if (isMonth(word))
        return isYear(at + 1)
          ? [`${word} ${words[at + 1]}`]
          : isYear(at - 1)
            ? [`${word} ${words[at - 1]}`]
            : [];
      return PAGE.test(word) && /^\d+$/.test(words[at + 1] ?? "")
        ? [`${word} ${words[at + 1]}`]
        : [];
    }),
  ];
}

/** A name without days, months, years and pages, and whether no other word is left. */
function withoutPeriod(text: string): { name: string | null; isPeriod: boolean } {
  const words = wordsIn(text.replaceAll(DAY, " "));
  const isLeft = (word: string, at: number): boolean =>
    !isMonth(word) &&
    !YEAR.test(word) &&
    !PAGE.test(word.toLowerCase()) &&
    !(/^\d+$/.test(word) && PAGE.test((words[at - 1] ?? "").toLowerCase()));
  const left = words.filter(isLeft);
  const isPeriod = left.every((word) => FILLER.test(word.toLowerCase()) || /^\d+$/.test(word));
  if (isPeriod) return { name: null, isPeriod };
  return {
    name: left.length === words.length && text.search(DAY) < 0 ? text : left.join(" "),
    isPeriod,
  };
}
