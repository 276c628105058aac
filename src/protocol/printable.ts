/**
 * Makes a text safe for a terminal. Escapes characters that control a terminal or reorder text, in
 * JSON notation. Keeps line breaks, tabs, and the commands' own styles.
 */
export const printable = (text: string): string =>
  IS_PLAIN.test(text)
    ? text
    : text.replaceAll(STEERING, (found, steering: string | undefined) =>
        steering === undefined
          ? found
          : `\\u${steering.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );

/** Most texts contain these characters only. */
const IS_PLAIN = /^[\n\t -~]*$/;

const ESCAPE = "\\u001b\\[";

/**
 * Bold, dim, a colour, and their ends; a QR code's square; a line break; or any other character to
 * escape.
 */
const STEERING = new RegExp(
  `${ESCAPE}(?:[012]|22|3[1-6]|39)m|${ESCAPE}(?:1;47|40)m {2}${ESCAPE}0m|\\r\\n|` +
    "((?![\\n\\t])[\\p{Cc}\\p{Cs}\\p{Bidi_Control}\\u2028\\u2029\\u206a-\\u206f\\ufeff])",
  "gu",
);
