import {
  type AccountNumber,
  accountNumberFrom,
  bicFrom,
  type Day,
  dayFrom,
  type Iban,
  ibanFrom,
  type Line,
  lineFrom,
} from "../../domain/bank-values.ts";
import { parseAmount } from "../decimal.ts";
import { accountNumberIn, bankCodeIn, currencyIn, idIn } from "../file-values.ts";
import { FormatError } from "../format-error.ts";
import type { StatementAccount, StatementBalance, StatementTransaction } from "../statement.ts";

/** A field: its text lines, and the number of its first line. */
export type Field = { tag: string; lines: string[]; line: number };

/**
 * Returns the account of field 25: an IBAN, a bank with an account, or an account alone. A currency
 * often follows. Field 25P has a BIC on the next line.
 */
export function accountFrom({ tag, lines, line }: Field): StatementAccount {
  const place = { line, field: `:${tag}:` };
  const found = tag === "25" || tag === "25P" ? lines.slice(0, 2) : [];
  const iban = ibanIn(found[0] ?? "");
  const parts = found
    .flatMap((text) => text.trim().split("/"))
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const last = parts.at(-1) ?? "";
  const isCurrency = parts.length > 1 && /^[A-Z]{3}$/.test(last);
  if (isCurrency) parts.pop();
  const others = parts.filter((part) => bicFrom(part) === null);
  const at = iban
    ? parts.findIndex((part) => part.replaceAll(" ", "").startsWith(iban))
    : parts.indexOf(others.at(-1) ?? parts.at(-1) ?? "");
  const [, number = "", suffix] = /^(.*?\d)\s*([A-Z]{3})?$/.exec(parts[at] ?? "") ?? [
    null,
    parts[at],
  ];
  const bank = parts.find((_, place) => place !== at);
  return {
    id: iban ?? accountNumberIn(number, place),
    iban,
    bankId: bankCodeIn(bank, place),
    name: null,
    type: null,
    currency: currencyIn(isCurrency ? last : suffix, place),
  };
}

/** The IBAN in a text; the currency may follow directly. */
function ibanIn(text: string): Iban | null {
  for (const part of text.split("/")) {
    const iban = ibanFrom(part.trim()) && ibanFrom(part.trim().replace(/(?<=\d)\s*[A-Z]{3}$/, ""));
    if (iban) return iban;
  }
  return null;
}

/** The longest balance, in characters: SWIFT's has 25. */
const MAX_BALANCE_LENGTH = 100;

/**
 * Returns a balance. Without its own currency, the balance has the account's. Throws a FormatError
 * for a wrong amount.
 */
export function balanceFrom(
  field: Field,
  kind: StatementBalance["kind"],
  account: StatementAccount,
): StatementBalance {
  const found = field.lines[0]?.trim() ?? "";
  const [, sign, date = "", currency, number] =
    /^R?([CD])\s*(?:(\d{6})|(?=[A-Z]{3}))\s*([A-Z]{3})?\s*([\d.,]*\d[\d.,]*)/.exec(
      found.slice(0, MAX_BALANCE_LENGTH),
    ) ?? [];
  const amount = number === undefined ? null : parseAmount(`${sign === "D" ? "-" : ""}${number}`);
  if (amount === null)
    throw new FormatError("INVALID_AMOUNT", {
      ...placeOf(field, found),
      expected: "C261231EUR1234,56",
    });
  account.currency ??= currencyIn(currency, placeOf(field, found));
  return { kind, amount, date: parseDay(date) };
}

/**
 * The value date, the booking day, the sign, the amount, the type, and the references. Some banks
 * write the booking day with its year, or blanks before and within the type.
 */
const ROW =
  /^(\d{6})\s?(\d{6}|\d{4}| {4})?\s?([ER]?)([CD])[A-Z]?\s?([\d.,]*\d[\d.,]*)\s*((?!NONREF)[A-Z][A-Z\d ]{2}[A-Z\d])?(.*)$/;

/** Returns the row of a field 61. Throws a FormatError for a malformed field. */
export function transactionFrom(field: Field): StatementTransaction {
  const [found = "", ...supplement] = field.lines;
  const [all, value = "", booked = "", reversal, sign, number = "", code, references = ""] =
    ROW.exec(found.trim()) ?? [];
  if (all === undefined)
    throw new FormatError("BROKEN_STRUCTURE", {
      ...placeOf(field, found),
      expected: "2612311231D1234,56NTRFREFERENCE//BANKREFERENCE",
    });
  const isOut = (sign === "D") !== (reversal === "R");
  const amount = parseAmount(`${isOut ? "-" : ""}${number}`);
  if (amount === null) throw new FormatError("INVALID_AMOUNT", placeOf(field, number));
  const [own = "", ...bank] = references.split("//");
  const { reference, party } = partyIn(own.trim());
  const valueDate = parseDay(value);
  const date = booked.trim() === "" ? valueDate : bookedDay(valueDate, booked);
  if (valueDate === null || date === null)
    throw new FormatError("INVALID_DATE", {
      ...placeOf(field, valueDate === null ? value : booked),
      expected: "YYMMDD and MMDD",
    });
  const isCheck = code === "NCHK" || code === "NCHG";
  return {
    date,
    valueDate,
    madeDate: null,
    amount,
    currency: null,
    pending: false,
    id: idIn(readReference(bank.join("//")), placeOf(field, "")),
    reference,
    checkNumber: isCheck ? reference : null,
    code: lineFrom(code?.replaceAll(" ", "")),
    description: lineFrom(supplement.join(" ")),
    payee: party?.name ?? null,
    memo: null,
    counterpartyAccount: party?.account ?? null,
    category: null,
    line: field.line,
  };
}

const placeOf = ({ tag, line }: Field, found: string) => ({ line, field: `:${tag}:`, found });

/**
 * The reference of a row. Dutch banks write the other party there: its account, blanks, and its
 * name.
 */
function partyIn(text: string): {
  reference: Line | null;
  party?: { account: AccountNumber | null; name: Line | null };
} {
  const [, account, name] = /^(P?\d{4,})\s{2,}(\p{L}.*)$/u.exec(text) ?? [];
  return account !== undefined && name !== undefined
    ? {
        reference: null,
        party: { account: accountNumberFrom(account), name: lineFrom(name) },
      }
    : { reference: readReference(text) };
}

const readReference = (text: string): Line | null =>
  /^(NONREF|NOTPROVIDED)?$/i.test(text.trim()) ? null : lineFrom(text);

/** A six-digit day, or null. */
function parseDay(digits: string): Day | null {
  const year = Number(digits.slice(0, 2));
  // Interest knows a 30th of February.
  const isThirtieth = /0230$/.test(digits);
  return dayFrom(
    year < 80 ? 2000 + year : 1900 + year,
    Number(digits.slice(2, 4)),
    isThirtieth ? 28 : Number(digits.slice(4, 6)),
  );
}

/** The booking date. Without a year, it has the year nearest to the value date. */
function bookedDay(valueDate: Day | null, digits: string): Day | null {
  if (digits.length === 6 || valueDate === null) return parseDay(digits);
  const month = Number(digits.slice(0, 2));
  const distance = month - Number(valueDate.slice(5, 7));
  const turn = distance > 6 ? -1 : distance < -6 ? 1 : 0;
  return dayFrom(Number(valueDate.slice(0, 4)) + turn, month, Number(digits.slice(2)));
}
