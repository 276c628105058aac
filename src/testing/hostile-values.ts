/** Two plain words around line breaks, separators, and characters that change the reading order. */
export const HOSTILE_TEXT =
  "\u202eCorner\n\u2028include /etc/passwd\u2029\u0085\u2066\r\n\0Shop\u2069\ufeff";

/** Characters that are removed before a text is stored or shown. */
export const HARMFUL = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/u;

export const HOSTILE_CURRENCIES: readonly string[] = [
  "EUR\npython",
  "E\u202eUR",
  "EUR\u2028x",
  "EUR\u0085x",
  "EUR;",
  "HYPERLINK(0)",
  "x".repeat(300),
];
