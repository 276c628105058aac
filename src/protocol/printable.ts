/**
 * Returns a text as a terminal may show it: characters that steer a terminal, or change the order of others, are
 * escaped as in JSON. Line breaks, tabs, and the styles that the commands write stay.
 */
export const printable = (text: string): string =>
  IS_PLAIN.test(text)
    ? text
    : text.replaceAll(STEERING, (found, steering: string | undefined) =>
        steering === undefined
          ? found
          : `\\u${steering.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );

/** Most texts consist of these characters alone. */
const IS_PLAIN = /^[\n\t -~]*$/;

const ESCAPE = "\\u001b\\[";

/** Bold, dim, a color, and their ends; a square of a QR code; a line break; or else a character to escape. */
const STEERING = new RegExp(
  `${ESCAPE}(?:[012]|22|3[1-6]|39)m|${ESCAPE}(?:1;47|40)m {2}${ESCAPE}0m|\\r\\n|` +
    "((?![\\n\\t])[\\p{Cc}\\p{Cs}\\p{Bidi_Control}\\u2028\\u2029\\u206a-\\u206f\\ufeff])",
  "gu",
);
