import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { problemsIn } from "./problems.ts";

const Body = z.strictObject({
  name: z.string().min(3).max(5),
  count: z.int().min(1).max(9),
  kind: z.enum(["a", "b"]),
  options: z.strictObject({ ids: z.array(z.string()).min(1) }).optional(),
});
const problems = (body: unknown) => {
  const result = Body.safeParse(body);
  if (result.success) throw new Error("nothing is wrong");
  return problemsIn(result.error.issues, body);
};
const good = { name: "name", count: 1, kind: "a" };

test("a missing field is named", () => {
  expect(problems({ name: "name" })).toEqual({
    missing: ["count", "kind"],
    unknown: [],
    invalid: [],
  });
});

test("a token used as a field name is not repeated, not even a part of it", () => {
  const token = "access-sandbox-5d5f6c9c-5b0a-4c3e-9a53-0f6f3a1c2b7d";
  const secret = "Za9".repeat(14).slice(0, 40);
  const names = [token, `${"p".repeat(30)}-${secret}`];
  const { unknown } = problems({ ...good, ...Object.fromEntries(names.map((name) => [name, 1])) });
  expect(unknown).toEqual(["access-sandbox-…", `${"p".repeat(30)}-…`]);
});

test("an unknown field is named by its path", () => {
  expect(problems({ ...good, options: { ids: ["x"], more: 1 }, other: 2 }).unknown).toEqual([
    "options.more",
    "other",
  ]);
});

test("an invalid field is named with its expected value", () => {
  const invalid = (change: object) => problems({ ...good, ...change }).invalid;
  expect(invalid({ name: 5 })).toEqual(["name must be a string"]);
  expect(invalid({ name: null })).toEqual(["name must be a string"]);
  expect(invalid({ name: "ab" })).toEqual(["name must have at least 3 characters"]);
  expect(invalid({ name: "abcdef" })).toEqual(["name must have at most 5 characters"]);
  expect(invalid({ count: 1.5 })).toEqual(["count must be an integer"]);
  expect(invalid({ count: 10 })).toEqual(["count must be at most 9"]);
  expect(invalid({ kind: "c" })).toEqual(["kind must be one of a, b"]);
  expect(invalid({ options: { ids: [] } })).toEqual(["options.ids must have at least 1 element"]);
  expect(invalid({ options: { ids: ["x", 1] } })).toEqual(["options.ids[1] must be a string"]);
});

test("no value of the body is repeated", () => {
  const secret = "correct-horse-battery-staple";
  fc.assert(
    fc.property(fc.constantFrom("name", "count", "kind", "options"), (field) => {
      expect(JSON.stringify(problems({ ...good, [field]: secret }))).not.toContain(secret);
    }),
  );
});
