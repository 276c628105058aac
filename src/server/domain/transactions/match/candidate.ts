import type { MatchReason } from "../../../../protocol/match-reason.ts";
import { compareNames, shareNumber } from "./compare-names.ts";
import { areToldApart } from "./evidence.ts";
import type { Row } from "./row.ts";
import { FUEL_WORDS } from "./words-of-payment.ts";

/** Two rows that may be the same payment. */
export type Candidate = {
  left: Row;
  right: Row;
  /**
   * Whether the pair is applied if both rows have no other candidate. Otherwise the user is asked.
   */
  isApplied: boolean;
  /**
   * Whether the amounts are equal, differ by a tip, are in different currencies, or replace a hold.
   */
  amount: "same" | "more" | "original" | "hold";
  /** Whether a day of authorization equals the other row's day, is a day off, or is missing. */
  authorization: Authorization;
  /** The share of the longer name's words that the shorter name has. */
  nameShare: number;
  score: number;
  reasons: MatchReason[];
};

type Authorization = "confirmed" | "near" | "unnamed";

/** A range of days from the removed row's date to the added row's date. */
type Days = readonly [from: number, to: number];

/** A pending row may be booked a day earlier, by the dates of two time zones. */
const POSTED: Days = [-1, 8];
/** The days within which a row without a name is applied. */
const UNNAMED: Days = [-1, 2];
/** An authorization that was booked at once is booked again as a presentment. */
const BOOKED_AGAIN: Days = [0, 12];
/** A fuel pump holds 1.00 until the amount is known. */
const PUMP: Days = [0, 3];
const PUMP_HOLDS = 100;
const MAX_FUEL = 20_000;
/** The range of days in which two rows can be candidates. */
export const CANDIDATE_DAYS: Days = [-1, 12];

/** The maximum amount of a bill with its tip: 40 % more, in cents without rounding errors. */
export const mostWithTip = (cents: number): number => Math.floor((cents * 140) / 100);

/** Returns how two rows fit as the same payment, or null. */
export const candidateOf = (left: Row, right: Row): Candidate | null => {
  const { pending: wasPending } = left.transaction;
  const isPending = right.transaction.pending;
  const days = right.day - left.day;
  if (left.group !== right.group || (!wasPending && isPending)) return null;
  const amount = amountFit(left, right, days);
  if (!amount || !isIn(daysFor(wasPending, isPending), days)) return null;
  const names = compareNames(left.reading, right.reading);
  const doAgree = names.names === "same" || names.names === "adds";
  // A candidate may have only one weakness. With a tip, or a date that moves at booking, the names
  // must agree.
  if (!doAgree && (amount.fit !== "same" || !wasPending || isPending)) return null;
  if (amount.fit === "hold" && !amount.isSaid && !shareNumber(left.reading, right.reading))
    return null;
  if (areToldApart(left, right, names)) return null;
  const nameScore = doAgree ? 18 + Math.round(17 * names.share) : 10;
  return {
    ...{ left, right, amount: amount.fit, nameShare: names.share },
    authorization: authorizationOf(left, right),
    isApplied: doAgree || (names.names === "unnamed" && isIn(UNNAMED, days)),
    score: amount.score + nameScore + 24 - 1.5 * Math.abs(days),
    reasons: [amount.reason, nameReason(names), dayReason(days)],
  };
};

/** A row's day of authorization confirms a pending row's day. */
function authorizationOf(left: Row, right: Row): Authorization {
  if (left.madeOn === null && right.madeOn === null) return "unnamed";
  if (left.madeOn === right.madeOn) return "confirmed";
  const [named, other] = left.madeOn === null ? [right, left] : [left, right];
  if (!other.transaction.pending) return "unnamed";
  return named.madeOn === other.day ? "confirmed" : "near";
}

const isIn = ([from, to]: Days, days: number): boolean => from <= days && days <= to;

/** The days within which a row may be listed again: only a booking changes its date. */
const daysFor = (wasPending: boolean, isPending: boolean): Days => {
  if (isPending) return [0, 0];
  return wasPending ? POSTED : BOOKED_AGAIN;
};

type AmountFit = { fit: Candidate["amount"]; score: number; reason: MatchReason; isSaid?: boolean };

function amountFit(left: Row, right: Row, days: number): AmountFit | null {
  const original = originalFit(left, right);
  if (original) return original;
  if (left.currency !== right.currency) return null;
  if (left.cents === right.cents) return { fit: "same", score: 40, reason: { reason: "amount" } };
  if (!left.transaction.pending) return null;
  const isMore = left.cents > 0 && right.cents > left.cents;
  if (isMore && right.cents <= mostWithTip(left.cents)) {
    const share = Math.round((right.cents / left.cents - 1) * 100);
    return { fit: "more", score: 25, reason: { reason: "more", value: share } };
  }
  const isBooked = !right.transaction.pending;
  if (left.evidence.isPreauthorization && isBooked)
    return { fit: "hold", score: 25, reason: { reason: "held" }, isSaid: true };
  const isFuel = [...left.reading.words].some((word) => FUEL_WORDS.has(word));
  const isPump =
    isFuel && left.cents === PUMP_HOLDS && isMore && right.cents <= MAX_FUEL && isIn(PUMP, days);
  return isPump && isBooked ? { fit: "hold", score: 25, reason: { reason: "pump" } } : null;
}

/**
 * Whether one row's original amount is the other's amount, or both have the same original amount.
 */
function originalFit(left: Row, right: Row): AmountFit | null {
  const fit: AmountFit = { fit: "original", score: 40, reason: { reason: "original" } };
  const [a, b] = [left.evidence.original, right.evidence.original];
  const isOf = ({ amount, currency }: NonNullable<typeof a>, row: Row) =>
    Math.round(amount * 100) === row.cents && currency === row.currency;
  if (a && b) {
    const isSame = a.amount === b.amount && a.currency === b.currency;
    return isSame && left.currency === right.currency && left.cents !== right.cents ? fit : null;
  }
  if (left.currency === right.currency) return null;
  return (b && isOf(b, left)) || (a && isOf(a, right)) ? fit : null;
}

const nameReason = ({ names, common }: ReturnType<typeof compareNames>): MatchReason =>
  names === "unnamed" || names === "untold"
    ? { reason: names }
    : { reason: "name", value: common.slice(0, 4).join(" ") };

const dayReason = (days: number): MatchReason => {
  if (days === 0) return { reason: "sameDay" };
  if (days === -1) return { reason: "earlier" };
  return days === 1 ? { reason: "nextDay" } : { reason: "later", value: days };
};
