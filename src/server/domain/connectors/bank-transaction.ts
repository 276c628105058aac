import type { TransactionFacts } from "../../../protocol/transaction.ts";
import type { Currency, CurrencyCodes, Day, Id, Line, Lines } from "../bank-values.ts";
import type { ReadPriority } from "../institutions/request-quota.ts";
import type { NewJob } from "../jobs/job.ts";
import type { PaymentEvidence } from "./payment-evidence.ts";

/** The access to an Item's accounts at its institution. */
export type InstitutionLogin = {
  institutionId: string;
  credentials: Record<string, string>;
  /** The connector's state, such as a refresh token; opaque, stored sealed. Null at first. */
  connectorState: string | null;
  /** The reader for whom data is read; a user by default. */
  priority?: ReadPriority;
  /**
   * Replaces the connector state by compare-and-set, durably once it resolves. An institution's rotated token
   * is stored before its first use, so that no later failure loses it. Throws INVALID_ACCESS_TOKEN if the
   * Item was removed. The jobs are added with the new state.
   */
  replaceState(connectorState: string, jobs?: readonly NewJob[]): Promise<Renewal>;
  /**
   * Returns the login as it is stored now, for example after the institution refused a token that was used
   * before.
   */
  latest(): Promise<InstitutionLogin>;
};

/**
 * The login to continue with: the renewed one, or, if another process stored its renewal first, that
 * process's login.
 */
type Renewal = { isStored: boolean; login: InstitutionLogin };

/** From one day to another, both included: YYYY-MM-DD. */
export type Period = { from: string; to: string };

/** The institution's own codes of a transaction, which the API does not return. */
type InstitutionCodes = {
  /** The merchant category code, ISO 18245. */
  merchantCode: string | null;
  /** The transaction type of FDX. */
  transactionType: string | null;
  checkNumber: string | null;
};

/** A transaction in the list of a login, without our ids. */
export type ListedTransaction = Omit<
  TransactionFacts,
  | "transaction_id"
  | "account_id"
  | "pending_transaction_id"
  | "persistent_transaction_id"
  | "category"
> & {
  /** Stable at the institution, and unique among all of the login's. */
  key: string;
  /** Its key in every Item of the account, if `key` is another; null if there is none. */
  persistentKey?: string | null;
  /** The account it is on. */
  accountKey: string;
  /** The pending transaction that became this one. */
  pendingKey: string | null;
  /** The institution's own description. */
  original_description: string | null;
  /** The institution's own codes of it, from which its category follows. */
  codes?: InstitutionCodes;
  /** The facts by which its payment is recognized under another id. */
  evidence?: PaymentEvidence | null;
};

type Keys = "key" | "persistentKey" | "accountKey" | "pendingKey";
type Days = "date" | "authorized_date";

/**
 * A transaction as the institution reports it: a text of it has the type of its kind, which no raw one passes for.
 */
export type BankTransaction = Lines<Omit<ListedTransaction, Keys | Days | keyof CurrencyCodes>> & {
  key: Id;
  persistentKey?: Id | null;
  accountKey: Id;
  pendingKey: Id | null;
  date: Day;
  authorized_date: Day | null;
} & CurrencyCodes;

/** The unknown location of a transaction. */
export const NO_LOCATION: BankTransaction["location"] = {
  address: null,
  city: null,
  region: null,
  postal_code: null,
  country: null,
  lat: null,
  lon: null,
  store_number: null,
};

/** The unknown payment details of a transaction. */
export const NO_PAYMENT_META: BankTransaction["payment_meta"] = {
  reference_number: null,
  ppd_id: null,
  payee: null,
  by_order_of: null,
  payer: null,
  payment_method: null,
  payment_processor: null,
  reason: null,
};

/** A transaction that a developer enters by hand. Dates are YYYY-MM-DD. */
export type ManualTransaction = {
  dateTransacted: Day;
  datePosted: Day;
  /** Positive when money leaves the account. */
  amount: number;
  description: Line;
  currency: Currency;
};
