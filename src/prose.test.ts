import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";

const PROJECT = dirname(import.meta.dirname);

/** The files with tests; the contract of the stores declares some in files of its own. */
const FILES = [
  "{src,e2e,packages,docs,scripts,bench,demo,sim}/**/*.{test,spec}.{ts,tsx}",
  "src/testing/**/*.ts",
].flatMap((pattern) => globSync(pattern, { cwd: PROJECT, exclude: ["**/node_modules/**"] }));

/** All code, without dependencies and build output. */
const SOURCES = globSync(
  "{src,e2e,packages,docs,scripts,build,bench,demo,sim}/**/*.{ts,tsx,mts,cts,js,mjs}",
  {
    cwd: PROJECT,
    exclude: ["**/node_modules/**", "**/dist/**"],
  },
);

/** Words that begin a relative clause, or deny their subject, in place of a subject. */
const NO_SUBJECT = /^(what|who|whoever|where|of|nobody|none)\b/i;

/** Words with a plainer one: next to, in addition to, again, any, no one. */
const READ_TWICE = /\b(besides?|anew|whoever|whichever|nobody)\b(?!")/i;

/** The texts of each file, which is parsed once. */
const TEXTS = [...new Set([...FILES, ...SOURCES])].map((file) => {
  const source = readFileSync(join(PROJECT, file), "utf8");
  return { file, names: testNames(source, file), comments: listComments(source, file) };
});

test("the name of each test begins with its subject", () => {
  const files = new Set(FILES);
  const names = TEXTS.filter(({ file }) => files.has(file)).flatMap(({ file, names }) =>
    names.map((name) => ({ file, name })),
  );
  expect(names.length).toBeGreaterThan(2000);
  expect(names.filter(({ name }) => NO_SUBJECT.test(name))).toEqual([]);
});

test("each comment begins with its subject", () => {
  const sources = new Set(SOURCES);
  const comments = TEXTS.filter(({ file }) => sources.has(file)).flatMap(({ file, comments }) =>
    comments.map((text) => ({ file, text })),
  );
  expect(comments.length).toBeGreaterThan(5000);
  expect(comments.filter(({ text }) => NO_SUBJECT.test(text))).toEqual([]);
});

test("no comment and no test's name has a word that is read twice", () => {
  const texts = TEXTS.flatMap(({ file, names, comments }) =>
    [...comments, ...names].map((text) => `${file}: ${text}`),
  );
  expect(texts.filter((text) => READ_TWICE.test(text))).toEqual([]);
});

test("the lines of a comment are read as one", () => {
  const source = "// Lists a\n// of b.\n\n// And c.\n/**\n * Of d.\n */\nlet e; // None.";
  expect(listComments(source, "x.ts")).toEqual(["Lists a of b.", "And c.", "Of d.", "None."]);
});

test("the names of tests are found in every form in which they are written", () => {
  const source =
    'describe("a", () => { test.each([[1]] as const)(\n"b %s", () => {}); it.only(`c`); });';
  expect(testNames(source, "x.test.ts")).toEqual(["a", "b %s", "c"]);
});

type Node = { type: string } & Record<string, unknown>;

/** The names of the tests and groups that a source declares; `…` replaces the insertions of a template. */
function testNames(source: string, file: string): string[] {
  const names: string[] = [];
  // Most sources declare none, and to read their whole program takes most of the time.
  if (!/\b(test|it|describe)\s*(\(|<|\.\w)/.test(source)) return names;
  visit(parseSync(file, source).program, (node) => {
    if (node.type !== "CallExpression" || !isTest(node.callee as Node)) return;
    const [name] = node.arguments as Node[];
    if (name?.type === "Literal" && typeof name.value === "string") names.push(name.value);
    if (name?.type === "TemplateLiteral")
      names.push(
        (name.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join("…"),
      );
  });
  return names;
}

/** The comments of a source, without their marks; line comments on consecutive lines are one. */
function listComments(source: string, file: string): string[] {
  const texts: string[] = [];
  let lastEnd = -1;
  for (const { type, value, start, end } of parseSync(file, source).comments) {
    const text = value
      .replaceAll(/^\s*\*+/gm, "")
      .replaceAll(/\s+/g, " ")
      .trim();
    const goesOn =
      type === "Line" && lastEnd >= 0 && /^\r?\n[ \t]*$/.test(source.slice(lastEnd, start));
    if (goesOn) texts.push(`${texts.pop()} ${text}`);
    else texts.push(text);
    lastEnd = type === "Line" ? end : -1;
  }
  return texts;
}

/** Whether a callee is `test`, `it` or `describe`, also with a property, such as `each`. */
function isTest(callee: Node): boolean {
  if (callee.type === "MemberExpression") return isTest(callee.object as Node);
  if (callee.type === "CallExpression") return isTest(callee.callee as Node);
  return callee.type === "Identifier" && /^(test|it|describe)$/.test(String(callee.name));
}

function visit(value: unknown, onNode: (node: Node) => void): void {
  if (typeof value !== "object" || value === null) return;
  if ("type" in value && typeof value.type === "string") onNode(value as Node);
  for (const inner of Object.values(value)) visit(inner, onNode);
}
