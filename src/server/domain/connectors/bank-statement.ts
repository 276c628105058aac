import type { Day, Id } from "../bank-values.ts";

/** A statement of an account as the institution lists it, without its document. */
export type BankStatement = {
  /** The institution's key of the statement, unique within the account. */
  key: Id;
  accountKey: Id;
  /** The last day of the statement's period. */
  date: Day;
};
