import {
  chooseCurrency,
  chooseLocalAmount,
  leaveCurrencyOfPurchases,
  OF_ACCOUNT,
} from "./choose-currency.ts";
import {
  kindAsText,
  leaveSameText,
  referenceAsText,
  secondDescription,
  secondText,
  statusOfCells,
  textOfOtherRows,
} from "./choose-texts.ts";
import { type ColumnKind, columnKinds, parseCurrency } from "./column-kinds.ts";
import { type CellKind, FEE_NAME, plainName, ROLE_NAMES } from "./column-names.ts";
import type { CsvMapping, CsvRole } from "./csv-mapping.ts";
import {
  chooseDirection,
  marksOfOneDirection,
  repeatsWords,
  saysSigns,
} from "./direction-columns.ts";
import { filled, isFree, isSigned, MAX_BOTH, turnByWords } from "./fill-columns.ts";
import { findParties } from "./find-parties.ts";

type Columns = CsvMapping["columns"];
type Rows = readonly (readonly string[])[];

/** A guess of the columns' meanings, and the columns for other readings. */
export type ColumnGuess = {
  columns: Columns;
  /** Whether names identify all required columns. */
  isSure: boolean;
  /** The columns of amounts, and the column of a fee. */
  amounts: readonly number[];
  fee: number | null;
  /** The columns of a product and of an account by their names. They may distinguish accounts. */
  product: number | null;
  account: number | null;
  kinds: readonly ColumnKind[];
  /** The account's currency if the currency column contains the purchases' currencies. */
  currency: string | null;
  /** Whether columns of outflows and inflows determine the signs of the amounts. */
  hasSigns: boolean;
  /** Whether amounts may have a minus next to their direction, as reversals do. */
  hasReversals: boolean;
  /**
   * The evidence that decides which of two columns has the outflows: column names, or the rows'
   * words.
   */
  pairBy: "names" | "words" | null;
};

/** Guesses the meanings of the columns by their names, and by their cells. */
export function guessColumns(header: readonly string[], rows: Rows): ColumnGuess {
  const kinds = columnKinds(rows);
  const names = kinds.map((_, at) => plainName(header[at] ?? ""));
  const first = ROLE_NAMES.findIndex(({ role }) => role === "direction");
  const named = namedColumns(names, kinds, ROLE_NAMES.slice(0, first));
  chooseDay(named, names, kinds, rows);
  chooseAmount(named, names, kinds, rows);
  const hasSigns = removeHalfPair(named, names, kinds, rows);
  // Signs are surer than words.
  const { amount = -1 } = named;
  const isSignedFile = rows.some((row) => isSigned(row[amount]));
  const hasWords = named.debit === undefined && !isSignedFile;
  if (hasWords) marksOfOneDirection(named, rows);
  else if (named.debit === undefined) {
    namedColumns(names, kinds, ROLE_NAMES.slice(first, first + 1), named);
    chooseDirection(named, kinds, rows);
    if (!saysSigns(named, rows)) delete named.direction;
  }
  namedColumns(names, kinds, ROLE_NAMES.slice(hasWords ? first : first + 1), named);
  chooseDirection(named, kinds, rows);
  secondDescription(named, names, rows);
  const isLocal = chooseLocalAmount(named, names, kinds);
  chooseCurrency(named, names, kinds, isLocal);
  const currency = leaveCurrencyOfPurchases(named, names, kinds, rows);
  const { product = null, account = null } = named;
  findParties(named, names, rows);
  statusOfCells(named, names, rows);
  referenceAsText(named, rows);
  kindAsText(named, kinds, rows);
  const isSure =
    [named.date, named.madeDate, named.valueDate].some((at) => at !== undefined) &&
    (named.amount !== undefined || named.debit !== undefined) &&
    (named.description !== undefined || named.payee !== undefined || named.memo !== undefined) &&
    !isOneOfCurrencies(named, names, kinds);
  const isNamed = named.debit !== undefined && named.credit !== undefined;
  leaveSameText(named, kinds, rows);
  const columns = filled({ ...named }, kinds, rows);
  const hasMinus = rows.some((row) => isSigned(row[columns.amount ?? -1]));
  if (hasMinus && !saysSigns(columns, rows)) delete columns.direction;
  textOfOtherRows(columns, names, rows);
  secondText(columns, kinds, rows);
  const pairBy = isNamed
    ? "names"
    : columns.debit !== undefined
      ? turnByWords(columns, rows)
      : null;
  const isAmount = ({ kind }: ColumnKind) => kind === "amount";
  const isRate = (at: number) => header[at]?.includes("%") === true;
  const fee = kinds.findIndex(
    (kind, at) => isAmount(kind) && FEE_NAME.test(names[at] ?? "") && !isRate(at),
  );
  const hasFee = rows.some((row) => /[1-9]/.test(row[fee] ?? ""));
  return {
    columns,
    isSure,
    amounts: kinds.flatMap((kind, at) => (isAmount(kind) ? [at] : [])),
    fee: hasFee && fee !== columns.amount ? fee : null,
    ...{ product, account, kinds },
    ...{ currency, hasSigns, pairBy },
    hasReversals: hasMinus && columns.direction !== undefined && !repeatsWords(columns, rows),
  };
}

/** Whether several amount columns are named by a currency only. */
function isOneOfCurrencies(
  { amount = -1 }: Columns,
  names: readonly string[],
  kinds: readonly ColumnKind[],
): boolean {
  const isCurrency = (name = "") => /^euros?$/.test(name) || parseCurrency(name) !== null;
  const places = names.filter((name, at) => kinds[at]?.kind === "amount" && isCurrency(name));
  return isCurrency(names[amount]) && places.length > 1;
}

function namedColumns(
  names: readonly string[],
  kinds: readonly ColumnKind[],
  roles: typeof ROLE_NAMES,
  columns: Columns = {},
): Columns {
  for (const { role, kind, names: patterns, not } of roles) {
    const places = patterns.flatMap((pattern) =>
      names.flatMap((name, at) =>
        isFree(columns, at) &&
        isOfKind(kinds[at], kind, role) &&
        pattern.test(name) &&
        !not?.test(name)
          ? [at]
          : [],
      ),
    );
    const place = places.find((at) => kinds[at]?.kind !== "empty") ?? places[0];
    if (place !== undefined) columns[role] = place;
  }
  return columns;
}

/**
 * A reference of digits looks like an amount. An empty column fits any text, and fits outflows or
 * inflows.
 */
const isOfKind = (found: ColumnKind | undefined, wanted: CellKind, role: CsvRole): boolean => {
  if (!found) return false;
  if (role === "description" && found.kind === "empty") return false;
  if (found.kind === wanted || (wanted === "text" && found.kind !== "date")) return true;
  if (wanted === "currency") return found.kind === "text";
  return found.kind === "empty" && (role === "debit" || role === "credit");
};

/** Prefers the day of payment to the day of the operation. */
function chooseDay(
  columns: Columns,
  names: readonly string[],
  kinds: readonly ColumnKind[],
  rows: Rows,
): void {
  const { date, madeDate } = columns;
  const isNamed = (role: CsvRole, name: string) => {
    const found = ROLE_NAMES.find((each) => each.role === role);
    return found?.names.some((one) => one.test(name)) === true && !found.not?.test(name);
  };
  const isMade = (at: number) => isNamed("madeDate", names[at] ?? "");
  // A day on which the money of several rows was paid out is not the row's own day.
  if (madeDate !== undefined && /\b(transfer|payout)\b/.test(names[date ?? -1] ?? "")) {
    columns.date = madeDate;
    delete columns.madeDate;
  }
  if (date === undefined || madeDate !== undefined || !isMade(date)) return;
  const place = names.findIndex(
    (name, at) =>
      isFree(columns, at) &&
      kinds[at]?.kind === "date" &&
      isNamed("date", name) &&
      !isMade(at) &&
      !OF_STATEMENT.test(name) &&
      new Set(rows.map((row) => row[at])).size > 1,
  );
  if (place >= 0) Object.assign(columns, { date: place, madeDate: date });
}

/** Days of a statement, and days of the statement's payment. */
const OF_STATEMENT = /statement|billing|abrechnung|wyciag|extrato|fatura|releve|echeance|vencimi/;

/** Chooses among several amount columns: prefers the account's currency, and nonzero amounts. */
function chooseAmount(
  columns: Columns,
  names: readonly string[],
  kinds: readonly ColumnKind[],
  rows: Rows,
): void {
  const role = ROLE_NAMES.find((each) => each.role === "amount");
  if (columns.amount === undefined || !role) return;
  const places = names.flatMap((name, place) =>
    kinds[place]?.kind === "amount" &&
    (isFree(columns, place) || place === columns.amount) &&
    role.names.some((pattern) => pattern.test(name)) &&
    !role.not?.test(name)
      ? [place]
      : [],
  );
  const { amount } = columns;
  const hasMoney = (at: number) => rows.some((row) => /[1-9]/.test(row[at] ?? ""));
  const isFull = (at: number) => rows.every((row) => /\d/.test(row[at] ?? ""));
  const isSame = (place: number) => names[place] === names[amount];
  const at =
    places.find((place) => OF_ACCOUNT.test(names[place] ?? "")) ??
    (isFull(amount) ? undefined : places.find((place) => isSame(place) && isFull(place))) ??
    (hasMoney(amount) ? undefined : places.find(hasMoney));
  if (at !== undefined) columns.amount = at;
}

/**
 * Debit and credit columns come in pairs; a lone column holds signed amounts. Returns whether a
 * lone column gives the signs of a fuller amount column.
 */
function removeHalfPair(
  columns: Columns,
  names: readonly string[],
  kinds: readonly ColumnKind[],
  rows: Rows,
): boolean {
  const { debit, credit } = columns;
  let isSigned = false;
  if (debit !== undefined && credit !== undefined) {
    const both = rows.filter(isBoth(debit, credit)).length;
    const fits = both <= rows.length * MAX_BOTH;
    isSigned = fits && lacksRows(columns, rows);
    if (fits && !isSigned) {
      delete columns.amount;
      return false;
    }
  }
  delete columns.debit;
  delete columns.credit;
  if (columns.amount === undefined)
    namedColumns(
      names,
      kinds,
      ROLE_NAMES.filter(({ role }) => role === "amount"),
      columns,
    );
  return isSigned;
}

/**
 * Whether the amount column repeats the signs of the pair next to it, and is filled in rows where
 * the pair is blank.
 */
function lacksRows({ amount, debit = -1, credit = -1 }: Columns, rows: Rows): boolean {
  if (amount === undefined) return false;
  const has = (row: readonly string[], at: number) => /\d/.test(row[at] ?? "");
  const paired = rows.filter((row) => has(row, debit) !== has(row, credit));
  return (
    paired.length > 0 &&
    paired.every((row) => isSigned(row[amount]) === has(row, debit)) &&
    rows.some((row) => has(row, amount) && !has(row, debit) && !has(row, credit))
  );
}

const isBoth = (debit: number, credit: number) => (row: readonly string[]) =>
  [debit, credit].every((at) => /[1-9]/.test(row[at] ?? ""));
