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

/** The texts of the server's own forms, which ask for data without an institution. */
export type FormWords = {
  /** Used for an application without a name. */
  application: string;
  /** Shown if the grant that Link was opened for has ended, or its link. */
  linkEnded: (application: string) => string;
  /** For account numbers that are entered by hand. */
  manualEntry: {
    /** Used as the name of the unknown institution. */
    name: string;
    /** Its row in Link. */
    label: string;
    /** The names of accounts by kind, since their own names are unknown. */
    kinds: Record<"checking" | "savings", string>;
  } & Record<"routing" | "account" | "type" | "agree", string>;
  /** For a file that the user has from a bank. */
  files: {
    /** Used as the name of its institution. */
    name: string;
    /** Its row in Link. */
    label: string;
    /** Other words that people search for. */
    aliases: string[];
    bank: string;
    file: string;
    /** The texts of the form, for a new connection and for an existing one. */
    titles: Record<"first" | "newer", string>;
    lead: string;
    /** The lines that say where a bank's site has the file, and the format to take. */
    download: (bank: string, path: string, format: string) => string[];
    note: (application: string) => string;
    sampleFile: string;
    missing: string;
    /** The button of the field for a file, and the words next to it. */
    choose: string;
    drop: string;
    /** While the file is sent, and while it is read. */
    sending: string;
    reading: string;
    /** The texts of the questions that a file leaves open. */
    columns: string;
    columnsHelp: string;
    questions: string;
    questionsHelp: string;
    /** The help in the sandbox. */
    sample: string;
    /** The names of accounts by kind, if a file does not name them. */
    kinds: Record<StatementKind, string>;
    /** The question in which encoding a text reads right. */
    whichText: string;
    /** The question of which year the newest day of a file is. */
    whichYear: string;
    whichAccount: string;
    newAccount: string;
    /** The question about two payments as it is seen: the labels of both, and the reasons. */
    pair: {
      title: string;
      earlier: string;
      this: string;
      gone: string;
      new: string;
      why: (reasons: string) => string;
    };
    /** The question about rows that may be the same transaction, and its options. */
    samePair: (pair: Record<"day" | "amount" | "before" | "now", string>) => string;
    samePairs: (count: number) => string;
    /** The question about a transaction and a removed one, with the reasons for which they may be the same. */
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
    /** The question about words of trades, the number of a word's rows, and the units of one of them. */
    words: string;
    wordsHelp: string;
    wordRows: (word: string, count: number) => string;
    unitsOf: (units: string, security: string) => string;
    /** The kinds of trades to choose from, and the option for none yet. */
    tradeKinds: Record<TradeKind | "choose", string>;
    /** The refusal of a word without a kind, and the words that are asked about next. */
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
    /** The question whether amounts contain the fees of another column, and its options. */
    fee: string;
    fees: Record<"inside" | "onTop", string>;
    /** The question about rows in several currencies, and its options. */
    currencies: string;
    accountsOfCurrencies: Record<"one" | "each", string>;
    /** The sums of rows and of balances, if they do not agree. */
    mismatch: (rows: string, balances: string) => string;
    /** The payments or trades of a file as the user's answers have it read, and their days; or its positions. */
    payments: (count: number, days: string) => string;
    trades: (count: number, days: string) => string;
    positions: (count: number) => string;
    /** A problem on a line of a file. */
    line: (line: number, problem: string) => string;
    /** The number of rows that were left out, and the problem of the first; null if the rows are not transactions. */
    leftOut: (count: number, problem: string | null) => string;
    problems: Record<FileProblem, string>;
  };
  /** For an institution whose users approve in its app. */
  approval: {
    /** The label of the user's id there. */
    user: string;
    /** The help above that field. */
    before: (institution: string) => string;
    title: (institution: string) => string;
    /** The text above the code, and in an app without one. */
    help: string;
    plainHelp: string;
    /** The institution's own words. */
    says: (institution: string, words: string) => string;
    /** Shown after a while. */
    later: string;
  };
  /** For an institution that asks for its password, and how to confirm, in a form of Link. */
  confirmation: { password: string; method: string };
  /** For an institution that asks which accounts are shared before its users sign in. */
  ownAccounts: {
    /** The label of their numbers. */
    ibans: string;
    /** The help above it. */
    before: (institution: string) => string;
    /** The refusal of a text that is not a list of IBANs. */
    wrong: string;
  };
  /** The ways to a bank that is reached by several. */
  ways: Record<"connection" | "aggregator" | "token" | "fints", (institution: string) => string>;
  /** For a bank that users reach by FinTS. */
  fints: {
    /** The help above the form. */
    before: (institution: string) => string;
    /** The questions for a method and a medium, if there are several. */
    method: string;
    medium: string;
    /** Stands above a TAN if the bank has no words of its own. */
    tan: string;
    /** Stands before the bank's words for another TAN. */
    wrongTan: string;
    /** The ends of a sign-in: too many wrong TANs, a PIN that the bank refused before, a refusal without a known reason. */
    wrongTans: string;
    knownPin: string;
    refused: string;
    /** The reasons for which a user has to sign in again. */
    stopped: Record<"pin" | "locked" | "tan" | "unknown", string>;
  } & Record<"user" | "pin" | "bankCode", string>;
  /** For an institution that users reach by a token of their own. */
  ownToken: {
    /** The label of the token. */
    token: string;
    /** The help above the field, if the institution's description has none. */
    before: (institution: string) => string;
    /** The label and the help for SimpleFIN, and the refusal of a setup token. */
    setupToken: string;
    beforeSetup: string;
    setupRefused: string;
    /** The help in update mode: the subscription to the server has ended, or banks require a sign-in at the server. */
    unpaid: string;
    waitingAt: (banks: string) => string;
  };
  /** For a bank that is reached by an aggregator. */
  aggregator: {
    /** The sign-in worked, but no account was linked to the application at the aggregator. */
    noAccounts: string;
    /** The bank sent the user back with a failure, in its own words or without any. */
    bankFailed: (bank: string) => string;
    bankSaid: (bank: string, words: string) => string;
  };
  /** The button for another Item in the same session. */
  another: string;
  /** A code that the institution refused; `left` is the number of remaining attempts, null if it is unknown. */
  wrongCode(left: number | null): string;
  /** For a login that the user has connected before; Link puts in the day. */
  existing: string;
  /** The button that renews that connection. */
  renew: string;
  /** For an account that another connection of the user has; `bank` and `mask` are those there, null if unknown. */
  linkedBefore: (bank: string | null, mask: string | null) => string;
  /** For the accounts that the user of an update unticks. */
  deletesRest: string;
  /** For a login whose accounts are all of another kind than the application asks for. */
  otherAccounts: (application: string) => string;
  /** For the two amounts that arrived on an account. */
  amounts: Record<"first" | "second", string>;
};

/** The texts of the server's own forms, by language. */
export const FORM_WORDS = byLanguage(
  import.meta.glob<FormWords>("./*/forms.ts", { eager: true, import: "forms" }),
);
