/** Removes accents and lower-cases a text; the length stays the same in the languages of Link. */
export const fold = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
