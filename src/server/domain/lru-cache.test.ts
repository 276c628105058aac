import fc from "fast-check";
import { expect, test } from "vitest";
import { createLruCache } from "./lru-cache.ts";

const ROOM = 12;
const step = fc.record({ key: fc.nat(6), size: fc.nat(8), asks: fc.boolean() });

test("what is kept is what was kept last, and never more than there is room for", () => {
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const memory = createLruCache<number, number>(ROOM);
      const last = new Map<number, { value: number; size: number }>();
      steps.forEach(({ key, size, asks }, value) => {
        if (asks) {
          const found = memory.get(key);
          if (found !== undefined) expect(found).toBe(last.get(key)?.value);
        } else {
          memory.keep(key, value, size);
          last.set(key, { value, size });
          expect(memory.get(key)).toBe(size > ROOM / 2 ? undefined : value);
        }
      });
      const there = [...last].filter(([key]) => memory.get(key) !== undefined);
      expect(there.reduce((sum, [, { size }]) => sum + size, 0)).toBeLessThanOrEqual(ROOM);
    }),
  );
});

test("what is asked for again and again stays, whatever else comes and goes", () => {
  const memory = createLruCache<string, string>(ROOM);
  memory.keep("asked for", "here", 2);
  for (let n = 0; n < 100; n++) {
    memory.keep(`passing ${n}`, "by", 3);
    expect(memory.get("asked for")).toBe("here");
  }
  expect(memory.get("passing 0")).toBeUndefined();
});
