import { type ColumnKind, parseCurrency } from "./column-kinds.ts";
import { CURRENCY_NAME, currencyInName, FEE_NAME, ORIGINAL_AMOUNT, SIGNS } from "./column-names.ts";
import type { CsvMapping } from "./csv-mapping.ts";
import { isFree } from "./fill-columns.ts";

type Columns = CsvMapping["columns"];
type Rows = readonly (readonly string[])[];

/** Names of amounts in the account's own currency. */
export const OF_ACCOUNT =
  /account|\bkonto|rachunk|billing|billed|settle|posted|booked|счета|сметка|cuenta|compte|\bconto\b|\buct|ucet|szamla|hesap|λογαρ|\btili|domestic|kontowahr/;

/**
 * Chooses the account's local amount next to a foreign amount. Returns whether there is a local
 * amount.
 */
export function chooseLocalAmount(
  columns: Columns,
  names: readonly string[],
  kinds: readonly ColumnKind[],
): boolean {
  if (columns.amount !== undefined || columns.debit !== undefined) return false;
  const at = names.findIndex((name, place) => kinds[place]?.kind === "amount" && LOCAL.test(name));
  if (at < 0 || !names.some((name) => /foreign/.test(name))) return false;
  columns.amount = at;
  return true;
}

const LOCAL = /\blocal\b/;

/**
 * Leaves out the column with the currencies of purchases. In the rows of the account's own currency, and in
 * no other rows, another column has the same number as the amount. Returns the account's currency; null if
 * there is none. That other column has the account's amounts if its name alone states the currency.
 */
export function leaveCurrencyOfPurchases(
  columns: Columns,
  names: readonly string[],
  kinds: readonly ColumnKind[],
  rows: Rows,
): string | null {
  const { currency, amount } = columns;
  if (currency === undefined || amount === undefined) return null;
  // A row without an amount does not show its currency.
  const booked = rows.filter((row) => /\d/.test(row[amount] ?? ""));
  const numberAt = (row: readonly string[], at: number) =>
    (row[at] ?? "").replace(/[.,]0+$/, "").replaceAll(/\D/g, "");
  const codes = [...new Set(booked.map((row) => row[currency]?.trim() ?? ""))];
  for (const [at, { kind }] of kinds.entries()) {
    const isPart = FEE_NAME.test(names[at] ?? "") || /gross|brutto|\bnet/.test(names[at] ?? "");
    if (kind !== "amount" || !isFree(columns, at) || isPart || codes.length < 2) continue;
    const isSame = (row: readonly string[]) => numberAt(row, at) === numberAt(row, amount);
    const listRows = (code: string) => booked.filter((row) => row[currency]?.trim() === code);
    const own = codes.filter((code) => listRows(code).every(isSame));
    const others = codes.filter((code) => !listRows(code).some(isSame));
    if (own.length !== 1 || own.length + others.length !== codes.length) continue;
    delete columns.currency;
    const [code = ""] = own;
    const isSaid = (place: number) =>
      (names[place] ?? "").split(" ").includes(code.toLowerCase()) && code !== "";
    if (isSaid(at) && !isSaid(amount)) columns.amount = at;
    return own[0] ?? null;
  }
  return null;
}

/**
 * The currency belongs to the account's amount, and most often stands next to it; an unnamed column
 * has currency codes alone.
 */
export function chooseCurrency(
  columns: Columns,
  names: readonly string[],
  kinds: readonly ColumnKind[],
  isLocal: boolean,
): void {
  delete columns.currency;
  const isOwn = (at: number) =>
    isFree(columns, at) &&
    (kinds[at]?.kind === "currency" || kinds[at]?.kind === "text") &&
    CURRENCY_NAME.test(names[at] ?? "") &&
    (!ORIGINAL_AMOUNT.test(names[at] ?? "") || (isLocal && LOCAL.test(names[at] ?? "")));
  const places = names.flatMap((_, at) => (isOwn(at) ? [at] : []));
  const codes = places.filter((at) => kinds[at]?.kind === "currency");
  const amount = columns.amount ?? columns.debit ?? Number.NaN;
  const place =
    codes.find((at) => OF_ACCOUNT.test(names[at] ?? "")) ??
    codes.find((at) => at === amount + 1) ??
    codes.find((at) => at === amount - 1) ??
    codes[0] ??
    kinds.findIndex(
      ({ kind }, at) => kind === "currency" && names[at] === "" && isFree(columns, at),
    );
  if (place >= 0) columns.currency = place;
}

/** The currency in the name of the amount's column, or the sign next to all amounts. */
export function currencyHint(
  header: readonly string[],
  rows: Rows,
  { columns }: Pick<CsvMapping, "columns">,
): string | null {
  const places = [columns.amount, columns.debit, columns.credit, columns.balance];
  for (const at of places) {
    if (at === undefined) continue;
    const code = currencyInName(header[at] ?? "");
    const named = code === null ? null : parseCurrency(code);
    if (named !== null) return named;
    const cells = rows.map((row) => row[at]?.trim() ?? "").filter((cell) => /\d/.test(cell));
    const signs = new Set(cells.map((cell) => cell.replaceAll(/[\d.,\s()'’+−–-]/g, "")));
    const [sign = ""] = signs;
    if (signs.size === 1 && sign !== "") return SIGNS[sign] ?? parseCurrency(sign);
  }
  return null;
}

/** The only currency of a column of currencies; null for several. */
export function onlyCurrency(rows: Rows, { currency = -1 }: Columns): string | null {
  const codes = new Set(rows.map((row) => row[currency]?.trim() ?? ""));
  const [code = ""] = codes;
  return codes.size === 1 ? code : null;
}
