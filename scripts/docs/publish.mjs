// Publishes the documentation into the built pages, for people and programs that read it from the running server:
// each page as Markdown at `/docs/<page>.md` and as HTML at `/docs/<page>`, the README as `readme`, and the index of
// the search.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { GROUPS } from "./groups.mjs";
import { renderPage } from "./markdown.mjs";
import { referencePage, searchIndex } from "./search-index.mjs";

const TARGET = "dist/public/docs";

/** The document of the pages, built by Vite. */
const TEMPLATE = join(TARGET, "guide.html");

/** The address of the code that pages link to. */
const REPOSITORY = "https://github.com/service-link/service-link/blob/main/";

const ROOT = "http://root/";

/** The repository path and anchor of a page's link; null for an external address. */
const targetOf = (page, link) =>
  /^(?:[a-z]+:|#)/.test(link) ? null : new URL(link, ROOT + page).href.slice(ROOT.length);

/**
 * Returns a page of the repository with public links: to pages on the server, otherwise to the
 * repository.
 */
export const withPublicLinks = (page, text) =>
  text.replace(/\]\((?![a-z]+:|#)([^)\s]+)\)/g, (_, link) => {
    const path = targetOf(page, link).replace(/^README\.md/, "docs/readme.md");
    const from = page === "README.md" ? "docs" : dirname(page);
    return path.startsWith("docs/")
      ? `](${posix.relative(from, path)})`
      : `](${REPOSITORY}${path})`;
  });

/** Returns the address of a page's link in its HTML. */
export const publicAddress = (page, link) => {
  const path = targetOf(page, link)?.replace(/^README\.md/, "docs/readme.md");
  if (path === undefined) return link;
  if (!path.startsWith("docs/")) return REPOSITORY + path;
  // The reference has a page of the errors, whose anchors are the codes and types themselves.
  const errors = /^docs\/errors\.md(#.*)?$/.exec(path);
  if (errors) return `/docs/errors${(errors[1] ?? "").toUpperCase()}`;
  return `/${path.replace(/\.md(?=#|$)/, "")}`;
};

/** The pages in reading order. The reference has its own page of errors. */
const ORDER = GROUPS.flatMap(({ pages }) => pages).filter(([name]) => name !== "errors");

const linkTo = ([name, title], current) =>
  `<a href="/docs/${name}"${name === current ? ' aria-current="page"' : ""}>${title}</a>`;

const guidesFor = (name) =>
  GROUPS.map(
    ({ name: group, pages }) =>
      `<p>${group}</p><ul>${pages.map((page) => `<li>${linkTo(page, name)}</li>`).join("")}</ul>`,
  ).join("");

const neighboursOf = (name) => {
  const at = ORDER.findIndex(([each]) => each === name);
  if (at < 0) return "";
  const [before, after] = [ORDER[at - 1], ORDER[at + 1]];
  return `<nav class="neighbours" aria-label="Next pages">${before ? `<span>← ${linkTo(before)}</span>` : ""}${after ? `<span>${linkTo(after)} →</span>` : ""}</nav>`;
};

const escapeHtml = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** The page's headings of the second rank, if they are worth a list. */
const contentsOf = (sections) => {
  const rows = sections
    .filter(({ depth }) => depth === 2)
    .map(({ anchor, heading }) => `<li><a href="#${anchor}">${escapeHtml(heading)}</a></li>`);
  return rows.length < 2 ? "" : `<h2>On this page</h2><ul>${rows.join("")}</ul>`;
};

/** Fills the document of the pages with a page. */
const fillTemplate = (template, name, { html, title, sections }) => {
  const parts = {
    title: escapeHtml(title),
    markdown: `/docs/${name}.md`,
    article: html,
    contents: contentsOf(sections),
    neighbours: neighboursOf(name),
    guides: guidesFor(name),
  };
  return template.replace(/\{(\w+)\}/g, (text, part) => parts[part] ?? text);
};

const write = (path, text) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

/** Writes every page, and the search index. */
const publish = () => {
  const template = readFileSync(TEMPLATE, "utf8");
  rmSync(TEMPLATE);
  const files = readdirSync("docs", { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".md"))
    .toSorted();
  const sources = [
    ["readme", "README.md"],
    ...files.map((file) => [file.slice(0, -3), `docs/${file}`]),
  ];
  const client = (name) => readFileSync(`src/client/generated/${name}.ts`, "utf8");
  const index = [referencePage(client("operations"), client("paths"))];
  for (const [name, source] of sources) {
    const text = readFileSync(source, "utf8");
    write(join(TARGET, `${name}.md`), withPublicLinks(source, text));
    const page = renderPage(text, (link) => publicAddress(source, link));
    index.push({ address: `/docs/${name}`, title: page.title, sections: sectionsFor(name, page) });
    if (name !== "errors") write(join(TARGET, `${name}.html`), fillTemplate(template, name, page));
  }
  write(join(TARGET, "search.json"), JSON.stringify(searchIndex(index)));
  for (const name of readdirSync("docs/images"))
    if (/\.(jpg|webp)$/.test(name)) cpSync(`docs/images/${name}`, join(TARGET, "images", name));
};

/** The sections of a page with their anchors on the server. */
const sectionsFor = (name, { sections }) =>
  name === "errors"
    ? sections.map((section) => ({ ...section, anchor: section.anchor.toUpperCase() }))
    : sections;

if (process.argv[1] === fileURLToPath(import.meta.url)) publish();
