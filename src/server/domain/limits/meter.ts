import { dateOf, dayAt } from "../calendar.ts";
import type { Usage } from "./usage.ts";

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
  let rows = new Map<string, Usage>();
  return {
    count: (charge) => {
      const day = dayAt(clock());
      // No part contains a space.
      const key = `${day} ${charge.product} ${charge.clientId} ${charge.itemId}`;
      const row = rows.get(key);
      if (row) row.count += 1;
      else rows.set(key, { ...charge, day: dateOf(day), count: 1 });
    },
    drain: () => {
      const counts = [...rows.values()];
      rows = new Map();
      return counts;
    },
  };
};
