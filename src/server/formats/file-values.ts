import {
  type AccountNumber,
  accountNumberFrom,
  type BankCode,
  bankCodeFrom,
  type Currency,
  currencyFrom,
  type Id,
  idFrom,
} from "../domain/bank-values.ts";
import { FormatError, type FormatProblem } from "./format-error.ts";

/** The line and the field of a value, for the error about a malformed value. */
type ValuePlace = { line?: number; field: string };

/**
 * Returns a reader of optional values: null for a missing or blank value. The reader throws a
 * FormatError for a malformed value.
 */
const readerOf =
  <Value>(parse: (text: string) => Value | null, problem: FormatProblem, expected: string) =>
  (found: string | null | undefined, place: ValuePlace): Value | null => {
    const text = found?.trim() ?? "";
    if (text === "") return null;
    const value = parse(text);
    if (value === null) throw new FormatError(problem, { ...place, found: text, expected });
    return value;
  };

/** Reads the currency of a file. */
export const currencyIn = readerOf<Currency>(
  currencyFrom,
  "INVALID_CURRENCY",
  "EUR, or 3 to 10 letters and digits",
);

/** Reads the number of an account in a file. */
export const accountNumberIn = readerOf<AccountNumber>(
  accountNumberFrom,
  "INVALID_ACCOUNT_NUMBER",
  "at most 100 characters on one line",
);

/** Reads the number of a bank in a file. */
export const bankCodeIn = readerOf<BankCode>(
  bankCodeFrom,
  "INVALID_BANK_NUMBER",
  "at most 100 characters on one line",
);

/** Reads the bank's identifier of a transaction in a file. */
export const idIn = readerOf<Id>(idFrom, "INVALID_ID", "at most 256 characters on one line");
