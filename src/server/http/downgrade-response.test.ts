import { expect, test } from "vitest";
import type { VersionedPath } from "../versions/index.ts";
import { createResponseDowngrade } from "./downgrade-response.ts";

/** A version in which a field is told in capitals; `asked` counts how often it was. */
const shouting = () => {
  let calls = 0;
  const shout = (value: unknown) => {
    calls += 1;
    return String(value).toUpperCase();
  };
  const identity = {
    value: (body: object) => ({ ...body }),
    schema: (one: object) => ({ ...one }),
  };
  const difference: VersionedPath = {
    request: { ...identity, fields: null },
    response: { ...identity, fields: new Map([["words", shout]]) },
  };
  return { dated: difference, asked: () => calls };
};

test("what was written is walked back once, as long as it is the same", () => {
  const { dated, asked } = shouting();
  const walkBack = createResponseDowngrade();
  const bytes = new TextEncoder().encode('"bye"');
  for (let round = 0; round < 2; round++) {
    // The same letters, as another text each time.
    expect(walkBack(dated, { words: { json: ['"h', 'i"'].join("") }, rest: 1 })).toEqual({
      words: { json: '"HI"' },
      rest: 1,
    });
    expect(walkBack(dated, { words: { json: bytes } })).toEqual({
      words: { json: Buffer.from('"BYE"') },
    });
  }
  expect(asked()).toBe(2);
  walkBack(dated, { words: { json: bytes.slice() } });
  expect(asked()).toBe(3);
});

test("what was not written is walked back each time, and another version's is its own", () => {
  const [one, other] = [shouting(), shouting()];
  const walkBack = createResponseDowngrade();
  for (const { dated } of [one, one, other]) {
    expect(walkBack(dated, { words: "hi", gone: undefined })).toEqual({ words: "HI" });
    expect(walkBack(dated, { words: { json: '"hi"' } })).toEqual({ words: { json: '"HI"' } });
  }
  expect([one.asked(), other.asked()]).toEqual([3, 2]);
});
