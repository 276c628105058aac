import type { AccountSeed, Booking, Customer } from "./types.d.mts";

/** The posted balance of an account, or the amount owed on it, in cents. */
export declare function currentBalance(
  customer: Customer,
  account: AccountSeed,
  now: number,
): number;

/** The balance including pending amounts, in cents. */
export declare function pendingBalance(
  customer: Customer,
  account: AccountSeed,
  now: number,
): number;

/** The bookings until now, oldest first. */
export declare function bookOf(customer: Customer, account: AccountSeed, now: number): Booking[];
