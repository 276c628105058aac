import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";

const PROJECT = dirname(import.meta.dirname);

/** The files with tests; the contract of the stores declares some in files of its own. */
const FILES = [
  "{src,e2e,packages,docs,scripts,bench,demo}/**/*.{test,spec}.{ts,tsx}",
  "src/testing/**/*.ts",
].flatMap((pattern) => globSync(pattern, { cwd: PROJECT, exclude: ["**/node_modules/**"] }));

/** Words that begin a relative clause, or deny their subject, where a subject belongs. */
const NO_SUBJECT = /^(what|who|whoever|where|of|nobody|none)\b/i;

test("the name of each test begins with its subject", () => {
  const names = FILES.flatMap((file) =>
    testNames(readFileSync(join(PROJECT, file), "utf8"), file).map((name) => `${file}: ${name}`),
  );
  expect(names.length).toBeGreaterThan(2000);
  expect(names.filter((name) => NO_SUBJECT.test(name.slice(name.indexOf(": ") + 2)))).toEqual([]);
});

test("the names of tests are found in every form in which they are written", () => {
  const source =
    'describe("a", () => { test.each([[1]] as const)(\n"b %s", () => {}); it.only(`c`); });';
  expect(testNames(source, "x.test.ts")).toEqual(["a", "b %s", "c"]);
});

type Node = { type: string } & Record<string, unknown>;

/** The names of the tests and groups that a source declares; `…` stands for what a template inserts. */
function testNames(source: string, file: string): string[] {
  const names: string[] = [];
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

/** Whether a callee is `test`, `it` or `describe`, with whatever is chosen of them, such as `each`. */
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
