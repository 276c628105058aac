/// <reference types="vite/client" />
import { byLanguage } from "./by-language.ts";

type StatementKind =
  | "checking"
  | "savings"
  | "money market"
  | "line of credit"
  | "credit card"
  | "cash"
  | "investment";

type ColumnRole =
  | "date"
  | "amount"
  | "debit"
  | "credit"
  | "description"
  | "payee"
  | "memo"
  | "balance"
  | "currency"
  | "id"
  | "reference"
  | "direction";

type TradeKind =
  | "buy"
  | "sell"
  | "reinvestment"
  | "dividend"
  | "interest"
  | "fee"
  | "tax"
  | "deposit"
  | "withdrawal"
  | "transfer_in"
  | "transfer_out"
  | "split"
  | "other"
  | "none";

type FileProblem =
  | "INVALID_ARCHIVE"
  | "NOT_A_SAMPLE"
  | "EMPTY_FILE"
  | "UNKNOWN_FORMAT"
  | "FILE_TOO_LARGE"
  | "TOO_MANY_TRANSACTIONS"
  | "TOO_MANY_ACCOUNTS"
  | "UNCLEAR_ACCOUNTS"
  | "INVALID_ENCODING"
  | "DOCUMENT_TYPE"
  | "BROKEN_STRUCTURE"
  | "NO_STATEMENT"
  | "UNKNOWN_ACTION"
  | "NO_TRANSACTION"
  | "MISSING_FIELD"
  | "INVALID_DATE"
  | "INVALID_AMOUNT"
  | "INVALID_CURRENCY"
  | "INVALID_ACCOUNT_NUMBER"
  | "INVALID_BANK_NUMBER"
  | "INVALID_ID"
  | "AMBIGUOUS_DATES"
  | "VALUE_TOO_LONG";

/** A transaction in words. */
type MatchText = Record<"day" | "amount" | "name", string>;

/** The texts of the server's own forms, which collect data without an institution. */
export type FormWords = {
  /** Used for an application without a name. */
  application: string;
  /** Shown if the link, or its grant, has ended. */
  linkEnded: (application: string) => string;
  /** Texts for manually entered account numbers. */
  manualEntry: {
    /** Used as the name of the unknown institution. */
    name: string;
    /** The label of the entry in Link's list. */
    label: string;
    /** The names of accounts by kind, since their own names are unknown. */
    kinds: Record<"checking" | "savings", string>;
  } & Record<"routing" | "account" | "type" | "agree", string>;
  /** Texts for files from a bank. */
  files: {
    /** The name of the file's institution. */
    name: string;
    /** The label of the entry in Link's list. */
    label: string;
    /** Further search words. */
    aliases: string[];
    bank: string;
    file: string;
    /** The titles of the form, for a new and for an existing connection. */
    titles: Record<"first" | "newer", string>;
    lead: string;
    /** Instructions where a bank's site offers the file, and which format to choose. */
    download: (bank: string, path: string, format: string) => string[];
    note: (application: string) => string;
    sampleFile: string;
    missing: string;
    /** The button of the file field, and the text next to it. */
    choose: string;
    drop: string;
    /** Shown while the file is sent, and while it is read. */
    sending: string;
    reading: string;
    /** The texts of the questions that a file leaves open. */
    columns: string;
    columnsHelp: string;
    questions: string;
    questionsHelp: string;
    /** The help in the sandbox. */
    sample: string;
    /** The names of accounts by kind, for files without account names. */
    kinds: Record<StatementKind, string>;
    /** The question in which encoding a text reads right. */
    whichText: string;
    /** The question about the year of a file's newest day. */
    whichYear: string;
    whichAccount: string;
    newAccount: string;
    /** The shown question about two payments: both labels, and the reasons. */
    pair: {
      title: string;
      earlier: string;
      this: string;
      gone: string;
      new: string;
      why: (reasons: string) => string;
    };
    /** The question whether rows are the same transaction, and its options. */
    samePair: (pair: Record<"day" | "amount" | "before" | "now", string>) => string;
    samePairs: (count: number) => string;
    /** The question whether a new transaction replaces a removed one, with the reasons. */
    match: (before: MatchText, now: MatchText, reasons: string) => string;
    same: string;
    other: string;
    /** The options of the question about many rows. */
    sameMany: string;
    otherMany: string;
    /** The columns of a table. */
    column: (place: number) => string;
    ignored: string;
    roles: Record<ColumnRole, string>;
    /** The columns of a broker's table. */
    securityRoles: Record<"security" | "units" | "price" | "action", string>;
    /** The question about trade words, the number of a word's rows, and the units of a row. */
    words: string;
    wordsHelp: string;
    wordRows: (word: string, count: number) => string;
    unitsOf: (units: string, security: string) => string;
    /** The kinds of trades for the choice, and the option before a choice. */
    tradeKinds: Record<TradeKind | "choose", string>;
    /** The error for a word without a kind, and the introduction to the next words. */
    sayWord: (word: string) => string;
    quoted: (word: string) => string;
    nextWords: (words: string, count: number) => string;
    lacks: (role: string) => string;
    twice: (role: string) => string;
    dateOrder: string;
    dateOrders: Record<"DMY" | "MDY" | "YMD", string>;
    decimalMark: string;
    sign: string;
    signs: Record<"out" | "in", string>;
    /** The question whether amounts include another column's fees, and its options. */
    fee: string;
    fees: Record<"inside" | "onTop", string>;
    /** The question about rows in several currencies, and its options. */
    currencies: string;
    accountsOfCurrencies: Record<"one" | "each", string>;
    /** The sums of rows and of balances, if they do not agree. */
    mismatch: (rows: string, balances: string) => string;
    /**
     * The number and the days of the payments or trades under the user's answers, or the positions.
     */
    payments: (count: number, days: string) => string;
    trades: (count: number, days: string) => string;
    positions: (count: number) => string;
    /** A problem on a line of a file. */
    line: (line: number, problem: string) => string;
    /**
     * The number of rows that were left out, and the problem of the first row. A null problem means
     * that the rows are no transactions.
     */
    leftOut: (count: number, problem: string | null) => string;
    problems: Record<FileProblem, string>;
  };
  /** Texts for an institution with approval in its app. */
  approval: {
    /** The label of the user's id there. */
    user: string;
    /** The help above the field. */
    before: (institution: string) => string;
    title: (institution: string) => string;
    /** The text above the code, and the text for an app without a code. */
    help: string;
    plainHelp: string;
    /** The institution's own words. */
    says: (institution: string, words: string) => string;
    /** Shown after a while. */
    later: string;
  };
  /** Texts for an institution whose password and confirmation method Link's form asks for. */
  confirmation: { password: string; method: string };
  /** Texts for an institution that requires the list of accounts before the sign-in. */
  ownAccounts: {
    /** The label of their numbers. */
    ibans: string;
    /** The help above the field. */
    before: (institution: string) => string;
    /** The error for a text that is not a list of IBANs. */
    wrong: string;
  };
  /** The names of the ways to a bank with several ways. */
  ways: Record<"connection" | "aggregator" | "token" | "fints", (institution: string) => string>;
  /** Texts for a bank with FinTS. */
  fints: {
    /** The help above the form. */
    before: (institution: string) => string;
    /** The questions for a method and a medium, if there are several. */
    method: string;
    medium: string;
    /** The text above a TAN, if the bank sends no text. */
    tan: string;
    /** The text before the bank's text for a new TAN. */
    wrongTan: string;
    /**
     * The ends of a sign-in: too many wrong TANs, a PIN that the bank refused before, a refusal
     * without a known reason.
     */
    wrongTans: string;
    knownPin: string;
    refused: string;
    /** The reasons for a repeated sign-in. */
    stopped: Record<"pin" | "locked" | "tan" | "unknown", string>;
  } & Record<"user" | "pin" | "bankCode", string>;
  /** Texts for an institution with the user's own token. */
  ownToken: {
    /** The label of the token. */
    token: string;
    /** The help above the field, if the institution's description has none. */
    before: (institution: string) => string;
    /** The label and the help for SimpleFIN, and the refusal of a setup token. */
    setupToken: string;
    beforeSetup: string;
    setupRefused: string;
    /**
     * The help in update mode: the subscription to the server has ended, or banks require a sign-in
     * at the server.
     */
    unpaid: string;
    waitingAt: (banks: string) => string;
  };
  /** Texts for a bank behind an aggregator. */
  aggregator: {
    /** The sign-in worked, but no account was linked to the application at the aggregator. */
    noAccounts: string;
    /** The bank returned the user with a failure, with or without its own text. */
    bankFailed: (bank: string) => string;
    bankSaid: (bank: string, words: string) => string;
  };
  /** The button for another Item in the same session. */
  another: string;
  /** The error for a wrong code. `left` is the number of remaining attempts, or null. */
  wrongCode(left: number | null): string;
  /** The text for a login with an existing connection. Link inserts the day. */
  existing: string;
  /** The button that renews the existing connection. */
  renew: string;
  /**
   * The text for an account in another connection of the user. `bank` and `mask` describe the other
   * connection, or are null.
   */
  linkedBefore: (bank: string | null, mask: string | null) => string;
  /** For the accounts that the user of an update unticks. */
  deletesRest: string;
  /** The text for a login whose accounts are all of kinds that the application does not request. */
  otherAccounts: (application: string) => string;
  /** For the two amounts that arrived on an account. */
  amounts: Record<"first" | "second", string>;
};

/** The texts of the server's own forms, by language. */
export const FORM_WORDS = byLanguage(
  import.meta.glob<FormWords>("./*/forms.ts", { eager: true, import: "forms" }),
);
