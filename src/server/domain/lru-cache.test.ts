import fc from "fast-check";
import { expect, test } from "vitest";
import { createLruCache } from "./lru-cache.ts";

const ROOM = 12;
const step = fc.record({ key: fc.nat(6), size: fc.nat(8), asks: fc.boolean() });

test("what is kept is what was kept last, and never more than there is room for", () => {
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const connectorState = createLruCache<number, number>(ROOM);
      const last = new Map<number, { value: number; size: number }>();
      steps.forEach(({ key, size, asks }, value) => {
        if (asks) {
          const found = connectorState.get(key);
          if (found !== undefined) expect(found).toBe(last.get(key)?.value);
        } else {
          connectorState.keep(key, value, size);
          last.set(key, { value, size });
          expect(connectorState.get(key)).toBe(size > ROOM / 2 ? undefined : value);
        }
      });
      const there = [...last].filter(([key]) => connectorState.get(key) !== undefined);
      expect(there.reduce((sum, [, { size }]) => sum + size, 0)).toBeLessThanOrEqual(ROOM);
    }),
  );
});

test("what is asked for again and again stays, whatever else comes and goes", () => {
  const connectorState = createLruCache<string, string>(ROOM);
  connectorState.keep("asked for", "here", 2);
  for (let n = 0; n < 100; n++) {
    connectorState.keep(`passing ${n}`, "by", 3);
    expect(connectorState.get("asked for")).toBe("here");
  }
  expect(connectorState.get("passing 0")).toBeUndefined();
});
