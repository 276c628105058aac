import { expect, test } from "vitest";
import { breakages } from "./breakage.ts";

const text = { type: "string" };
const object = (properties: Record<string, object>, required: string[] = []) => ({
  type: "object",
  properties,
  required,
});

test("a new optional parameter, element or enum value breaks nobody", () => {
  expect(breakages(object({ a: text }), object({ a: text, b: text }), "request")).toEqual([]);
  expect(breakages(object({ a: text }), object({ a: text, b: text }, ["b"]), "response")).toEqual(
    [],
  );
  const [some, more] = [{ enum: ["x"] }, { enum: ["x", "y"] }];
  expect(breakages(object({ a: some }), object({ a: more }), "response")).toEqual([]);
  expect(breakages(object({ a: some }), object({ a: more }), "request")).toEqual([]);
});

test("what is gone, required or of another kind is named with its place", () => {
  const nested = (inner: object) => object({ list: { type: "array", items: inner } });
  expect(breakages(nested(object({ a: text })), nested(object({})), "response")).toEqual([
    "a of an element of list is gone",
  ]);
  expect(breakages(object({}), object({ a: text }, ["a"]), "request")).toEqual([
    "a of the body is now required",
  ]);
  expect(breakages(object({ a: text }, ["a"]), object({ a: text }), "response")).toEqual([
    "a may now be left out",
  ]);
  expect(breakages(object({ a: text }), object({ a: { type: "number" } }), "request")).toEqual([
    "a may no longer be string",
  ]);
  const nullable = { anyOf: [text, { type: "null" }] };
  expect(breakages(object({ a: text }), object({ a: nullable }), "response")).toEqual([
    "a may now be null",
  ]);
  expect(breakages(object({ a: nullable }), object({ a: text }), "request")).toEqual([
    "a may no longer be null",
  ]);
  const enums = [
    { type: "string", enum: ["x", "y"] },
    { type: "string", enum: ["x"] },
  ] as const;
  expect(breakages(object({ a: enums[0] }), object({ a: enums[1] }), "request")).toEqual([
    'a may no longer be "y"',
  ]);
  expect(breakages(object({ a: text }), object({ a: enums[0] }), "request")).toEqual([
    "a may no longer be any string",
  ]);
});
