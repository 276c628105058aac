import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../testing/property-samples.ts";
import { partOf, readSegments } from "./segments.ts";

test("elements, groups, escapes and binary data are read as the bank wrote them", () => {
  const [segment, ...others] = readSegments("HIXYZ:3:4:1+a?+b?:c:d??+@5@'+:?@+?@1@+'");
  expect(others).toEqual([]);
  expect(segment).toEqual({
    ...{ id: "HIXYZ", version: 4 },
    elements: [["a+b:c", "d?"], ["'+:?@"], ["@1@"], [""]],
  });
  expect(segment && [partOf(segment, 0, 1), partOf(segment, 9, 9)]).toEqual(["d?", ""]);
});

test("the segments of the encrypted part stand in place of it, at one depth", () => {
  const inner = "A:1:1+x'HNVSD:2:1+@7@B:1:1+y'";
  const read = readSegments(`HNVSD:999:1+@${inner.length}@${inner}'`);
  expect(read.map(({ id }) => id)).toEqual(["A", "HNVSD"]);
});

test.each([
  ["ends within a segment", "A:1:1+x"],
  ["has binary data that is shorter than its length", "A:1:1+@9@x'"],
  ["has too many segments", "A:1:1'".repeat(30_000)],
  ["fills the memory with empty elements", `A:1:1${"+".repeat(1_100_000)}'`],
  ["fills the memory with escapes", `A:1:1+${"?a".repeat(1_100_000)}'`],
])("a message that %s is refused", (_, text) => {
  expect(() => readSegments(text)).toThrow("not understood");
});

test("any texts come back from a message, escaped or as binary data", () => {
  const text = fc.string({
    unit: fc.integer({ min: 0, max: 255 }).map((n) => String.fromCharCode(n)),
  });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), text, (parts, bytes) => {
      const escaped = parts.map((part) => part.replace(/[?:+'@]/g, "?$&")).join(":");
      const [segment] = readSegments(`HIXYZ:1:1+${escaped}+@${bytes.length}@${bytes}'`);
      expect(segment?.elements).toEqual([parts, [bytes]]);
    }),
    { numRuns: samples(300) },
  );
});
