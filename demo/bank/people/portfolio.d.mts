import type { AccountSeed, Customer, Habit, Lot, Security } from "./types.d.mts";

/** The security of a symbol. */
export declare function securityOf(symbol: string): Security;

/** Moves money to an investment account on a day of each month, buys for it, and sells a little in December. */
export declare function invest(from: string, to: string, ofMonth: number, cents: number): Habit;

/** The positions of an account: thousandths of a unit, cost, price and worth in cents. */
export declare function positionsOf(
  customer: Customer,
  account: AccountSeed,
  now: number,
): (Security & {
  units: number;
  cost: number;
  price: number;
  value: number;
  lots: (Lot & { value: number })[];
})[];
