import { ibanFrom } from "../../domain/bank-values.ts";
import { parseDay } from "../locale-values.ts";
import { decideDateOrder } from "../locale-votes.ts";
import { ROLE_NAMES } from "./column-names.ts";
import type { CsvMapping } from "./csv-mapping.ts";
import { isDay } from "./csv-rows.ts";

type Columns = CsvMapping["columns"];
type Rows = readonly (readonly string[])[];

/**
 * Names that banks give to either party's account. A column with such a name and a constant number
 * is the own account. It needs `MIN_ROWS` rows, or `MIN_ROWS_OF_BOTH` rows with inflows and
 * outflows.
 */
const EITHER_ACCOUNT = /^(iban|konto|kontonummer|account (number|no)|cuenta|conto)$/;
/** Names of the holder's account only. */
const OWN_ACCOUNT = /^(own account|auftragskonto)$/;
/** Names of a column with the kinds of the holder's accounts. */
const ACCOUNT_TYPE = /^(account|konto|compte|cuenta) ?(type|typ|art|tipo)$|^type de compte$/;
const MIN_ROWS = 5;
const MIN_ROWS_OF_BOTH = 3;

/** The maximum number of different accounts per row if a column divides rows by account. */
const MAX_SHARE = 1 / 3;
/** The maximum for a column of account names, which the other parties' numbers are not. */
const MAX_SHARE_OF_NAMES = 2 / 3;

/**
 * Decides by the cells which columns belong to the account's holder, and which to the other party.
 */
export function findParties(columns: Columns, names: readonly string[], rows: Rows): void {
  moveOtherAccounts(columns, names, rows);
  ownIban(columns, names, rows);
  chooseOtherParty(columns, names, rows);
  const { product } = columns;
  if (product !== undefined && !isGrouping(listCells(rows, product))) delete columns.product;
}

const listCells = (rows: Rows, at: number): string[] => rows.map((row) => row[at]?.trim() ?? "");

/** Whether a few different cells divide the rows into groups. */
const isGrouping = (cells: readonly string[], share = MAX_SHARE): boolean =>
  !cells.includes("") && new Set(cells).size <= Math.max(1, cells.length * share);

/** A column of account numbers that change from row to row belongs to the other parties. */
function moveOtherAccounts(columns: Columns, names: readonly string[], rows: Rows): void {
  leaveSparseCards(columns, names, rows);
  const { account, counterpartyAccount } = columns;
  if (account === undefined || counterpartyAccount !== undefined) return;
  if (OWN_ACCOUNT.test(names[account] ?? "")) return;
  const numbers = listCells(rows, account);
  const isOne = new Set(numbers).size === 1;
  const isEnough =
    rows.length >= MIN_ROWS || (rows.length >= MIN_ROWS_OF_BOTH && hasBothSigns(columns, rows));
  const isFirst = account === 0 && rows.length > 1 && hasBothSigns(columns, rows);
  if (
    names.some((name) => ACCOUNT_TYPE.test(name)) ||
    (isOne && (isFirst || hasParties(columns, rows)))
  )
    return;
  // In a file with payees, the column "account name" names the holder's account.
  const named = names.indexOf("account name");
  const hasNames =
    named >= 0 &&
    columns.payee !== undefined &&
    isGrouping(listCells(rows, named), MAX_SHARE_OF_NAMES);
  if (hasNames) return;
  const name = names[account] ?? "";
  const share = name === "account name" ? MAX_SHARE_OF_NAMES : MAX_SHARE;
  const isOwn = EITHER_ACCOUNT.test(name)
    ? (isOne && isEnough) || areBlocks(numbers, columns, rows)
    : isGrouping(numbers, share);
  if (isOwn) return;
  delete columns.account;
  // A single number in few rows may be the number of either party.
  if (!isOne || rows.length === 1) columns.counterpartyAccount = account;
  const own = accountPlaces(columns, names).find(
    (at) => at !== account && new Set(listCells(rows, at)).size === 1,
  );
  if (own !== undefined && rows.length > 1) columns.account = own;
}

/**
 * Whether the rows of each number are consecutive, and days are ordered within each number only.
 * Such a file lists one account after the other.
 */
function areBlocks(numbers: readonly string[], { date = -1 }: Columns, rows: Rows): boolean {
  const cells = listCells(rows, date);
  const order = decideDateOrder(cells, "DMY").value;
  const days = cells.map((cell) => parseDay(cell, order) ?? "");
  const starts = numbers.flatMap((number, at) => (number === numbers[at - 1] ? [] : [at]));
  if (numbers.includes("") || starts.length < 2 || starts.length !== new Set(numbers).size)
    return false;
  const steps = days.slice(1).map((day, at) => day.localeCompare(days[at] ?? ""));
  const firsts = new Set(starts);
  const isStart = (_: number, at: number) => firsts.has(at + 1);
  const inside = steps.filter((step, at) => step !== 0 && !isStart(step, at));
  const [way = 0] = inside;
  return (
    inside.length >= MIN_STEPS &&
    inside.every((step) => step === way) &&
    steps.filter(isStart).every((step) => step === -way)
  );
}
/** The minimum number of day changes that show an order. */
const MIN_STEPS = 3;

/**
 * Sparse card numbers name the paying card. The account's number is in another column, or missing.
 */
function leaveSparseCards(columns: Columns, names: readonly string[], rows: Rows): void {
  const { account } = columns;
  if (account === undefined || !/card/.test(names[account] ?? "")) return;
  const cells = listCells(rows, account);
  if (!cells.includes("") || new Set(cells).size === 1) return;
  delete columns.account;
  const own = accountPlaces(columns, names).find(
    (at) => at !== account && !listCells(rows, at).includes(""),
  );
  if (own !== undefined) columns.account = own;
}

/** The free columns with a name of an account. */
const accountPlaces = (columns: Columns, names: readonly string[]): number[] => {
  const patterns = ROLE_NAMES.find(({ role }) => role === "account")?.names ?? [];
  return names.flatMap((name, at) =>
    !Object.values(columns).includes(at) && patterns.some((pattern) => pattern.test(name))
      ? [at]
      : [],
  );
};

/**
 * Whether each row has its own party, by name or by texts of inflows and outflows. One number
 * cannot belong to several parties.
 */
const hasParties = (columns: Columns, rows: Rows): boolean => {
  const { payee = columns.payer, description = -1 } = columns;
  if (payee === undefined && !hasBothSigns(columns, rows)) return false;
  const texts = listCells(rows, description);
  const names = listCells(rows, payee ?? description).map((cell, at) => cell || (texts[at] ?? ""));
  return !names.includes("") && new Set(names).size === rows.length && rows.length > 1;
};

/**
 * Without column names, an IBAN or number in all rows is the account's, and other IBANs are the
 * other parties'.
 */
function ownIban(columns: Columns, names: readonly string[], rows: Rows): void {
  if (names.some((name) => name !== "")) return;
  const width = Math.max(...rows.map(({ length }) => length));
  for (let at = 0; at < width; at += 1) {
    const cells = listCells(rows, at).filter((cell) => cell !== "");
    const [number = ""] = cells;
    const isNumber = (at === 0 ? NUMBER : MASKED).test(number) && !isDay(number);
    if (isNumber && rows.length > 1 && cells.length === rows.length && new Set(cells).size === 1) {
      if (!Object.values(columns).includes(at)) columns.account ??= at;
      continue;
    }
    if (cells.length < rows.length / 2 || cells.some((cell) => ibanFrom(cell) === null)) continue;
    const isOne = new Set(cells).size === 1 && cells.length === rows.length;
    if (isOne && rows.length > 1 && columns.account === undefined) columns.account = at;
    else columns.counterpartyAccount ??= at;
  }
}

/** An account number in the first column; a masked number in any column. */
const NUMBER = /^(?=(?:\D*\d){7})[\dxX*• -]{7,34}$/;
const MASKED = /^(?=(?:\D*\d){3})[\dxX*•-]*[xX*•]{3,}[\dxX*•-]*$/;

/**
 * Takes the payee, or another column of payees' names, as the other party. A name in all rows is
 * the holder's.
 */
function chooseOtherParty(columns: Columns, names: readonly string[], rows: Rows): void {
  const isName = (at: number | undefined) =>
    at !== undefined &&
    listCells(rows, at).some(
      (cell) => /\p{L}{3}|[\p{sc=Han}\p{sc=Hangul}]{2}/u.test(cell) && ibanFrom(cell) === null,
    );
  const isHolder = (at: number) => {
    const cells = new Set(listCells(rows, at));
    return cells.size === 1 && (rows.length >= MIN_ROWS || hasBothSigns(columns, rows));
  };
  const isOther = (at: number | undefined): at is number =>
    at !== undefined && isName(at) && !isHolder(at);
  const [payer, payee] = [columns.payer, columns.payee];
  delete columns.payer;
  delete columns.payee;
  if (isOther(payer) && isOther(payee)) Object.assign(columns, { payer, payee });
  else {
    const other = [payee, payer, ...namedParties(columns, names)].find(isOther);
    if (other !== undefined) columns.payee = other;
  }
}

/** The free columns with a name of a party. */
const namedParties = (columns: Columns, names: readonly string[]): number[] => {
  const patterns = ROLE_NAMES.filter(({ role }) => role === "payee" || role === "payer").flatMap(
    (each) => each.names,
  );
  return names.flatMap((name, at) =>
    !Object.values(columns).includes(at) && patterns.some((pattern) => pattern.test(name))
      ? [at]
      : [],
  );
};

function hasBothSigns({ amount, debit, credit, direction }: Columns, rows: Rows): boolean {
  const cells = (at: number | undefined) => (at === undefined ? [] : listCells(rows, at));
  const minus = cells(amount).filter((cell) => /^[^\d]*[-−–(]|[-−–]\D*$/.test(cell)).length;
  return (
    (minus > 0 && minus < rows.length) ||
    new Set(cells(direction)).size > 1 ||
    [debit, credit].every((at) => cells(at).some((cell) => /[1-9]/.test(cell)))
  );
}
