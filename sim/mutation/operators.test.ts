import { expect, test } from "vitest";
import { listMutations } from "./operators.ts";

/** Applies each mutation of a text, without the mark that reports its run. */
const broken = (text: string, operator: string) =>
  listMutations(text)
    .filter((mutation) => mutation.operator === operator)
    .map(
      ({ start, end, text: part }) =>
        text.slice(0, start) +
        part.replace(/^\(globalThis\.onMutantReached\?\.\(\), ([\s\S]*)\)$/, "$1") +
        text.slice(end),
    );

const MARK = "globalThis.onMutantReached?.();";

test("a condition is negated, unless its comparison is shifted to the same", () => {
  const text = "if (a) b(); else if (a === b) c(); while (d) e(); const f = g ? 1 : 2;";
  expect(broken(text, "a condition is negated")).toEqual([
    text.replace("(a)", "(!(a))"),
    text.replace("(d)", "(!(d))"),
    text.replace("g ?", "!(g) ?"),
  ]);
});

test("a comparison is shifted by one, or to its opposite", () => {
  const shifted = (text: string) => broken(text, "a comparison is shifted");
  expect(
    ["a < b;", "a <= b;", "a > b;", "a >= b;", "a === b;", "a !== b;"].flatMap(shifted),
  ).toEqual(["a <= b;", "a < b;", "a >= b;", "a > b;", "a !== b;", "a === b;"]);
  expect(shifted("a + b;")).toEqual([]);
});

test("and is swapped with or, around the same sides", () => {
  expect(broken("f = a || b || c;", "and is swapped with or")).toEqual([
    "f = (a || b) && c;",
    "f = a && b || c;",
  ]);
  expect(broken("f = a ?? b;", "and is swapped with or")).toEqual([]);
});

test("plus is swapped with minus, and times with over, but not where texts are joined", () => {
  const swapped = (text: string) => broken(text, "plus is swapped with minus");
  expect(swapped("f = a + b * c;")).toEqual(["f = a - (b * c);", "f = a + b / c;"]);
  expect(swapped("f = a + b + 'c';")).toEqual(["f = a - b + 'c';"]);
});

test("a side of a condition is left out", () => {
  expect(broken("f = a && b;", "a side is left out")).toEqual(["f = a;", "f = b;"]);
});

test("a statement with an effect is left out", () => {
  expect(broken("if (a) b();", "a statement is left out")).toEqual([`if (a) ${MARK}`]);
  expect(broken("await b(); c = 1; d++;", "a statement is left out")).toEqual([
    `${MARK} c = 1; d++;`,
    `await b(); ${MARK} d++;`,
    `await b(); c = 1; ${MARK}`,
  ]);
  expect(broken("throw new Error();", "a statement is left out")).toEqual([MARK]);
});

test("a write leaves its transaction, and takes place on the store itself", () => {
  expect(
    broken("f = store.transact(async (inside) => inside.a);", "a write leaves its transaction"),
  ).toEqual(["f = (async () => (async (inside) => inside.a)(store))();"]);
});

test("a filter of rows or values is dropped", () => {
  expect(broken("q = db.where('a', '=', 1).limit(1);", "a filter is dropped")).toEqual([
    "q = db.limit(1);",
  ]);
  expect(broken("q = rows.filter(isNew).map(name);", "a filter is dropped")).toEqual([
    "q = rows.map(name);",
  ]);
});

test("a constant of the value's kind is returned", () => {
  const returned = (text: string) => broken(text, "a constant is returned");
  expect(returned("f = (a) => a > 1;")).toEqual(["f = (a) => true;", "f = (a) => false;"]);
  expect(returned("f = (a) => a.map(g);")).toEqual(["f = (a) => [];"]);
  expect(returned("f = () => g();")).toEqual([]);
  expect(returned("function f() { return g(); }")).toEqual(["function f() { return undefined; }"]);
  expect(returned("function f() { return 3; }")).toEqual(["function f() { return 0; }"]);
  expect(returned("function f() { return ''; }")).toEqual([]);
});
