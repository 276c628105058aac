import type { Span } from "./phrases.ts";

/** Words that are a company's legal form, with the countries in which they mean nothing else; * for all. */
const LEGAL_FORMS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    "gmbh mbh ohg kgaa sarl sasu eurl srl srls slu sau sca bv llc llp inc corp ltd plc oyj lda ltda"
      .split(" ")
      .map((form) => [form, "*"]),
  ),
  spa: "IT",
  sas: "IT FR",
  sa: "FR BE ES PT PL",
  snc: "IT FR",
  sl: "ES",
  ab: "SE FI LT",
  as: "NO DK EE LV",
  ag: "DE AT",
  kg: "DE AT",
  nv: "BE NL",
  oy: "FI",
};

/** Whether a word after the first is a legal form in a country; without one, in any of its countries. */
export const isLegalForm = (word: string, at: number, homes: readonly string[]): boolean => {
  const countries = at > 0 && Object.hasOwn(LEGAL_FORMS, word) ? LEGAL_FORMS[word] : undefined;
  if (countries === undefined) return false;
  return countries === "*" || homes.some((home) => countries.includes(home));
};

/** Whether a span begins or ends within letters that stand alone, as the C and A of `S.C.A` do. */
export const cutsInitials = (words: readonly string[], { at, length }: Span): boolean => {
  const isInitial = (index: number) => words[index]?.length === 1 && /\p{L}/u.test(words[index]);
  const end = at + length;
  return (isInitial(at - 1) && isInitial(at)) || (isInitial(end - 1) && isInitial(end));
};
