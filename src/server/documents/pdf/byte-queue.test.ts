import fc from "fast-check";
import { expect, test } from "vitest";
import { createByteQueue } from "./byte-queue.ts";

test("a queue gives back the bytes that were added, whatever their sizes and whenever they are taken", () => {
  const writes = fc.array(fc.record({ size: fc.nat(200_000), isTaken: fc.boolean() }), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(writes, (list) => {
      const queue = createByteQueue();
      const added: Uint8Array[] = [];
      const taken: Uint8Array[] = [];
      for (const [at, { size, isTaken }] of list.entries()) {
        const bytes = new Uint8Array(size).map((_, index) => index + at);
        added.push(bytes);
        queue.add(bytes);
        if (isTaken) taken.push(...queue.take());
      }
      taken.push(...queue.take());
      expect(Buffer.concat(taken).equals(Buffer.concat(added))).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test("small writes share a piece", () => {
  const queue = createByteQueue();
  for (let line = 0; line < 100_000; line++) queue.add(Buffer.from("0000000000 00000 n \n"));
  expect([...queue.take()].map(({ length }) => length)).toEqual([
    ...Array(30).fill(65_536),
    33_920,
  ]);
});
