import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { DEFAULT_LANGUAGE, LANGUAGES } from "../protocol/vocabulary.ts";
import { FIRST_VIEW_SIZE } from "../server/bridge/session/session-state.ts";
import { createSandboxConnector } from "../server/connectors/sandbox/connector.ts";
import { createDirectory } from "../server/domain/connectors/directory.ts";
import { readAssets } from "../server/http/assets.ts";
import { firstView } from "../server/http/routes/first-view.ts";

/** The build's output; run `npm run build` first. */
const BUILD = join(import.meta.dirname, "../../dist/public");

const RARE = globSync("*.ts", { cwd: join(import.meta.dirname, "rare") }).map((name) =>
  name.replace(/\.tsx?$/, ""),
);

const OTHERS = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE);

const bytes = (path: string): number => brotliCompressSync(readFileSync(join(BUILD, path))).length;
const html = readFileSync(join(BUILD, "link.html"), "utf8");
const chunks = readdirSync(join(BUILD, "assets")).filter((name) => !/\.(br|gz)$/.test(name));

describe("the bytes that a user loads, after brotli", () => {
  test("the page's script is 3,712 at most", () => {
    expect(bytes("link.js")).toBeLessThanOrEqual(3712);
  });

  test("the file for an embedded search is 1,280 at most, and its part in the frame 1,024", () => {
    const [part = ""] = chunks.filter(isEmbedded);
    expect(bytes("embedded.js")).toBeLessThanOrEqual(1280);
    expect(bytes(`assets/${part}`)).toBeLessThanOrEqual(1024);
  });

  /** Link's document with the sandbox's institutions, as the server sends it. */
  const toDocument = (query: Record<string, unknown>): string =>
    readAssets(BUILD).linkDocument(firstView(query, createDirectory([createSandboxConnector()])));

  test("Link's first view, with its style, its script and the institutions in it, is 14,336 at most: ten TCP segments", () => {
    const document = toDocument({ clientName: "Corner Shop", product: "auth,transactions" });
    expect(document.match(/class="row"/g)).toHaveLength(FIRST_VIEW_SIZE);
    expect(brotliCompressSync(document).length).toBeLessThanOrEqual(14_336);
  });

  const isOf = (language: string) => (name: string) => name.startsWith(`${language}-`);
  const sizeOf = (names: string[]) => names.reduce((sum, name) => sum + bytes(`assets/${name}`), 0);

  const isRare = isOf("rare");
  const isEmbedded = isOf("embedded");

  test("all of a window of Link in English but its rare views is 30,720 at most", () => {
    const english = chunks.filter(
      (name) =>
        !isRare(name) && !isEmbedded(name) && !OTHERS.some((language) => isOf(language)(name)),
    );
    expect(sizeOf(english) + bytes("link.html")).toBeLessThanOrEqual(30_720);
  });

  test.each(OTHERS)("%s is 3,072 at most on top of that", (language) => {
    const size = sizeOf(chunks.filter(isOf(language)));
    expect(size).toBeGreaterThan(0);
    expect(size).toBeLessThanOrEqual(3072);
  });

  test.each(LANGUAGES)("each rare chunk with its words in %s is 3,072 at most", (language) => {
    for (const rare of RARE) {
      const code = chunks.filter(isOf(`rare-${rare}`));
      const words = chunks.filter(isOf(`rare-${rare}.${language}`));
      // The server sends the texts of files with their form.
      const hasWords = language !== DEFAULT_LANGUAGE && !["files", "questions"].includes(rare);
      expect([code.length, words.length], rare).toEqual([1, Number(hasWords)]);
      expect(sizeOf([...code, ...words]), rare).toBeLessThanOrEqual(3072);
    }
  });
});

test("the document loads no other file", () => {
  expect(html).not.toMatch(/(?:src|href)=/);
});

/** Code that the build removes: see `build/plugins/lean-preact.ts`. */
const LEFT_OUT = new RegExp(
  [
    /\b(style|xlink\w*|download|colSpan|rowSpan|popover|defaultValue|defaultChecked|on\w+Capture)=/,
    /dangerouslySetInnerHTML|<(textarea|progress|template|foreignObject|math)\b/,
    /\bcomputed\(|\bsignal\([^)]*\bname:|\.(peek|subscribe)\(/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

test("no module of Link uses parts of Preact and its signals that the build leaves out", () => {
  const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" });
  const modules = sources.filter((path) => /(?<!\.test|\.fixture)\.tsx?$/.test(path));
  expect(modules).toContain(join("views", "app.tsx"));
  for (const path of modules)
    expect(readFileSync(join(import.meta.dirname, path), "utf8"), path).not.toMatch(LEFT_OUT);
});

test("neither the page's script nor Link's includes a schema library", () => {
  for (const path of ["link.js", "embedded.js", ...chunks.map((name) => `assets/${name}`)])
    expect(readFileSync(join(BUILD, path), "utf8")).not.toMatch(/ZodError|safeParse/);
});
