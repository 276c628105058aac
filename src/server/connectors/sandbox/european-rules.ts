import { z } from "zod";
import { type Id, ownId } from "../../domain/bank-values.ts";
import { DAY_MS, MINUTE_MS } from "../../domain/calendar.ts";
import type { BankTransaction, Period } from "../../domain/connectors/bank-transaction.ts";
import { Fault } from "../../domain/fault.ts";
import type { ConnectorState } from "./connector-state.ts";

/** The rules of European banks. A missing rule does not apply. */
export const EuropeanRules = z
  .strictObject({
    /** The consent ends after this number of days. */
    consent_days: z.int().min(1).max(730),
    /** The days of transactions that are listed, today included. */
    history_days: z.int().min(1).max(730),
    /** The daily reads (UTC), including balances and owners. Further reads are refused. */
    reads_per_day: z.int().min(1).max(100),
    /** Whether this month's transactions change their ids daily, as at some banks. */
    moving_ids: z.boolean(),
  })
  .exactPartial();
export type EuropeanRules = z.infer<typeof EuropeanRules>;

/** Returns the end of a consent given now; null without a rule. */
export const consentEndBy = ({ consent_days }: EuropeanRules, now: number): number | null =>
  consent_days === undefined ? null : now + consent_days * DAY_MS;

/**
 * Returns the state with one more read today; throws INSTITUTION_RATE_LIMIT until midnight above
 * the limit. All reads within a minute count as one, such as the parts of a long history.
 */
export const withRead = (state: ConnectorState, limit: number, now: number): ConnectorState => {
  const day = Math.floor(now / DAY_MS);
  const minute = Math.floor(now / MINUTE_MS);
  if (state.reads?.minute === minute) return state;
  const count = state.reads?.day === day ? state.reads.count : 0;
  if (count >= limit)
    throw new Fault("INSTITUTION_RATE_LIMIT", { retryAfterMs: (day + 1) * DAY_MS - now });
  return { ...state, reads: { day, count: count + 1, minute } };
};

/** Returns the part of a period that the rules allow. */
export const listedPeriod = (
  { history_days }: EuropeanRules,
  period: Period,
  now: number,
): Period => {
  if (history_days === undefined) return period;
  const first = dayText(now - (history_days - 1) * DAY_MS);
  return { ...period, from: period.from < first ? first : period.from };
};

/** Returns transactions under the ids of today, if the ids of this month move. */
export const withTodaysIds = (
  { moving_ids }: EuropeanRules,
  transactions: readonly BankTransaction[],
  now: number,
): BankTransaction[] => {
  if (!moving_ids) return [...transactions];
  const today = dayText(now);
  return transactions.map((transaction) =>
    transaction.date.slice(0, 7) < today.slice(0, 7)
      ? transaction
      : {
          ...transaction,
          key: moved(transaction.key, today),
          pendingKey: null,
          persistentKey: null,
        },
  );
};

const moved = (key: Id, today: string): Id => ownId(`${today} ${key}`);

const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10);
