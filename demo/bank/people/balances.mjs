import { booksOf } from "./ledger.mjs";

/** @import { AccountSeed, Customer } from "./types.d.mts" */

/**
 * The posted balance of an account, or the amount owed on it, in cents.
 * @param {Customer} customer
 * @param {AccountSeed} account
 * @param {number} now
 */
export const currentBalance = (customer, account, now) =>
  sum(
    account,
    bookOf(customer, account, now).filter(({ postedAt }) => postedAt <= now),
  );

/**
 * The balance including pending amounts, in cents.
 * @param {Customer} customer
 * @param {AccountSeed} account
 * @param {number} now
 */
export const pendingBalance = (customer, account, now) =>
  sum(account, bookOf(customer, account, now));

/**
 * The bookings until now, oldest first.
 * @param {Customer} customer
 * @param {AccountSeed} account
 * @param {number} now
 */
export const bookOf = (customer, { id }, now) =>
  (booksOf(customer, now).get(id) ?? []).filter(({ at }) => at <= now);

/**
 * @param {AccountSeed} account
 * @param {readonly { change: number }[]} bookings
 */
const sum = ({ opening }, bookings) =>
  bookings.reduce((total, { change }) => total + change, opening);
