/** A text in capitals, without accents. */
export const capitals = (text: string): string =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toUpperCase();
