/** Counts in memory, by composite key. */
export type Tally<Key extends object> = {
  /** Adds to the count of a key. */
  add(key: Key, change?: number): void;
  /** Returns and resets the counts, without counts of zero. */
  drain(): (Key & { count: number })[];
};

/** Creates an empty tally. All keys must list their fields in the same order. */
export const createTally = <Key extends object>(): Tally<Key> => {
  let counts = new Map<string, Key & { count: number }>();
  return {
    add: (key, change = 1) => {
      const name = Object.values(key).join("\n");
      const counted = counts.get(name);
      if (counted) counted.count += change;
      else counts.set(name, { ...key, count: change });
    },
    drain: () => {
      const drained = [...counts.values()].filter(({ count }) => count !== 0);
      counts = new Map();
      return drained;
    },
  };
};
