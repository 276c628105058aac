import type { Account } from "../../../protocol/account.ts";
import type { AccountNumbers } from "../../../protocol/numbers.ts";

/** An account as the institution reports it, without our ids. */
export type BankAccount = Omit<Account, "account_id" | "persistent_account_id"> & {
  /** Stable at the institution: the same account has the same key in every Item. */
  key: string;
  numbers: AccountNumbers;
  /** The kind of micro-deposits that verify the numbers, if the institution does not vouch for them. */
  microDeposits?: "automatic" | "manual";
};
