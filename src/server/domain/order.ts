/** Compares two texts by their code units, as the store does, whatever the language. */
export const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Compares two entries of a map by their keys. */
export const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  byText(a, b);
