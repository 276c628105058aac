import fc from "fast-check";
import { anyText } from "../any-text.ts";

type Json = Record<string, unknown>;

/** Objects that a comparison, a conversion or a call may mistake for another type. */
const NOTHING = { toString: 1, valueOf: null };

export const LOOK_ALIKES: readonly Json[] = [
  { length: NOTHING },
  { length: 5 },
  { length: -1, 0: "a" },
  { length: [[["nested"]]] },
  { size: NOTHING },
  { size: 5 },
  { length: NOTHING, size: NOTHING, toString: NOTHING, valueOf: NOTHING },
  JSON.parse('{"then":"resolve","catch":{},"finally":1}'),
  { toJSON: "text" },
  { getTime: 1, toISOString: 1 },
  { source: "(a+)+$", flags: "g", test: 1, exec: 1, lastIndex: NOTHING },
  { constructor: "String", hasOwnProperty: 1, isPrototypeOf: null },
  { constructor: { name: "Array" }, prototype: {} },
];

/** Returns nested lists with this depth. */
const deepList = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth));

/** Generates look-alikes of any shape and depth. */
export const likeAnything = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { weight: 2, arbitrary: fc.jsonValue() },
    { weight: 2, arbitrary: fc.constantFrom<unknown>(...LOOK_ALIKES) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 3000 }).map(deepList) },
    {
      weight: 3,
      arbitrary: fc
        .uniqueArray(fc.tuple(fc.constantFrom(...LOOK_ALIKES.flatMap(Object.keys)), tie("value")), {
          selector: ([name]) => name,
          maxLength: 4,
        })
        .map((fields) => Object.fromEntries(fields)),
    },
  ),
})).value;

/** The arbitrary is built once, since building takes milliseconds for each field of each body. */
const text = anyText();
const anyJson = fc.jsonValue();

/** Generates bodies with any mixture of valid, invalid and arbitrary fields. */
export const likeBody = (
  bodies: readonly Record<string, unknown>[],
  foreign: readonly unknown[],
) => {
  const values = new Map<string, unknown[]>();
  for (const body of bodies)
    for (const [field, value] of Object.entries(body))
      values.set(field, [...(values.get(field) ?? []), value]);
  return fc.record(
    Object.fromEntries(
      [...values].map(([field, knownValues]) => [
        field,
        fc.oneof(
          { weight: 5, arbitrary: fc.constantFrom(...knownValues) },
          { weight: 2, arbitrary: fc.constantFrom(...foreign, foreign) },
          { weight: 1, arbitrary: anyJson },
          { weight: 2, arbitrary: likeAnything },
          { weight: 1, arbitrary: text },
        ),
      ]),
    ),
    { requiredKeys: [] },
  );
};
