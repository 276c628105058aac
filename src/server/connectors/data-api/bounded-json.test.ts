import { expect, test } from "vitest";
import { parseBoundedJson } from "./bounded-json.ts";

test("JSON of a normal size is parsed, with any texts in it", () => {
  const value = { list: [1, "a,[{", 'quoted \\" [', "\\\\"], deep: [[[{ a: null }]]] };
  expect(parseBoundedJson(JSON.stringify(value))).toEqual(value);
  const texts = { text: "[{,".repeat(300_000) };
  expect(parseBoundedJson(JSON.stringify(texts))).toEqual(texts);
});

test("JSON that nests too deep or has too many values is not read", () => {
  const nest = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
  const list = (length: number) => `[${Array(length).fill("{}").join()}]`;
  expect(parseBoundedJson(nest(32))).toBeDefined();
  expect(parseBoundedJson(list(90_000))).toHaveLength(90_000);
  for (const text of [nest(33), `{"a":${nest(40)}}`, list(110_000), "[1", "", '"', '"\\'])
    expect(parseBoundedJson(text)).toBeUndefined();
});
