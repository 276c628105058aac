// Renders a page of the documentation as HTML without scripts and inline styles.
import { Marked } from "marked";
import { colorCode } from "./code-colors.mjs";

/** The anchor of a heading, in the form of code hosts. */
const slugOf = (words) =>
  words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, "")
    .replaceAll(" ", "-");

const escapeHtml = (text) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

/** The words of tokens, without Markdown marks. */
const listWords = (tokens = []) =>
  tokens.map((token) => (token.tokens ? listWords(token.tokens) : (token.text ?? ""))).join("");

/**
 * Renders Markdown: `html`, the page's `title`, and its `sections`, each with its anchor, its heading and its words.
 * `hrefOf` returns the address of a link. HTML in the text is shown, not obeyed.
 */
export const renderPage = (text, hrefOf) => {
  const marked = new Marked({ gfm: true });
  const tokens = marked.lexer(text);
  const sections = readSections(tokens);
  const headings = sections.filter(({ depth }) => depth > 0).values();
  const renderer = {
    html: ({ text: raw }) => escapeHtml(raw),
    heading({ tokens: inner, depth }) {
      const { anchor, heading } = headings.next().value;
      const mark =
        depth === 1
          ? ""
          : ` <a class="mark" href="#${anchor}" aria-label="Link to ${escapeHtml(heading)}">#</a>`;
      return `<h${depth} id="${anchor}">${this.parser.parseInline(inner)}${mark}</h${depth}>\n`;
    },
    // Only a focusable box lets a reader scroll a long line by keyboard.
    code: ({ text: code, lang }) =>
      `<div class="block"><pre tabindex="0"><code>${colorCode(code, lang, escapeHtml)}</code></pre></div>\n`,
    table(token) {
      const row = (cells, tag) =>
        `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("")}</tr>`;
      const isTitled = token.header.some(({ text: title }) => title !== "");
      // An empty heading of a column names nothing.
      const head = isTitled
        ? `<thead>${row(token.header, "th").replaceAll("<th></th>", "<td></td>")}</thead>`
        : "";
      const body = token.rows.map((cells) => row(cells, "td")).join("\n");
      return `<div class="table" tabindex="0" role="group" aria-label="Table"><table>${head}<tbody>${body}</tbody></table></div>\n`;
    },
    link({ href, tokens: inner }) {
      return `<a href="${escapeHtml(hrefOf(href))}">${this.parser.parseInline(inner)}</a>`;
    },
    image: ({ href, text: words }) =>
      `<img src="${escapeHtml(hrefOf(href))}" alt="${escapeHtml(words)}" loading="lazy">`,
  };
  marked.use({ renderer });
  return { html: marked.parser(tokens), title: sections[0]?.heading ?? "", sections };
};

/** Cuts a page at its headings. Each anchor is unique. */
const readSections = (tokens) => {
  const counts = new Map();
  const sections = [];
  for (const token of tokens) {
    if (token.type === "heading") {
      const heading = listWords(token.tokens);
      const slug = slugOf(heading);
      const times = counts.get(slug) ?? 0;
      counts.set(slug, times + 1);
      const anchor = times === 0 ? slug : `${slug}-${times}`;
      sections.push({ depth: token.depth, anchor, heading, words: "" });
    }
    const section = sections.at(-1);
    if (section) section.words += ` ${token.raw}`;
  }
  return sections;
};
