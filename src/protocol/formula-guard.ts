/**
 * Puts a quote before a text that a spreadsheet would take for a formula (CSV injection), and before such a
 * part of it on another line, or after a delimiter of another country's spreadsheets.
 */
export const guardFormula = (text: string): string =>
  FORMULA_SIGN.test(text)
    ? text.replaceAll(/(^\s*|[;\t\r\n]\s*)(?='*[=+\-@＝＋－＠])/g, "$1'")
    : text;

const FORMULA_SIGN = /[=+\-@＝＋－＠]/;

/** Takes the quotes of `guardFormula` off again. */
export const unguardFormula = (text: string): string =>
  text.includes("'") ? text.replaceAll(/(^\s*|[;\t\r\n]\s*)'(?='*[=+\-@＝＋－＠])/g, "$1") : text;
