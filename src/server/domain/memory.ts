/** Keeps what was asked for last, as long as there is room. */
export type Memory<Key, Value> = {
  get(key: Key): Value | undefined;
  /** Keeps a value of a size, in the place of what the key had; what is larger than all room is not. */
  keep(key: Key, value: Value, size: number): void;
};

/** A memory with room for values of so much size in all. */
export const createMemory = <Key, Value>(room: number): Memory<Key, Value> => {
  // In the order in which they were asked for, the oldest first.
  const kept = new Map<Key, { value: Value; size: number }>();
  let taken = 0;
  const drop = (key: Key): void => {
    taken -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  };
  return {
    get: (key) => {
      const found = kept.get(key);
      if (!found) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found.value;
    },
    keep: (key, value, size) => {
      drop(key);
      if (size > room) return;
      kept.set(key, { value, size });
      taken += size;
      for (const oldest of kept.keys()) {
        if (taken <= room) return;
        drop(oldest);
      }
    },
  };
};
