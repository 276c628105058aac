import { z } from "zod";
import { DAY_MS, MINUTE_MS } from "../calendar.ts";

/**
 * The units by which an institution counts requests: all of a customer; a customer's requests to one endpoint
 * (the transactions of one account, on any number of pages); or all of this server.
 */
export const QUOTA_UNITS = ["customer", "endpoint", "client"] as const;
export type QuotaUnit = (typeof QUOTA_UNITS)[number];

/** The number of requests to its data API that an institution allows in any 24 hours. */
export const RequestQuota = z.strictObject({
  requestsPerDay: z.number().int().min(1),
  countedBy: z.enum(QUOTA_UNITS),
});
export type RequestQuota = z.infer<typeof RequestQuota>;

/** The reader of a read: a waiting user, or a background job. */
export const ReadPriority = z.enum(["user", "background"]);
export type ReadPriority = z.infer<typeof ReadPriority>;

/** Returns the number of a day's requests that background reads leave to users: a quarter, and never all. */
export const reserveOf = (requestsPerDay: number): number =>
  Math.min(Math.ceil(requestsPerDay / 4), requestsPerDay - 1);

/** The time that a limit is for. */
export type QuotaPeriod = "day" | "minute";

/** The port for the requests of the last period, which every process with this store shares; a key is for one period. */
export type RequestCountStore = {
  /**
   * Returns the wait until a number of requests fit into a day's limit, in ms; 0 for now, Infinity if the limit is
   * lower.
   */
  wait(key: string, requests: number, limit: number, now: number): Promise<number>;
  /** Counts one request; 0 if it fitted, and else in how many ms it would. The period is a day by default. */
  take(key: string, limit: number, now: number, period?: QuotaPeriod): Promise<number>;
};

/** Requests by the slot of time that they were sent in, earliest first. */
export const RequestCounts = z.array(z.tuple([z.number().int(), z.number().int().min(1)]));
export type RequestCounts = z.infer<typeof RequestCounts>;

/** The slots by which the requests of a period are counted, and its length. */
const PERIODS = {
  day: { slotMs: 10 * MINUTE_MS, lengthMs: DAY_MS },
  minute: { slotMs: 1000, lengthMs: MINUTE_MS },
} as const satisfies Record<QuotaPeriod, { slotMs: number; lengthMs: number }>;

const slotOf = (now: number, period: QuotaPeriod): number =>
  Math.floor(now / PERIODS[period].slotMs);

/** When the requests of a slot count no longer, whenever in it they were sent. */
const endOf = (slot: number, period: QuotaPeriod): number =>
  (slot + 1) * PERIODS[period].slotMs + PERIODS[period].lengthMs;

/**
 * The counts of the current slot; counts that are ahead of a clock which was set back are dropped.
 */
const current = (counts: RequestCounts, now: number, period: QuotaPeriod): RequestCounts =>
  counts.filter(([slot]) => endOf(slot, period) > now && slot <= slotOf(now, period));

/** Returns the wait until a number of further requests fit into a limit, in ms. */
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

/** The counts with one more request. */
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
