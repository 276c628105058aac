type Entry = { at: number; order: number; run: () => void; isCancelled: boolean };

/** A priority queue of callbacks by time. Callbacks with the same time keep their order. */
export const createQueue = () => {
  const heap: Entry[] = [];
  let order = 0;
  const isBefore = (a: Entry, b: Entry) => a.at < b.at || (a.at === b.at && a.order < b.order);
  const swap = (i: number, j: number): void => {
    const [a, b] = [heap[i], heap[j]];
    if (!a || !b) return;
    heap[i] = b;
    heap[j] = a;
  };
  const up = (from: number): void => {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      const [one, above] = [heap[at], heap[parent]];
      if (!one || !above || !isBefore(one, above)) return;
      swap(at, parent);
      at = parent;
    }
  };
  const down = (): void => {
    for (let at = 0; ; ) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        const [one, best] = [heap[child], heap[least]];
        if (one && best && isBefore(one, best)) least = child;
      }
      if (least === at) return;
      swap(at, least);
      at = least;
    }
  };
  const take = (): Entry | undefined => {
    const [first] = heap;
    const last = heap.pop();
    if (last && heap.length > 0) {
      heap[0] = last;
      down();
    }
    return first;
  };
  const skipCancelled = (): void => {
    while (heap[0]?.isCancelled) take();
  };
  return {
    /** Adds a callback; returns a function that cancels it. */
    add: (at: number, run: () => void): (() => void) => {
      const entry: Entry = { at, order: order++, run, isCancelled: false };
      heap.push(entry);
      up(heap.length - 1);
      return () => {
        entry.isCancelled = true;
      };
    },
    /** The time of the next callback, or null. */
    nextAt: (): number | null => {
      skipCancelled();
      return heap[0]?.at ?? null;
    },
    /** Runs the next callback. */
    run: (): void => {
      skipCancelled();
      take()?.run();
    },
  };
};
