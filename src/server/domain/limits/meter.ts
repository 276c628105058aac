import { dateOf, dayAt } from "../calendar.ts";
import type { Usage } from "./usage.ts";

/** One call that is billed, and to whom. */
export type Charge = Omit<Usage, "day" | "count">;

/** Counts calls in memory, and hands over what was counted since the last time. */
export type Meter = {
  count(charge: Charge): void;
  /** What was counted since this was asked last, a row per client, product, Item and day. */
  drain(): Usage[];
};

/** A meter of the days in UTC. */
export const createMeter = (clock: () => number): Meter => {
  let counted = new Map<string, Usage>();
  return {
    count: (charge) => {
      const day = dayAt(clock());
      // None of them has a blank in it.
      const key = `${day} ${charge.product} ${charge.clientId} ${charge.itemId}`;
      const row = counted.get(key);
      if (row) row.count += 1;
      else counted.set(key, { ...charge, day: dateOf(day), count: 1 });
    },
    drain: () => {
      const rows = [...counted.values()];
      counted = new Map();
      return rows;
    },
  };
};
