/** A piece of HTML with all escaping done. */
export type Html = { readonly html: string };

type Value = Html | string | number | false | null | undefined | readonly (Html | string)[];

/**
 * HTML from a template. Values are escaped, except for HTML and lists of HTML; false, null and
 * undefined are left out.
 */
export const html = (strings: TemplateStringsArray, ...values: Value[]): Html => ({
  html: String.raw({ raw: strings }, ...values.map(renderValue)),
});

const renderValue = (value: Value): string => {
  if (value === false || value === null || value === undefined) return "";
  if (typeof value === "string" || typeof value === "number") return escapeHtml(String(value));
  return "html" in value ? value.html : value.map(renderValue).join("");
};

/** Text for the content or a quoted attribute of HTML. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");

/** Our own HTML outside of a template, such as a style. */
export const trusted = (text: string): Html => ({ html: text });
