import { expect, test } from "vitest";
import { breakages } from "./breakage.fixture.ts";

const text = { type: "string" };
const object = (properties: Record<string, object>, required: string[] = []) => ({
  type: "object",
  properties,
  required,
});

test("new optional parameters, fields of responses and enum values are no breakages", () => {
  expect(breakages(object({ a: text }), object({ a: text, b: text }), "request")).toEqual([]);
  expect(breakages(object({ a: text }), object({ a: text, b: text }, ["b"]), "response")).toEqual(
    [],
  );
  const [some, more] = [{ enum: ["x"] }, { enum: ["x", "y"] }];
  expect(breakages(object({ a: some }), object({ a: more }), "response")).toEqual([]);
  expect(breakages(object({ a: some }), object({ a: more }), "request")).toEqual([]);
});

test("a field that is gone, newly required or of another type is reported with its path", () => {
  const inList = (inner: object) => object({ list: { type: "array", items: inner } });
  expect(breakages(inList(object({ a: text })), inList(object({})), "response")).toEqual([
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

test("a narrower bound is reported, and a wider one is not", () => {
  const bounds: [string, number, number][] = [
    ["maximum", 500, 100],
    ["maxLength", 200, 20],
    ["maxItems", 100, 10],
    ["minimum", 0, 1],
    ["minLength", 1, 2],
    ["minItems", 0, 1],
  ];
  const bound = (name: string, value: number) => object({ a: { type: "string", [name]: value } });
  for (const [name, wide, narrow] of bounds) {
    const message = [`a now has the ${name} ${narrow}`];
    expect(breakages(bound(name, wide), bound(name, narrow), "request")).toEqual(message);
    expect(breakages(object({ a: text }), bound(name, narrow), "request")).toEqual(message);
    expect(breakages(bound(name, narrow), bound(name, wide), "request")).toEqual([]);
    expect(breakages(bound(name, narrow), object({ a: text }), "request")).toEqual([]);
    expect(breakages(bound(name, wide), bound(name, narrow), "response")).toEqual([]);
  }
});

test("branches of the same type are compared with their best match", () => {
  const either = object({ a: { anyOf: [{ type: "string", format: "uri" }, { const: "" }] } });
  const after = object({ a: { anyOf: [{ const: "" }, { type: "string", format: "uri" }] } });
  expect(breakages(either, either, "request")).toEqual([]);
  expect(breakages(either, after, "request")).toEqual([]);
});

test("a changed format and fields that are no longer accepted are reported", () => {
  const date = { type: "string", format: "date" };
  expect(breakages(object({ a: text }), object({ a: date }), "request")).toEqual([
    'a now has the format "date"',
  ]);
  expect(breakages(object({ a: date }), object({ a: text }), "request")).toEqual([]);
  const only = { type: "string", const: "x" };
  expect(breakages(object({ a: text }), object({ a: only }), "request")).toEqual([
    'a now has the const "x"',
  ]);
  const strict = { ...object({}), additionalProperties: false };
  expect(breakages(object({}), strict, "request")).toEqual([
    "the body may no longer have other fields",
  ]);
  expect(breakages(strict, strict, "request")).toEqual([]);
});
