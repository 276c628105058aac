/** Compares two texts by code units, as the store does, independent of language. */
export const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Compares two entries of a map by their keys. */
export const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  byText(a, b);
