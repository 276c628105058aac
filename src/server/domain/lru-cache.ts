/** Keeps what was asked for lately, as long as there is room. */
export type LruCache<Key, Value> = {
  get(key: Key): Value | undefined;
  /** Keeps a value of a size, in the place of what the key had; what takes more than half of all room is not. */
  keep(key: Key, value: Value, size: number): void;
};

type Kept<Value> = { value: Value; size: number };

/**
 * A memory with room for values of so much size in all. They are kept in two halves: what is asked for
 * goes into the young one, and once that is full it becomes the old one, in place of what was there.
 */
export const createLruCache = <Key, Value>(room: number): LruCache<Key, Value> => {
  let young = new Map<Key, Kept<Value>>();
  let old = new Map<Key, Kept<Value>>();
  let taken = 0;
  const forget = (key: Key): void => {
    taken -= young.get(key)?.size ?? 0;
    young.delete(key);
    old.delete(key);
  };
  const set = (key: Key, value: Value, size: number): void => {
    forget(key);
    if (size > room / 2) return;
    if (taken + size > room / 2) [old, young, taken] = [young, new Map(), 0];
    young.set(key, { value, size });
    taken += size;
  };
  return {
    get: (key) => {
      const found = young.get(key);
      if (found) return found.value;
      const known = old.get(key);
      if (known) set(key, known.value, known.size);
      return known?.value;
    },
    keep: set,
  };
};
