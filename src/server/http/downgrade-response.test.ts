import { expect, test } from "vitest";
import type { VersionedPath } from "../versions/index.ts";
import { createResponseDowngrade } from "./downgrade-response.ts";

/** A version with a field in capitals; `asked` counts the conversions. */
const shouting = () => {
  let calls = 0;
  const shout = (value: unknown) => {
    calls += 1;
    return String(value).toUpperCase();
  };
  const identity = {
    value: (body: object) => ({ ...body }),
    schema: (schema: object) => ({ ...schema }),
  };
  const difference: VersionedPath = {
    request: { ...identity, fields: null },
    response: { ...identity, fields: new Map([["words", shout]]) },
  };
  return { dated: difference, asked: () => calls };
};

test("the same JSON text is downgraded once", () => {
  const { dated, asked } = shouting();
  const downgrade = createResponseDowngrade();
  const bytes = new TextEncoder().encode('"bye"');
  for (let round = 0; round < 2; round++) {
    // The same letters in a new text object each time.
    expect(downgrade(dated, { words: { json: ['"h', 'i"'].join("") }, rest: 1 })).toEqual({
      words: { json: '"HI"' },
      rest: 1,
    });
    expect(downgrade(dated, { words: { json: bytes } })).toEqual({
      words: { json: Buffer.from('"BYE"') },
    });
  }
  expect(asked()).toBe(2);
  downgrade(dated, { words: { json: bytes.slice() } });
  expect(asked()).toBe(3);
});

test("other values are downgraded each time, and each version has its own result", () => {
  const [first, second] = [shouting(), shouting()];
  const downgrade = createResponseDowngrade();
  for (const { dated } of [first, first, second]) {
    expect(downgrade(dated, { words: "hi", gone: undefined })).toEqual({ words: "HI" });
    expect(downgrade(dated, { words: { json: '"hi"' } })).toEqual({ words: { json: '"HI"' } });
  }
  expect([first.asked(), second.asked()]).toEqual([3, 2]);
});
