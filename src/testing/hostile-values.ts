/** A text with line breaks, separators and characters that reorder others, around two plain words. */
export const HOSTILE_TEXT =
  "\u202eCorner\n\u2028include /etc/passwd\u2029\u0085\u2066\r\n\0Shop\u2069\ufeff";

/** Characters that no text has when it is stored or shown. */
export const HARMFUL = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/u;

/** Texts that are no currency. */
export const HOSTILE_CURRENCIES: readonly string[] = [
  "EUR\npython",
  "E\u202eUR",
  "EUR\u2028x",
  "EUR\u0085x",
  "EUR;",
  "HYPERLINK(0)",
  "x".repeat(300),
];
