/** Counts in memory, by the values of a key. */
export type Tally<Key extends object> = {
  /** Adds to the count of a key. */
  add(key: Key, change?: number): void;
  /** Returns and resets the counts; those that add up to zero are left out. */
  drain(): (Key & { count: number })[];
};

/** Creates a tally that starts at nothing. All of its keys name their columns in one order. */
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
