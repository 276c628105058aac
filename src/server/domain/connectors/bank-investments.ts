import type { Holding, InvestmentTransaction, Security } from "../../../protocol/investments.ts";
import type { CurrencyCodes, Day, Id, Lines } from "../bank-values.ts";

/**
 * A security as the institution reports it. `key` names it: by its ISIN, CUSIP, or ticker and market the same at
 * all institutions, else by the institution's own number.
 */
export type BankSecurity = Lines<
  Omit<Security, "security_id" | "institution_id" | "proxy_security_id" | keyof CurrencyCodes>
> &
  CurrencyCodes & { key: Id; close_price_as_of: Day | null };

/** A holding as the institution reports it, by the keys of its account and its security. */
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
    /** The key of the transaction that it takes back; null for none. */
    cancelKey: Id | null;
  };

/** The investments of a login, and their transactions in a period; each list is complete. */
export type BankInvestments = {
  securities: BankSecurity[];
  holdings: BankHolding[];
  transactions: BankInvestmentTransaction[];
  /** The loans on the securities of those accounts that tell one; left out if the institution tells none. */
  marginLoans?: readonly { accountKey: Id; amount: number }[];
  /**
   * The first day from which the transactions of an account are all that there are, by its key; an account without one
   * was not read. Left out if all accounts have all of the period.
   */
  since?: ReadonlyMap<string, string>;
};
