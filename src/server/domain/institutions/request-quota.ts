import { z } from "zod";
import { DAY_MS } from "../calendar.ts";

/**
 * The units by which an institution counts requests: all for a customer, those to each endpoint for a
 * customer (the transactions of one account, on any number of pages), or all of this server.
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

/** The port for the requests of the last 24 hours, which every process with this store shares. */
export type RequestCountStore = {
  /**
   * Returns the wait until a number of requests fit into a limit, in ms; 0 for now, Infinity if the limit is
   * lower.
   */
  wait(key: string, requests: number, limit: number, now: number): Promise<number>;
  /** Counts one request; 0 if it fitted, and else in how many ms it would. */
  take(key: string, limit: number, now: number): Promise<number>;
};

/** Requests by the ten minutes that they were sent in, earliest first. */
export const RequestCounts = z.array(z.tuple([z.number().int(), z.number().int().min(1)]));
export type RequestCounts = z.infer<typeof RequestCounts>;

const SLOT_MS = 10 * 60_000;

const slotOf = (now: number): number => Math.floor(now / SLOT_MS);

/** When the requests of a slot count no longer, whenever in it they were sent. */
const endOf = (slot: number): number => (slot + 1) * SLOT_MS + DAY_MS;

/** The counts that count still; those of a clock that was put back since do not. */
const current = (counts: RequestCounts, now: number): RequestCounts =>
  counts.filter(([slot]) => endOf(slot) > now && slot <= slotOf(now));

/** Returns the wait until a number of further requests fit into a limit, in ms. */
export const waitForRequests = (
  counts: RequestCounts,
  requests: number,
  limit: number,
  now: number,
): number => {
  if (requests > limit) return Number.POSITIVE_INFINITY;
  const slots = current(counts, now);
  let total = slots.reduce((sum, [, count]) => sum + count, 0);
  if (total + requests <= limit) return 0;
  for (const [slot, count] of slots) {
    total -= count;
    if (total + requests <= limit) return endOf(slot) - now;
  }
  return 0;
};

/** The counts with one more request. */
export const addRequest = (counts: RequestCounts, now: number): RequestCounts => {
  const slot = slotOf(now);
  const previous = current(counts, now);
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
