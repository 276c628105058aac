import type { TransactionFacts } from "../../../protocol/transaction.ts";
import type { Currency, CurrencyCodes, Day, Id, Line, Lines } from "../bank-values.ts";
import type { ReadPriority } from "../institutions/request-quota.ts";
import type { NewJob } from "../jobs/job.ts";
import type { PaymentEvidence } from "./payment-evidence.ts";

/** A login at an institution, which gives access to an Item's accounts. */
export type InstitutionLogin = {
  institutionId: string;
  credentials: Record<string, string>;
  /** The connector's state, such as a refresh token; opaque, stored sealed. Null at first. */
  connectorState: string | null;
  /** The person or program that waits for the data; a user by default. */
  priority?: ReadPriority;
  /**
   * Replaces the connector state by compare-and-set. The state is durable once the promise
   * resolves. A rotated token is stored before its first use, so that no later failure loses it.
   * Throws INVALID_ACCESS_TOKEN if the Item was removed. The jobs are added with the new state.
   */
  replaceState(connectorState: string, jobs?: readonly NewJob[]): Promise<Renewal>;
  /**
   * Returns the login that is stored now, for example after the institution refused an already used
   * token.
   */
  latest(): Promise<InstitutionLogin>;
};

/**
 * The login to continue with: the renewed login, or another process's login that was stored first.
 */
type Renewal = { isStored: boolean; login: InstitutionLogin };

/** An inclusive range of days, YYYY-MM-DD. */
export type Period = { from: string; to: string };

/** The institution's own codes of a transaction, which the API omits. */
type InstitutionCodes = {
  /** The merchant category code, ISO 18245. */
  merchantCode: string | null;
  /** The transaction type of FDX. */
  transactionType: string | null;
  checkNumber: string | null;
};

/** A transaction in a login's list, without our ids. */
export type ListedTransaction = Omit<
  TransactionFacts,
  | "transaction_id"
  | "account_id"
  | "pending_transaction_id"
  | "persistent_transaction_id"
  | "category"
> & {
  /** The institution's key of the transaction, unique within the login. */
  key: string;
  /** The key in every Item of the account, if that differs from `key`; null for none. */
  persistentKey?: string | null;
  /** The key of the transaction's account. */
  accountKey: string;
  /** The pending transaction that became this one. */
  pendingKey: string | null;
  /** The institution's own description. */
  original_description: string | null;
  /** The institution's own codes, from which the category follows. */
  codes?: InstitutionCodes;
  /** The facts that identify the payment under another id. */
  evidence?: PaymentEvidence | null;
};

type Keys = "key" | "persistentKey" | "accountKey" | "pendingKey";
type Days = "date" | "authorized_date";

/** A transaction as the institution reports it. Types such as `Line` keep raw texts out. */
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

/** A transaction that a developer adds to the sandbox. Dates are YYYY-MM-DD. */
export type ManualTransaction = {
  dateTransacted: Day;
  datePosted: Day;
  /** Positive when money leaves the account. */
  amount: number;
  description: Line;
  currency: Currency;
};
