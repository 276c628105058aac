/** Returns a count in words: `1 row`, `2,000 rows`. */
export const plural = (number: number, noun: string): string =>
  `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
