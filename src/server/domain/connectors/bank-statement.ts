import type { Day, Id } from "../bank-values.ts";

/** A statement of an account as the institution lists it, without its document. */
export type BankStatement = {
  /** Stable at the institution, and unique within the account. */
  key: Id;
  accountKey: Id;
  /** The last day of its period. */
  date: Day;
};
