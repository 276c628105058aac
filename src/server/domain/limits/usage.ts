import type { Product } from "../../../protocol/vocabulary.ts";
import { dayAt, toDate } from "../calendar.ts";
import { createTally } from "../tally.ts";

/** A day's billed calls: one product read of one Item. `day` is `YYYY-MM-DD` in UTC. */
export type Usage = {
  clientId: string;
  product: Product;
  itemId: string;
  day: string;
  count: number;
};

/** A client's calls of one product in a period, and the number of Items they were about. */
export type UsageTotal = { clientId: string; product: Product; items: number; calls: number };

/** The calls of a day, `YYYY-MM-DD`, with one product. */
type DailyCalls = { day: string; product: string; calls: number };

/** The calls of one product in a month, `YYYY-MM`. */
type MonthlyCalls = { month: string; product: Product; calls: number };

/** A batch of counts: the writers' batches have ascending numbers. `at` is in ms since 1970. */
export type UsageBatch = { writer: string; number: number; at: number };

/** The port for billed calls. */
export type UsageStore = {
  /**
   * Adds counts to the usage of each day. Idempotent for a batch: its writer may not know whether
   * it was committed.
   */
  add(counts: readonly Usage[], batch?: UsageBatch): Promise<void>;
  /** Deletes the numbers of batches of writers that have written none since. */
  purgeBatches(since: number): Promise<void>;
  /**
   * The totals by client and product, of one client or all: of the days from `since` on and before `until`. An Item
   * counts once in each month, on its first day with a call: of parts of a month, Items are not counted.
   */
  totals(since: string, until: string, clientId?: string): Promise<UsageTotal[]>;
  /** The calls of each day from `since` on and before `until`, by product; of one client or all. */
  byDay(since: string, until: string, clientId?: string): Promise<DailyCalls[]>;
  /** The calls of some months, `YYYY-MM`, by product; of one client or all. */
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

/** A meter of the days in UTC. */
export const createMeter = (clock: () => number): Meter => {
  const { add, drain } = createTally<Omit<Usage, "count">>();
  return {
    count: ({ clientId, product, itemId }) =>
      add({ clientId, product, itemId, day: toDate(dayAt(clock())) }),
    drain,
  };
};
