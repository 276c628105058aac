import { expect, test } from "vitest";
import { mutationsOf } from "./mutations.ts";

const applied = (text: string) =>
  mutationsOf(text).map(
    ({ operator, start, end, text: part }) =>
      `${operator}: ${text.slice(0, start)}${part}${text.slice(end)}`,
  );

test("each operator breaks its kind of code, at each of its places", () => {
  expect(applied("if (a) b();")).toEqual([
    "a condition is negated: if (!(a)) b();",
    "a statement is left out: if (a) ;",
  ]);
  expect(applied("const f = a < b;")).toEqual(["a comparison is shifted: const f = a <= b;"]);
  expect(applied("const f = a && b;")).toEqual([
    "a side is left out: const f = a;",
    "a side is left out: const f = b;",
  ]);
  expect(applied("const f = a ?? b;")).toEqual([]);
  expect(applied("const q = db.where('a', '=', 1).limit(1);")).toEqual([
    "a filter is dropped: const q = db.limit(1);",
  ]);
  expect(applied("const t = store.transact(async (inside) => inside.a);")).toEqual([
    "a write leaves its transaction: const t = (async () => (async (inside) => inside.a)(store as never))();",
  ]);
});
