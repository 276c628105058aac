/**
 * Puts a quote before a text that a spreadsheet would evaluate as a formula (CSV injection). Also
 * quotes such parts on further lines, and after the delimiters of other countries' spreadsheets.
 */
export const guardFormula = (text: string): string =>
  FORMULA_SIGN.test(text)
    ? text.replaceAll(/(^\s*|[;\t\r\n]\s*)(?='*[=+\-@＝＋－＠])/g, "$1'")
    : text;

const FORMULA_SIGN = /[=+\-@＝＋－＠]/;

/** Takes the quotes of `guardFormula` off again. */
export const unguardFormula = (text: string): string =>
  text.includes("'") ? text.replaceAll(/(^\s*|[;\t\r\n]\s*)'(?='*[=+\-@＝＋－＠])/g, "$1") : text;
