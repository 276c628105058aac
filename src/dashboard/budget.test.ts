import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";

/** The build's output; run `npm run build` first. */
const BUILD = join(import.meta.dirname, "../../dist/public");

const html = readFileSync(join(BUILD, "dashboard/dashboard.html"), "utf8");
const assetPaths = [...html.matchAll(/(?:src|href)="(?!data:)([^"]+)"/g)].map(
  ([, path = ""]) => path,
);
/** The chunks that a script imports statically. */
const listImports = (path: string): string[] =>
  [...readText(path).matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(
    ([, name = ""]) => `/dashboard/assets/${name}`,
  );
const readText = (path: string): string => readFileSync(join(BUILD, path), "utf8");

test("the document loads two scripts with all that the overview needs, and one style", () => {
  expect(assetPaths.map((path) => path.replace(/-[\w-]{8}\./, "."))).toEqual([
    "/dashboard/assets/dashboard.js",
    "/dashboard/assets/first-view.js",
    "/dashboard/assets/dashboard.css",
  ]);
  expect(new Set(assetPaths.flatMap(listImports))).toEqual(new Set(assetPaths.slice(1, 2)));
  expect(html.match(/<script(?![^>]* src=)/g)).toHaveLength(1);
  expect(html).not.toMatch(/<style| style=/);
});

test("every page loads at most 46,080 bytes after brotli in common", () => {
  const paths = new Set([...assetPaths, ...assetPaths.flatMap(listImports)]);
  const all = [html, ...[...paths].map(readText)].map((text) => brotliCompressSync(text).length);
  expect(all.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(46_080);
});

test("each page's own chunk has at most 6,144 bytes after brotli", () => {
  const chunks = readdirSync(join(BUILD, "dashboard/assets")).filter(
    (name) => name.endsWith(".js") && !assetPaths.includes(`/dashboard/assets/${name}`),
  );
  expect(chunks.length).toBeGreaterThan(0);
  const tooLarge = chunks.filter(
    (name) => brotliCompressSync(readText(`dashboard/assets/${name}`)).length > 6144,
  );
  expect(tooLarge).toEqual([]);
});

test("it bundles no schema library and calls no other server", () => {
  for (const path of assetPaths) {
    expect(readText(path)).not.toMatch(/ZodError|safeParse/);
    const elsewhere = readText(path).match(/https?:\/\/[a-z0-9.-]+/g) ?? [];
    expect(new Set(elsewhere.filter((address) => !/w3\.org|shop\.example/.test(address)))).toEqual(
      new Set(),
    );
  }
});
