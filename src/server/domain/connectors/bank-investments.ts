import type { Holding, InvestmentTransaction, Security } from "../../../protocol/investments.ts";
import type { CurrencyCodes, Day, Id, Lines } from "../bank-values.ts";

/**
 * A security as the institution reports it. A `key` from the ISIN, the CUSIP, or ticker and market
 * is the same at all institutions. Otherwise the key is the institution's own number.
 */
export type BankSecurity = Lines<
  Omit<Security, "security_id" | "institution_id" | "proxy_security_id" | keyof CurrencyCodes>
> &
  CurrencyCodes & { key: Id; close_price_as_of: Day | null };

/** A holding as the institution reports it, with the keys of its account and its security. */
export type BankHolding = Lines<Omit<Holding, "account_id" | "security_id" | keyof CurrencyCodes>> &
  CurrencyCodes & { accountKey: Id; securityKey: Id };

/** An investment transaction as the institution reports it; `key` is unique within its account. */
export type BankInvestmentTransaction = Lines<
  Omit<
    InvestmentTransaction,
    | "investment_transaction_id"
    | "account_id"
    | "security_id"
    | "date"
    | "cancel_transaction_id"
    | keyof CurrencyCodes
  >
> &
  CurrencyCodes & {
    key: Id;
    accountKey: Id;
    securityKey: Id | null;
    date: Day;
    /** The key of the cancelled transaction; null for none. */
    cancelKey: Id | null;
  };

/** The investments of a login, and their transactions in a period. Each list is complete. */
export type BankInvestments = {
  securities: BankSecurity[];
  holdings: BankHolding[];
  transactions: BankInvestmentTransaction[];
  /** The margin loans of accounts that report one; left out if the institution reports none. */
  marginLoans?: readonly { accountKey: Id; amount: number }[];
  /**
   * The first day with complete transactions, by account key; an account without an entry was not
   * read. Left out if all accounts cover the period.
   */
  since?: ReadonlyMap<string, string>;
};
