/** A text without its accents and capitals; as long as the text itself in the languages of Link. */
export const fold = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
