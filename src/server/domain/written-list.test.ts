import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type JsonPiece,
  readFields,
  readList,
  type WrittenList,
  writeFields,
} from "./written-list.ts";

const written = <T>(entries: readonly T[]): WrittenList<T> => ({
  writtenList: new TextEncoder().encode(entries.map((one) => JSON.stringify(one)).join(",")),
});

const textOf = (pieces: readonly JsonPiece[]) =>
  pieces.map((piece) => Buffer.from(piece).toString()).join("");

test("an answer reads the same whichever of its fields were written before", () => {
  const fields = fc.dictionary(
    fc.string(),
    fc.record({ value: fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue()), before: fc.boolean() }),
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(fields, (chosen) => {
      const entries = Object.entries(chosen).filter(([field]) => field !== "__proto__");
      const plain = Object.fromEntries(entries.map(([field, { value }]) => [field, value]));
      const mixed = Object.fromEntries(
        entries.map(([field, { value, before }]) => [
          field,
          before && Array.isArray(value) ? written(value) : value,
        ]),
      );
      expect(JSON.parse(textOf(writeFields(mixed)))).toEqual(JSON.parse(JSON.stringify(plain)));
      expect(JSON.stringify(readFields(mixed))).toBe(JSON.stringify(plain));
    }),
  );
});

test("a field that is not there is not written", () => {
  expect(textOf(writeFields({ gone: undefined, there: 1 }))).toBe('{"there":1}');
});

test("what was written is read from its own bytes alone", () => {
  const bytes = new TextEncoder().encode('xx"é"yy');
  expect(readList({ writtenList: bytes.subarray(2, bytes.length - 2) })).toEqual(["é"]);
});
