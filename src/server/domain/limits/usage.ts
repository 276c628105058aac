import type { Product } from "../../../protocol/vocabulary.ts";
import { dayAt, toDate } from "../calendar.ts";
import { createTally } from "../tally.ts";

/** A day's billed calls of one product and one Item. `day` is `YYYY-MM-DD` in UTC. */
export type Usage = {
  clientId: string;
  product: Product;
  itemId: string;
  day: string;
  count: number;
};

/** A client's calls of a product in a period, and the number of their Items. */
export type UsageTotal = { clientId: string; product: Product; items: number; calls: number };

/** The calls of a product on a day, `YYYY-MM-DD`. */
type DailyCalls = { day: string; product: string; calls: number };

/** The calls of a product in a month, `YYYY-MM`. */
type MonthlyCalls = { month: string; product: Product; calls: number };

/** A batch of counts. A writer's batches have ascending numbers. `at` is in ms since 1970. */
export type UsageBatch = { writer: string; number: number; at: number };

/** The port for billed calls. */
export type UsageStore = {
  /**
   * Adds counts to the daily usage. Idempotent per batch, since a writer may not know whether its
   * batch was committed.
   */
  add(counts: readonly Usage[], batch?: UsageBatch): Promise<void>;
  /** Deletes the batch numbers of writers without a batch since a time. */
  purgeBatches(since: number): Promise<void>;
  /**
   * The totals by client and product, for one client or all, of the days from `since` to before
   * `until`. An Item counts once per month, on its first day with a call. So Items are not counted
   * for parts of months.
   */
  totals(since: string, until: string, clientId?: string): Promise<UsageTotal[]>;
  /** The calls per day and product from `since` to before `until`, of one client or all. */
  byDay(since: string, until: string, clientId?: string): Promise<DailyCalls[]>;
  /** The calls per month and product of some months, `YYYY-MM`, of one client or all. */
  byMonth(months: readonly string[], clientId?: string): Promise<MonthlyCalls[]>;
};

/** One billed call. */
export type Charge = Omit<Usage, "day" | "count">;

/** Counts billed calls in memory. */
export type Meter = {
  count(charge: Charge): void;
  /** Returns and resets the counts: a row per client, product, Item and day. */
  drain(): Usage[];
};

/** A meter that counts by UTC days. */
export const createMeter = (clock: () => number): Meter => {
  const { add, drain } = createTally<Omit<Usage, "count">>();
  return {
    count: ({ clientId, product, itemId }) =>
      add({ clientId, product, itemId, day: toDate(dayAt(clock())) }),
    drain,
  };
};
