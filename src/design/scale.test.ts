import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SRC = join(import.meta.dirname, "..");
const read = (path: string): string => readFileSync(join(SRC, path), "utf8");

const SCALE = new Map(
  [...read("design/scale.css").matchAll(/--((?:radius|text)-[a-z]+): ([^;]+);/g)].map(
    ([, name = "", value = ""]) => [name, value],
  ),
);
const listValues = (kind: string): string[] =>
  [...SCALE].flatMap(([name, value]) => (name.startsWith(kind) ? [value] : []));

/** The values of a size of text, in which 16 pixels are 1rem, and of corners. */
const ALLOWED = {
  text: ["inherit", ...listValues("text").flatMap((size) => [size, `${drawPixels(size)}px`])],
  radius: ["0", ...listValues("radius")],
};

function drawPixels(size: string): number {
  return Number.parseFloat(size) * 16;
}

type Found = { kind: "text" | "radius"; value: string };

/** The sizes of corners and text in CSS, and in styles in the code. */
function sizesIn(text: string): Found[] {
  const valuesAfter = (property: RegExp): string[] =>
    [...text.matchAll(property)].map(([, value = ""]) => value.trim());
  const sizes = valuesAfter(/\bfont-?[sS]ize: ?"?([^;"},]+)/g);
  const fonts = valuesAfter(/(?<![\w-])font:\s?([^;}]+)/g).flatMap(
    // In code, `font` is also the name of fields, without a size behind it.
    (font) => /var\(--text-\w+\)|(?<![\w.])[\d.]+(?:px|rem|em)\b/.exec(font)?.slice(0, 1) ?? [],
  );
  const corners = valuesAfter(/\bborder(?:-[a-z]+)*-?[rR]adius: ?"?([^;"},]+)/g);
  return [
    ...[...sizes, ...fonts].map((value): Found => ({ kind: "text", value: withZero(value) })),
    // A client's own radius is computed.
    ...corners.flatMap((value) =>
      value.startsWith("$")
        ? []
        : value.split(/\s+/).map((part): Found => ({ kind: "radius", value: part })),
    ),
  ];
}

const withZero = (value: string): string => value.replace(/^\./, "0.");

const isInScale = ({ kind, value }: Found): boolean => {
  const [, name] = /^var\(--([a-z-]+)\)$/.exec(value) ?? [];
  return name === undefined
    ? ALLOWED[kind].includes(value)
    : name.startsWith(kind) && SCALE.has(name);
};

const outsideOf = (path: string): string[] =>
  sizesIn(read(path))
    .filter((found) => !isInScale(found))
    .map(({ value }) => `${path}: ${value}`);

test("the scale has seven sizes of text next to that of code, and a radius for each kind of thing", () => {
  expect(listValues("text")).toHaveLength(8);
  expect(listValues("radius")).toEqual(["4px", "8px", "12px", "20px", "99px", "50%", "30%"]);
});

test("a style sheet takes every size of text and of corners from the scale, by its name", () => {
  const sheets = globSync("**/*.css", { cwd: SRC });
  expect(sheets.length).toBeGreaterThan(40);
  const sizes = sheets.flatMap((path) => sizesIn(read(path)));
  expect(sizes.length).toBeGreaterThan(250);
  expect(sheets.flatMap(outsideOf)).toEqual([]);
  const literal = sizes.filter(({ value }) => !/^(var\(|0$|inherit$)/.test(value));
  expect(literal).toEqual([]);
});

test("styles in the code have no other size: pages of the server, mails and the page's script", () => {
  const modules = globSync("**/*.{ts,tsx}", { cwd: SRC }).filter((path) => !/\.test\./.test(path));
  expect(modules.flatMap(outsideOf)).toEqual([]);
});

test("a size outside of the scale is found in each way of writing it", () => {
  const texts = [
    "a { border-radius: 13px; }",
    "a{border-radius:13px}",
    "a { border-start-end-radius: 0 3px; }",
    "a { font-size: 17px; }",
    "a{font-size:.9rem}",
    "a { font: 600 1.1rem / 1.2 serif; }",
    "a{font:17px/1.5 serif}",
    "a { border-radius: var(--radius-huge); }",
    'const A = { borderRadius: "13px" };',
    'const A = { fontSize: "17px" };',
  ];
  const found = texts.map((text) => sizesIn(text).some((size) => !isInScale(size)));
  expect(found).toEqual(texts.map(() => true));
});
