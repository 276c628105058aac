import { lineFrom } from "../domain/bank-values.ts";

/** The problems of files, with examples of the right form. */
const PROBLEMS = {
  NOT_A_SAMPLE: "the sandbox takes its sample files alone",
  EMPTY_FILE: "the file is empty",
  UNKNOWN_FORMAT: "the file is in none of the formats that are read",
  FILE_TOO_LARGE: "the file is too large",
  TOO_MANY_TRANSACTIONS: "the file has too many transactions",
  TOO_MANY_ACCOUNTS: "the file has too many accounts",
  UNCLEAR_ACCOUNTS: "the accounts of the tables cannot be told apart",
  INVALID_ARCHIVE: "the archive cannot be opened",
  INVALID_ENCODING: "the text is not in one encoding",
  DOCUMENT_TYPE: "a document type or entity is declared",
  BROKEN_STRUCTURE: "the structure is broken",
  NO_STATEMENT: "the file has no statement of an account",
  UNKNOWN_ACTION: "an action of an investment account is not known",
  NO_TRANSACTION: "the row is no transaction",
  MISSING_FIELD: "a field is missing",
  INVALID_DATE: "a date is not valid",
  INVALID_AMOUNT: "an amount is not valid",
  INVALID_CURRENCY: "a currency is not valid",
  INVALID_ACCOUNT_NUMBER: "an account number is not valid",
  INVALID_BANK_NUMBER: "the number of a bank is not valid",
  INVALID_ID: "an identifier is not valid",
  AMBIGUOUS_DATES: "day and month may change places in all dates",
  VALUE_TOO_LONG: "a value is too long",
} as const;
export type FormatProblem = keyof typeof PROBLEMS;

/**
 * The position of a problem, and the right form. `found` is shortened, so that an error reveals
 * little account data.
 */
export type ProblemPlace = {
  /** The name of a file in an archive. */
  file?: string;
  line?: number;
  field?: string;
  found?: string;
  expected?: string;
};

/** How much of a wrong value is shown, in characters. */
const MAX_FOUND_LENGTH = 24;

/** The error for an unreadable file. The message names the line and the right form. */
export class FormatError extends Error {
  readonly problem: FormatProblem;
  readonly place: ProblemPlace;

  constructor(
    problem: FormatProblem,
    { found, ...place }: ProblemPlace = {},
    options?: ErrorOptions,
  ) {
    const shown = found === undefined ? {} : { found: shorten(found) };
    super(writeSentence(problem, { ...place, ...shown }), options);
    this.problem = problem;
    this.place = { ...place, ...shown };
  }
}

function writeSentence(
  problem: FormatProblem,
  { file, line, field, found, expected }: ProblemPlace,
) {
  const archived = file === undefined ? "" : `${file}: `;
  const start = archived + (line === undefined ? "" : `line ${line}: `);
  const value = found === undefined ? "" : ` "${found}"`;
  const subject = field === undefined ? "" : ` (${field}${value})`;
  return `${start}${PROBLEMS[problem]}${subject}${expected === undefined ? "" : `; expected ${expected}`}`;
}

function shorten(text: string): string {
  const line = lineFrom(text)?.replaceAll(/\s+/g, " ") ?? "";
  return line.length > MAX_FOUND_LENGTH ? `${line.slice(0, MAX_FOUND_LENGTH)}…` : line;
}
