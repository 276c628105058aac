import { amountIn } from "../decimal.ts";
import type { StatementBalance, StatementStream, WritableTransaction } from "../statement.ts";
import { currencyLetters, writtenLine } from "../written-values.ts";

/** The maximum lengths of the fields, from SWIFT and the German banks. */
const MAX_ACCOUNT = 35;
const MAX_REFERENCE = 16;
const MAX_COUNTERPARTY = 34;
const MAX_SUBFIELD = 27;
const MAX_PURPOSE = 10 * MAX_SUBFIELD;
const MAX_NAME = 2 * MAX_SUBFIELD;

/**
 * Writes statements as MT940, piece by piece, with the subfields of German banks in field 86.
 * Pending transactions are left out, since MT940 has only booked transactions. Years have two
 * digits.
 */
export async function* writeMt940(
  statements: readonly StatementStream[],
  { day }: { day: string },
): AsyncGenerator<string> {
  for (const [at, { account, balances, from, to, transactions }] of statements.entries()) {
    const currency = currencyLetters(account.currency) ?? "EUR";
    const number = writeNumber(account.iban ?? account.id) || "0";
    const bank =
      account.iban === null && account.bankId !== null ? `${writeNumber(account.bankId)}/` : "";
    yield `:20:${digits(day)}${at + 1}\n:25:${(bank + number).slice(0, MAX_ACCOUNT)}\n:28C:${at + 1}/1\n`;
    yield balanceField("60F", "opening", balances, currency, from ?? day);
    for await (const row of transactions) if (!row.pending) yield rowField(row, currency);
    yield balanceField("62F", "closing", balances, currency, to ?? day);
    if (balances.some(({ kind }) => kind === "available"))
      yield balanceField("64", "available", balances, currency, to ?? day);
    yield "-\n";
  }
}

/**
 * Writes a balance. MT940 requires the opening and the closing balance, so an unknown balance is
 * zero.
 */
function balanceField(
  tag: string,
  kind: StatementBalance["kind"],
  balances: readonly StatementBalance[],
  currency: string,
  day: string,
): string {
  const balance = balances.find((other) => other.kind === kind);
  const amount = balance?.amount ?? "0";
  const sign = amount.startsWith("-") ? "D" : "C";
  return `:${tag}:${sign}${digits(balance?.date ?? day)}${currency}${absolute(currency, amount)}\n`;
}

function rowField(row: WritableTransaction, currency: string): string {
  const sign = row.amount.startsWith("-") ? "D" : "C";
  const days = digits(nearValueDate(row)) + digits(row.date).slice(2);
  const id = writeReference(row.id);
  const reference = writeReference(row.checkNumber ?? row.reference) || "NONREF";
  const code = row.checkNumber === null ? "NMSC" : "NCHK";
  const amount = absolute(row.currency ?? currency, row.amount);
  const words = [row.description, row.memo].filter((text) => text !== null).join(" ");
  const purpose = [...clean(words)].slice(0, MAX_PURPOSE);
  const name = [...clean(row.payee)].slice(0, MAX_NAME);
  const subfields = [
    ...splitChunks(purpose).map((text, at) => `?${20 + at}${text}`),
    ...(row.counterpartyAccount === null
      ? []
      : [`?31${clean(row.counterpartyAccount).slice(0, MAX_COUNTERPARTY)}`]),
    ...splitChunks(name).map((text, at) => `?${32 + at}${text}`),
  ];
  const details = subfields.length === 0 ? "" : `:86:999${subfields.join("\n")}\n`;
  return `:61:${days}${sign}${amount}${code}${reference}${id === "" ? "" : `//${id}`}\n${details}`;
}

/** The value date, if it implies the year of the booking date, which MT940 omits. */
const nearValueDate = ({ date, valueDate }: WritableTransaction): string =>
  valueDate !== null && Math.abs(Date.parse(date) - Date.parse(valueDate)) < MAX_DISTANCE_MS
    ? valueDate
    : date;

const MAX_DISTANCE_MS = 150 * 24 * 60 * 60 * 1000;

function splitChunks(signs: readonly string[]): string[] {
  const chunks: string[] = [];
  for (let at = 0; at < signs.length; at += MAX_SUBFIELD)
    chunks.push(signs.slice(at, at + MAX_SUBFIELD).join(""));
  return chunks;
}

/**
 * Writes a text on one line without the marks of subfields, keywords, references and blocks. SWIFT
 * allows fewer letters, but banks write the letters of their language.
 */
const clean = (text: string | null): string =>
  writtenLine(
    (text ?? "").replaceAll(/[?+{}]|\/\/+/g, " ").replaceAll(/[^\p{L}\p{M}\p{N}\p{P}\p{S}]/gu, " "),
  );

/**
 * The number of an account or a bank without quotes, since a reading program may put the number
 * into SQL.
 */
const writeNumber = (text: string | null): string => clean(text?.replaceAll(/["'`]/g, "") ?? null);

/**
 * Writes a reference in SWIFT's characters. A slash is neither the first nor the last character,
 * since slashes separate references.
 */
const writeReference = (text: string | null): string =>
  clean((text ?? "").replaceAll(/[^A-Za-z0-9/\-:().,' ]+/g, " "))
    .slice(0, MAX_REFERENCE)
    .replaceAll(/^[/\s]+|[/\s]+$/g, "");

const digits = (day: string): string => day.replaceAll("-", "").slice(2);

/** An amount without its sign. SWIFT requires the comma even without decimals. */
function absolute(currency: string, amount: string): string {
  const text = amountIn(currency, amount.replace("-", "")).replace(".", ",");
  return text.includes(",") ? text : `${text},`;
}
