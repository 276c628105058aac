import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";

/** The build's output; run `npm run build` first. */
const BUILD = join(import.meta.dirname, "../../dist/public");

const html = readFileSync(join(BUILD, "account/portal.html"), "utf8");
const assetPaths = [...html.matchAll(/(?:src|href)="(?!data:)([^"]+)"/g)].map(
  ([, path = ""]) => path,
);
const readText = (path: string): string => readFileSync(join(BUILD, path), "utf8");

test("the document loads one script and one style, and nothing else", () => {
  expect(assetPaths.map((path) => path.replace(/-[\w-]{8}\./, "."))).toEqual([
    "/account/assets/portal.js",
    "/account/assets/portal.css",
  ]);
  expect(html).not.toMatch(/<style|<script(?![^>]* src=)| style=/);
});

test("all of the account site, in every language, is 17,920 bytes after brotli at most", () => {
  const all = [html, ...assetPaths.map(readText)].map((text) => brotliCompressSync(text).length);
  expect(all.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(17_920);
});

test("the card of grants, which most servers do not offer, is 3,840 bytes at most", () => {
  const cards = globSync("account/assets/sharing-*.js", { cwd: BUILD }).map(readText);
  expect(cards.map((text) => brotliCompressSync(text).length <= 3840)).toEqual([true]);
});

test("the page of a grant, which comes when it opens, is 4,352 bytes at most", () => {
  const pages = globSync("account/assets/share-page-*.js", { cwd: BUILD }).map(readText);
  expect(pages.map((text) => brotliCompressSync(text).length <= 4352)).toEqual([true]);
});

test("the choice of a file to download is 1,280 bytes at most", () => {
  const choices = globSync("account/assets/downloads-*.js", { cwd: BUILD }).map(readText);
  expect(choices.map((text) => brotliCompressSync(text).length <= 1280)).toEqual([true]);
});

test("it bundles no schema library and calls no other server", () => {
  for (const path of assetPaths) {
    expect(readText(path)).not.toMatch(/ZodError|safeParse/);
    const elsewhere = readText(path).match(/https?:\/\/[a-z0-9.-]+/g) ?? [];
    expect(elsewhere.filter((address) => !address.includes("w3.org"))).toEqual([]);
  }
});
