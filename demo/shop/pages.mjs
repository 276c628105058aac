import { readFile } from "node:fs/promises";

const CSS = "text/css; charset=utf-8";

const FILES = {
  "/": { file: "index.html", type: "text/html; charset=utf-8" },
  "/shop.css": { file: "shop.css", type: CSS },
  "/banks.css": { file: "banks.css", type: CSS },
  "/controls.css": { file: "controls.css", type: CSS },
  "/shop.js": { file: "shop.js", type: "text/javascript; charset=utf-8" },
  "/bank-cards.js": { file: "bank-cards.js", type: "text/javascript; charset=utf-8" },
  "/fern.svg": { file: "art/fern.svg", type: "image/svg+xml" },
  "/pilea.svg": { file: "art/pilea.svg", type: "image/svg+xml" },
  "/cactus.svg": { file: "art/cactus.svg", type: "image/svg+xml" },
  "/leaf.svg": { file: "art/leaf.svg", type: "image/svg+xml" },
};

/**
 * Every file the shop serves, by path; the page gets the script tag and the public key filled in.
 * @param {{ linkOrigin: string, publicKey: string, environment: string, pages?: URL | undefined }} options
 */
export const loadPages = async ({
  linkOrigin,
  publicKey,
  environment,
  pages = new URL(".", import.meta.url),
}) => {
  const link = new URL(linkOrigin).origin;
  const words = { linkOrigin: link, publicKey, environment };
  const entries = Object.entries(FILES).map(async ([path, { file, type }]) => {
    const text = await readFile(new URL(file, pages), "utf8");
    const content = path === "/" ? fill(text, words) : text;
    return /** @type {const} */ ([path, { content, headers: headers(type, link) }]);
  });
  return new Map(await Promise.all(entries));
};

/**
 * @param {string} type
 * @param {string} link
 */
const headers = (type, link) => ({
  "content-type": type,
  "content-security-policy": [
    "default-src 'self'",
    `script-src 'self' ${link}`,
    `frame-src ${link}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; "),
  "x-content-type-options": "nosniff",
  "cache-control": "no-cache",
});

/**
 * @param {string} text
 * @param {Record<string, string>} words
 */
const fill = (text, words) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name) => escapeHtml(words[name] ?? ""));

/** @param {string} text */
const escapeHtml = (text) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
