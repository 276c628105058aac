import type { Account, Balances } from "../../../protocol/account.ts";
import type { AccountNumbers } from "../../../protocol/numbers.ts";
import type {
  AccountNumber,
  BankCode,
  Bic,
  CurrencyCodes,
  Iban,
  Id,
  Lines,
} from "../bank-values.ts";

/** An account of a login as a session stores it, without our ids. */
export type LoginAccount = Omit<Account, "account_id" | "persistent_account_id"> & {
  /** The institution's key of the account, which is the same in every Item. */
  key: string;
  numbers: AccountNumbers;
  /** Numbers in a file, which identify the account but allow no payments. They are not stored. */
  statedNumbers?: AccountNumbers;
  /** The kind of micro-deposits that verify the numbers, if the institution does not vouch for them. */
  microDeposits?: "automatic" | "manual";
};

/** An account as the institution reports it. Types such as `Line` keep raw texts out. */
export type BankAccount = Lines<
  Omit<LoginAccount, "key" | "balances" | "numbers" | "statedNumbers">
> & {
  key: Id;
  balances: BankBalances;
  numbers: BankNumbers;
  statedNumbers?: BankNumbers;
};

/** The balances of an account as the institution reports them. */
export type BankBalances = Omit<Balances, keyof CurrencyCodes> & CurrencyCodes;

/** The numbers of an account as the institution reports them, by network. */
export type BankNumbers = {
  ach?: { account: AccountNumber; routing: BankCode; wire_routing: BankCode | null };
  eft?: { account: AccountNumber; institution: BankCode; branch: BankCode };
  international?: { iban: Iban; bic: Bic };
  bacs?: { account: AccountNumber; sort_code: BankCode };
};
