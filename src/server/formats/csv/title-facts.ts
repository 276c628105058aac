import {
  type AccountNumber,
  type Amount,
  accountNumberFrom,
  type Day,
  type Iban,
  ibanFrom,
} from "../../domain/bank-values.ts";
import { parseCell, parseDay } from "../locale-values.ts";
import { plainName, ROLE_NAMES } from "./column-names.ts";
import type { CsvMapping } from "./csv-mapping.ts";
import { isAmount, isDay } from "./csv-rows.ts";
import { lineKind } from "./line-words.ts";

/** The facts about an account in the titles above its table. */
export type TitleFacts = {
  id: AccountNumber | null;
  /** The IBAN if the titles contain exactly one; otherwise null. */
  iban: Iban | null;
  /** The closing balance. Its day is null without a day in the titles. */
  closing: { amount: Amount; date: Day | null } | null;
};

/** The maximum length of a title, in characters. Longer titles are skipped. */
const MAX_TITLE = 200;

/**
 * Reads the lines above a table: the only IBAN or account number, and a closing balance with its
 * day.
 */
export function titleFacts(
  titles: readonly (readonly string[])[],
  { decimalMark, dateOrder }: Pick<CsvMapping, "decimalMark" | "dateOrder">,
): TitleFacts {
  const iban = onlyIban(titles);
  const bare = titles.find(isBareLine);
  const id = accountIn(titles);
  const daysIn = (line: string): Day[] =>
    (line.match(/\d{1,4}[./-]\d{1,2}[./-]\d{2,4}/g) ?? []).flatMap(
      (day) => parseDay(day, /^\d{4}/.test(day) ? "YMD" : dateOrder) ?? [],
    );
  for (const title of titles) {
    if (lineKind(title) !== "closing" && title !== bare) continue;
    const found = title.findLast(isAmount) ?? amountBehind(title);
    // Some banks write the balance with the other decimal mark.
    const amount =
      parseCell(found, decimalMark) ?? parseCell(found, decimalMark === "," ? "." : ",");
    if (amount === null) continue;
    const days = daysIn(title.join(" "));
    const date = (title === bare ? days.toSorted().at(-1) : days[0]) ?? null;
    const newest =
      titles
        .flatMap((line) => daysIn(line.join(" ")))
        .toSorted()
        .at(-1) ?? null;
    return { id, iban, closing: { amount, date: date ?? newest } };
  }
  return { id, iban, closing: null };
}

/** The only IBAN or number of an account in the lines above a table. */
export function accountIn(titles: readonly (readonly string[])[]): AccountNumber | null {
  const iban = onlyIban(titles);
  if (iban !== null) return accountNumberFrom(iban);
  const [, bareNumber = ""] = TEXT_NUMBER.exec(titles.find(isBareLine)?.[0] ?? "") ?? [];
  return numberIn(titles) ?? accountNumberFrom(bareNumber);
}

function onlyIban(titles: readonly (readonly string[])[]): Iban | null {
  const cells = titles.flat().filter(({ length }) => length <= MAX_TITLE);
  const ibans = new Set(cells.flatMap((cell) => ibanIn(cell) ?? []));
  const [iban = null] = ibans.size === 1 ? ibans : [];
  return iban;
}

/** A number that a spreadsheet keeps as text: ="0300300012345678". */
const TEXT_NUMBER = /^="(\d{8,})"$/;

/** A balance with its currency only. */
const BALANCE = /^-?[\d\s.,'’]*\d[.,]\d\d ?[A-Z]{3}$/;

/** Whether a line without a name has an account number, days, and the balance on the last day. */
function isBareLine([number = "", ...cells]: readonly string[]): boolean {
  const others = cells.filter((cell) => !isDay(cell) && !/^\d{0,6}$/.test(cell));
  const [balance = ""] = others;
  return (
    TEXT_NUMBER.test(number) &&
    cells.some(isDay) &&
    others.length === 1 &&
    BALANCE.test(balance.trim())
  );
}

/** The only amount with decimals after the balance's name in a cell. */
function amountBehind(title: readonly string[]): string {
  const amounts = new Set(title.join(" ").slice(0, MAX_TITLE).match(AMOUNT));
  const [amount = ""] = amounts.size === 1 ? amounts : [];
  return amount;
}

/** An amount with decimals, outside of longer numbers and days. Thousands may be spaced. */
const AMOUNT = /(?<![\d./-])-?(?:\d{1,3}(?:[\s.,'’]\d{3})+|\d+)[.,]\d\d(?![\d./-])/g;

/**
 * The number after the name of an account; otherwise the number in a sentence, if all lines agree
 * on it.
 */
function numberIn(titles: readonly (readonly string[])[]): AccountNumber | null {
  const numbers = new Set<string>();
  for (const title of titles) {
    const cells = title
      .flatMap((cell) => cell.split(/:\s*(?=\S)|:\s*$/))
      .map((cell) => cell.trim());
    for (const [at, name] of cells.entries()) {
      if (!isAccountName(plainName(name))) continue;
      const value = cells.slice(at + 1).find((cell) => cell !== "") ?? "";
      const number = readNumber(value.replaceAll(/^[="'_]+|"/g, ""));
      if (number !== null && !isDay(value)) numbers.add(number);
    }
  }
  const sentences = titles.flatMap((title) => IN_SENTENCE.exec(title.join(" "))?.[1] ?? []);
  const found = numbers.size > 0 ? numbers : new Set(sentences);
  const [number = ""] = found;
  return found.size === 1 ? accountNumberFrom(number) : null;
}

/** The number in a text, alone, before a remark, or after a name. */
function readNumber(text: string): string | null {
  if (text.length > MAX_TITLE) return null;
  const whole = text.replaceAll(" ", "");
  if (NUMBER.test(whole)) return whole;
  const [first = ""] = /^\S+(?=\s*[-(/])/.exec(text) ?? [];
  if (NUMBER.test(first)) return first;
  const bare = text.replace(REMARK, "").replaceAll(" ", "");
  if (NUMBER.test(bare)) return bare;
  const [, last = ""] = /^\D+\s([\dxX*•./-]+)$/.exec(text) ?? [];
  return NUMBER.test(last) ? last : null;
}

/** Words after a number, except for the number's mask. */
const REMARK = /\s(?:[-(/]|(?!X+(?:\s|$))\p{L}{2}).*$/iu;

/** A number in a sentence: Statement of Account No - 1234567 for the period. */
const IN_SENTENCE =
  /\b(?:account|a\/c|acct|konto|compte|cuenta|conta|conto|rekening|rachunek)\b[^\d,;]{0,24}?\b([\dx*]{2}[\dx*-]{5,32}\d)\b/iu;

/** An account number: at least four digits, possibly after a mask. */
const NUMBER = /^(?=(?:\D*\d){4})[A-Z]{0,4}[\dxX*•./-]{4,34}[A-Z\d]{0,4}$/;

const isAccountName = (name: string): boolean =>
  /^(conta|account details( for)?|numero (de )?(compte|conta|cuenta)|numero cuenta|n de compte|account number|(kredit)?karte(nnummer)?|(credit )?card|tarjeta|carte|conto corrente|cuenta corriente|compte courant|conta corrente|kaartnummer|kortnummer|hesap numarasi|numer konta)$/.test(
    name,
  ) ||
  ROLE_NAMES.some(({ role, names }) => role === "account" && names.some((one) => one.test(name)));

/** The IBAN in a cell: alone, after its name, or before a remark. */
function ibanIn(cell: string): Iban | null {
  const [found] =
    /[A-Z]{2}\d{2}[A-Z\d ]{11,40}$|^[A-Z]{2}\d{2}[A-Z\d ]{11,40}(?= [/(])/.exec(
      cell.replaceAll('"', ""),
    ) ?? [];
  return found === undefined ? null : ibanFrom(found.trim());
}
