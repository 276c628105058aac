import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type JsonPiece,
  parseFields,
  parseRawJson,
  type RawJson,
  stringifyFields,
} from "./raw-json.ts";

const rawOf = <Value>(value: Value, asBytes: boolean): RawJson<Value> => {
  const json = JSON.stringify(value);
  return { json: asBytes ? new TextEncoder().encode(json) : json };
};

const toText = (pieces: readonly JsonPiece[]) =>
  pieces.map((piece) => Buffer.from(piece).toString()).join("");

test("a response reads the same if some of its fields were JSON already", () => {
  const fields = fc.dictionary(
    fc.string(),
    fc.record({
      value: fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue()),
      before: fc.constantFrom("not", "text", "bytes"),
    }),
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(fields, (names) => {
      const entries = Object.entries(names).filter(([field]) => field !== "__proto__");
      const plain = Object.fromEntries(entries.map(([field, { value }]) => [field, value]));
      const mixture = Object.fromEntries(
        entries.map(([field, { value, before }]) => [
          field,
          before === "not" ? value : rawOf(value, before === "bytes"),
        ]),
      );
      expect(JSON.parse(toText(stringifyFields(Object.entries(mixture))))).toEqual(
        JSON.parse(JSON.stringify(plain)),
      );
      expect(JSON.stringify(parseFields(mixture))).toBe(JSON.stringify(plain));
    }),
  );
});

test("an undefined field is not written", () => {
  expect(
    toText(
      stringifyFields([
        ["gone", undefined],
        ["there", 1],
      ]),
    ),
  ).toBe('{"there":1}');
});

test("raw JSON is parsed from its own bytes only", () => {
  const bytes = new TextEncoder().encode('xx["é"]yy');
  expect(parseRawJson({ json: bytes.subarray(2, bytes.length - 2) })).toEqual(["é"]);
});
