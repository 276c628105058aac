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

/** The types of accounts whose statements can be written. */
export const STATEMENT_ACCOUNT_TYPES = [
  "checking",
  "savings",
  "money market",
  "line of credit",
  "credit card",
  "cash",
] as const;
export type StatementAccountType = (typeof STATEMENT_ACCOUNT_TYPES)[number] | "investment";

/** The account of a statement; null for unknown facts. */
export type StatementAccount = {
  /**
   * The account's number in the file: an OFX ACCTID, an IBAN, or the account of MT940's field 25.
   */
  id: AccountNumber | null;
  iban: Iban | null;
  /** The bank's number in the file: a routing number, a bank code or a BIC. */
  bankId: BankCode | null;
  name: Line | null;
  type: StatementAccountType | null;
  currency: Currency | null;
};

/**
 * A balance on a day: `opening` before the day's first transaction, other balances after the last.
 */
export type StatementBalance = {
  kind: "opening" | "closing" | "available";
  /** Negative if the account is overdrawn, or owes. */
  amount: Amount;
  date: Day | null;
};

/** A row of a statement; null for unknown facts. */
export type StatementTransaction = {
  /** The booking day; for a pending transaction, the day on which it happened. */
  date: Day;
  /** The day from which the amount bears interest. */
  valueDate: Day | null;
  /** The day on which the account's holder made the payment. */
  madeDate: Day | null;
  /** Positive if money enters the account, negative if it leaves: the opposite of the API's sign. */
  amount: Amount;
  /** The currency of the amount if it differs from the account's. */
  currency: Currency | null;
  pending: boolean;
  /** The bank's identifier, unique to the account: FITID, AcctSvcrRef. */
  id: Id | null;
  /** A reference of the payment: EndToEndId, REFNUM, the customer's reference of MT940. */
  reference: Line | null;
  /**
   * The mandate's number of a direct debit, if the format has a field for it: MndtId, MREF, MARF.
   */
  mandateId?: Line | null;
  checkNumber: Line | null;
  /**
   * The format's kind of transaction: TRNTYPE, a bank transaction code, or the type in MT940's
   * field 61.
   */
  code: Line | null;
  /** The words of the bank. */
  description: Line | null;
  /** The other party's name, if the format has a field for it. */
  payee: Line | null;
  memo: Line | null;
  /** The other party's account number, most often an IBAN. */
  counterpartyAccount: AccountNumber | null;
  category: Line | null;
  /** The line on which the row begins, from 1. */
  line: number;
};

/** A statement without its transactions. */
type StatementHead = {
  account: StatementAccount;
  /** The first and the last day that the statement covers. */
  from: Day | null;
  to: Day | null;
  balances: readonly StatementBalance[];
};

/** The statement of an account as read from a file. */
export type Statement = StatementHead & {
  transactions: readonly StatementTransaction[];
  /** The investments of an account that holds some. */
  investments?: StatementInvestments;
};

/** The statement of an account to write. Transactions may be read while they are written. */
export type StatementStream = WritableHead & {
  transactions: Iterable<WritableTransaction> | AsyncIterable<WritableTransaction>;
  /**
   * The account's investments. Formats that can represent trades write these instead of the cash
   * rows, which are the same movements.
   */
  portfolio?: Portfolio;
};
export type WritableHead = Written<StatementHead>;
export type WritableAccount = WritableHead["account"];
export type WritableTransaction = Written<Omit<StatementTransaction, "line">>;

/**
 * The type of a value to write. Only days and amounts are checked; older versions may have stored
 * any other text. Each writer quotes texts for its grammar.
 */
type Written<T> = T extends Day | Amount
  ? T
  : T extends Line
    ? string
    : T extends object
      ? { [Field in keyof T]: Written<T[Field]> }
      : T;

/** The creation day of a file, YYYY-MM-DD, for the headers of some formats. */
export type WriteOptions = { day: string };

/**
 * The maximum number of accounts of a file, and of an Item with files. Each statement searches for
 * its account.
 */
export const MAX_ACCOUNTS = 100;

/** The maximum number of transactions of a file. */
export const MAX_TRANSACTIONS = 250_000;
