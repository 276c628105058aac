/**
 * Returns the index of the first of some sorted numbers that is at least a given number (binary
 * search).
 */
export const firstAt = (
  count: number,
  numberAt: (index: number) => number,
  least: number,
): number => {
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (numberAt(middle) < least) from = middle + 1;
    else to = middle;
  }
  return from;
};
