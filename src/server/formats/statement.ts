import type {
  AccountNumber,
  Amount,
  BankCode,
  Currency,
  Day,
  Iban,
  Id,
  Line,
} from "../domain/bank-values.ts";
import type { Portfolio, StatementInvestments } from "./investments.ts";

/** The types of accounts whose statements are written, too. */
export const STATEMENT_ACCOUNT_TYPES = [
  "checking",
  "savings",
  "money market",
  "line of credit",
  "credit card",
  "cash",
] as const;
export type StatementAccountType = (typeof STATEMENT_ACCOUNT_TYPES)[number] | "investment";

/** The account of a statement; null for all that the file does not say. */
export type StatementAccount = {
  /** The account's number as the file gives it: an OFX ACCTID, an IBAN, the account of MT940's field 25. */
  id: AccountNumber | null;
  iban: Iban | null;
  /** The bank's number as the file gives it: a routing number, a bank code or a BIC. */
  bankId: BankCode | null;
  name: Line | null;
  type: StatementAccountType | null;
  currency: Currency | null;
};

/** A balance on a day; `opening` before the day's first transaction, the others after its last one. */
export type StatementBalance = {
  kind: "opening" | "closing" | "available";
  /** Negative if the account is overdrawn, or owes. */
  amount: Amount;
  date: Day | null;
};

/** A row of a statement; null for all that the file does not say. */
export type StatementTransaction = {
  /** The day it was booked; while pending, it happened. */
  date: Day;
  /** The day from which it bears interest. */
  valueDate: Day | null;
  /** The day on which the account's holder made the payment. */
  madeDate: Day | null;
  /** Positive if money enters the account, negative if it leaves: the opposite of the API's sign. */
  amount: Amount;
  /** The currency of the amount if it is not the account's. */
  currency: Currency | null;
  pending: boolean;
  /** The bank's identifier, unique to the account: FITID, AcctSvcrRef. */
  id: Id | null;
  /** A reference of the payment: EndToEndId, REFNUM, the customer's reference of MT940. */
  reference: Line | null;
  /** The number of the mandate of a direct debit, if the format has a field for it: MndtId, MREF, MARF. */
  mandateId?: Line | null;
  checkNumber: Line | null;
  /** The format's own kind of a transaction: TRNTYPE, a bank transaction code, MT940's type of field 61. */
  code: Line | null;
  /** The words of the bank. */
  description: Line | null;
  /** The name of the other party, if the format has a field for it. */
  payee: Line | null;
  memo: Line | null;
  /** The number of the other party's account, most often an IBAN. */
  counterpartyAccount: AccountNumber | null;
  category: Line | null;
  /** The line on which the row begins, from 1. */
  line: number;
};

/** All of a statement but its transactions. */
type StatementHead = {
  account: StatementAccount;
  /** The first and the last day that the statement covers. */
  from: Day | null;
  to: Day | null;
  balances: readonly StatementBalance[];
};

/** The statement of an account, as it is read from a file. */
export type Statement = StatementHead & {
  transactions: readonly StatementTransaction[];
  /** The investments of an account that holds some. */
  investments?: StatementInvestments;
};

/** The statement of an account to write, whose transactions may be read while they are written. */
export type StatementStream = WritableHead & {
  transactions: Iterable<WritableTransaction> | AsyncIterable<WritableTransaction>;
  /**
   * The investments of an account that holds some. Formats that have words for them write these in place of the rows of
   * cash, if there are trades, which are the same movements.
   */
  portfolio?: Portfolio;
};
export type WritableHead = Written<StatementHead>;
export type WritableAccount = WritableHead["account"];
export type WritableTransaction = Written<Omit<StatementTransaction, "line">>;

/**
 * The type of a value to write: days and amounts are checked, all other texts may be any, as an older version has stored
 * them. Each writer quotes them for the grammar that it writes.
 */
type Written<T> = T extends Day | Amount
  ? T
  : T extends Line
    ? string
    : T extends object
      ? { [Field in keyof T]: Written<T[Field]> }
      : T;

/** The day on which a file is made, YYYY-MM-DD, which some formats have in their headers. */
export type WriteOptions = { day: string };

/** The maximum number of accounts of a file, and of an Item that files are added to: each statement looks for its own. */
export const MAX_ACCOUNTS = 100;

/** The maximum number of transactions of a file. */
export const MAX_TRANSACTIONS = 250_000;
