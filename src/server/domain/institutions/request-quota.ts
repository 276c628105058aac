import { z } from "zod";
import { DAY_MS, MINUTE_MS } from "../calendar.ts";

/**
 * The units of an institution's quota: a customer; a customer's requests to one endpoint (the
 * transactions of one account, on any number of pages); or this whole server.
 */
export const QUOTA_UNITS = ["customer", "endpoint", "client"] as const;
export type QuotaUnit = (typeof QUOTA_UNITS)[number];

/** The number of requests to its data API that an institution allows in 24 hours. */
export const RequestQuota = z.strictObject({
  requestsPerDay: z.number().int().min(1),
  countedBy: z.enum(QUOTA_UNITS),
});
export type RequestQuota = z.infer<typeof RequestQuota>;

/** The priority of a read: for a waiting user, or a background job. */
export const ReadPriority = z.enum(["user", "background"]);
export type ReadPriority = z.infer<typeof ReadPriority>;

/** Returns the daily requests that background reads leave to users: a quarter, and never all. */
export const reserveOf = (requestsPerDay: number): number =>
  Math.min(Math.ceil(requestsPerDay / 4), requestsPerDay - 1);

/** The period of a limit. */
export type QuotaPeriod = "day" | "minute";

/**
 * The port for the requests of the last period, which all processes of a store share. A key belongs
 * to one period.
 */
export type RequestCountStore = {
  /**
   * Returns the wait in ms until a number of requests fit into a daily limit; 0 for now, Infinity
   * above the limit.
   */
  wait(key: string, requests: number, limit: number, now: number): Promise<number>;
  /**
   * Counts one request and returns 0, or returns the wait in ms until the request fits. The default
   * period is a day.
   */
  take(key: string, limit: number, now: number, period?: QuotaPeriod): Promise<number>;
};

/** The number of requests per time slot, earliest slot first. */
export const RequestCounts = z.array(z.tuple([z.number().int(), z.number().int().min(1)]));
export type RequestCounts = z.infer<typeof RequestCounts>;

/** The length of each period, and of its slots. */
const PERIODS = {
  day: { slotMs: 10 * MINUTE_MS, lengthMs: DAY_MS },
  minute: { slotMs: 1000, lengthMs: MINUTE_MS },
} as const satisfies Record<QuotaPeriod, { slotMs: number; lengthMs: number }>;

const slotOf = (now: number, period: QuotaPeriod): number =>
  Math.floor(now / PERIODS[period].slotMs);

/** The time at which all requests of a slot have left the period. */
const endOf = (slot: number, period: QuotaPeriod): number =>
  (slot + 1) * PERIODS[period].slotMs + PERIODS[period].lengthMs;

/**
 * The counts that still matter. Counts from the future, after the clock was set back, are dropped.
 */
const current = (counts: RequestCounts, now: number, period: QuotaPeriod): RequestCounts =>
  counts.filter(([slot]) => endOf(slot, period) > now && slot <= slotOf(now, period));

/** Returns the wait in ms until a number of further requests fit into a limit. */
export const waitForRequests = (
  counts: RequestCounts,
  requests: number,
  limit: number,
  now: number,
  period: QuotaPeriod = "day",
): number => {
  if (requests > limit) return Number.POSITIVE_INFINITY;
  const slots = current(counts, now, period);
  let total = slots.reduce((sum, [, count]) => sum + count, 0);
  if (total + requests <= limit) return 0;
  for (const [slot, count] of slots) {
    total -= count;
    if (total + requests <= limit) return endOf(slot, period) - now;
  }
  return 0;
};

/** Returns the counts with one more request. */
export const addRequest = (
  counts: RequestCounts,
  now: number,
  period: QuotaPeriod = "day",
): RequestCounts => {
  const slot = slotOf(now, period);
  const previous = current(counts, now, period);
  const last = previous.at(-1);
  return last?.[0] === slot
    ? [...previous.slice(0, -1), [slot, last[1] + 1]]
    : [...previous, [slot, 1]];
};

/** The kinds of requests to an institution, as the API's `status` names them. */
export const REQUEST_KINDS = [
  "item_logins",
  "transactions_updates",
  "balance",
  "identity",
] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];
