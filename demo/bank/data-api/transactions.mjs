import { bookOf } from "../people/balances.mjs";
import { securityOf } from "../people/portfolio.mjs";
import { Refusal } from "./refusal.mjs";

/** @import { AccountSeed, Booking, Customer, Trade } from "../people/types.d.mts" */

const DAY_MS = 86_400_000;

/** How far back the bank shares. */
const HISTORY_DAYS = 730;

/**
 * The transactions of an account in a period, newest first. A pending transaction of a deposit account keeps
 * its id once it is posted; on a card the posted one is new, and refers to the authorization that it
 * replaces.
 * @param {Customer} customer
 * @param {AccountSeed} account
 * @param {URLSearchParams} query `startTime` and `endTime`, dates or times
 * @param {number} now
 */
export const transactionsJson = (customer, account, query, now) => {
  const start = Math.max(toTime(query, "startTime") ?? 0, now - HISTORY_DAYS * DAY_MS);
  const end = toTime(query, "endTime") ?? now;
  if (query.has("startTime") && (toTime(query, "startTime") ?? 0) > end)
    throw new Refusal(400, "704", "startTime is after endTime.");
  return bookOf(customer, account, now)
    .filter(({ at }) => at >= start && at <= end)
    .map((booking) => transactionJson(account, booking, now))
    .reverse();
};

/**
 * @param {AccountSeed} account
 * @param {Booking} booking
 * @param {number} now
 */
function transactionJson(account, booking, now) {
  const isPosted = booking.postedAt <= now;
  const replaces = account.category === "LOC_ACCOUNT" && isPosted && booking.postedAt > booking.at;
  const id = replaces ? `${booking.id}-posted` : booking.id;
  return {
    id: booking.id,
    accountCategory: account.category,
    accountId: account.id,
    transactionId: id,
    ...(replaces && { referenceTransactionId: booking.id }),
    transactionType: booking.type,
    transactionTimestamp: new Date(booking.at).toISOString(),
    ...(isPosted && { postedTimestamp: new Date(booking.postedAt).toISOString() }),
    description: booking.description,
    ...(booking.payee && { payee: booking.payee }),
    category: booking.category,
    debitCreditMemo: booking.direction,
    status: isPosted ? "POSTED" : "PENDING",
    amount: booking.cents / 100,
    ...(booking.trade && tradeJson(booking.trade)),
  };
}

/** @param {Trade} trade */
const tradeJson = ({ symbol, units, price }) => ({
  symbol,
  securityId: securityOf(symbol).isin,
  securityIdType: "ISIN",
  securityType: securityOf(symbol).type,
  ...(units !== 0 && { units: Math.abs(units) / 1000, unitPrice: price / 100 }),
});

/**
 * @param {URLSearchParams} query
 * @param {string} name
 */
function toTime(query, name) {
  const text = query.get(name);
  if (!text) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new Refusal(400, "704", `${name} has to be a date or a time.`);
  // A date is the whole of its day.
  return name === "endTime" && /^\d{4}-\d\d-\d\d$/.test(text) ? time + DAY_MS - 1 : time;
}
