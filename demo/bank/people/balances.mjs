import { booksOf } from "./ledger.mjs";

/** @import { AccountSeed, Customer } from "./types.d.mts" */

/**
 * What an account holds, or what is owed on it, of what is posted; in cents.
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
 * The same with what is pending, in cents.
 * @param {Customer} customer
 * @param {AccountSeed} account
 * @param {number} now
 */
export const pendingBalance = (customer, account, now) =>
  sum(account, bookOf(customer, account, now));

/**
 * What was booked until now, oldest first.
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
