/** A piece of HTML, in which nothing is left to escape. */
export type Html = { readonly html: string };

type Value = Html | string | number | false | null | undefined | readonly (Html | string)[];

/**
 * HTML from a template: values are escaped, except for HTML and lists of it; false, null and undefined are
 * left out.
 */
export const html = (strings: TemplateStringsArray, ...values: Value[]): Html => ({
  html: String.raw({ raw: strings }, ...values.map(renderValue)),
});

const renderValue = (value: Value): string => {
  if (value === false || value === null || value === undefined) return "";
  if (typeof value === "string" || typeof value === "number") return escapeHtml(String(value));
  return "html" in value ? value.html : value.map(renderValue).join("");
};

/** Text as it is written in the content and in quoted attributes of HTML. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");

/** HTML of ours that is written in no template, such as a style. */
export const trusted = (text: string): Html => ({ html: text });
