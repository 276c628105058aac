/** A piece of HTML that needs no escaping. */
class Html {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
  toString() {
    return this.text;
  }
}

/**
 * HTML from a template: values are escaped, unless they are HTML themselves or a list of it.
 * @param {TemplateStringsArray} strings
 * @param {...unknown} values
 */
export const html = (strings, ...values) =>
  new Html(
    String.raw({ raw: strings }, ...values.map((value) => [value].flat().map(safe).join(""))),
  );

/** @param {unknown} value */
const safe = (value) => {
  if (value instanceof Html) return value.text;
  if (value === undefined || value === null || value === false) return "";
  return String(value)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
};
