import fc from "fast-check";
import { expect, test } from "vitest";
import { createMemory } from "./memory.ts";

test("what was asked for last is kept, and never more than there is room for", () => {
  const ROOM = 10;
  const step = fc.record({ key: fc.nat(6), size: fc.nat(12), asks: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const memory = createMemory<number, number>(ROOM);
      // The same, said the long way round: the newest first.
      let known: { key: number; value: number; size: number }[] = [];
      steps.forEach(({ key, size, asks }, value) => {
        const found = known.find((one) => one.key === key);
        const rest = known.filter((one) => one.key !== key);
        if (asks) {
          expect(memory.get(key)).toBe(found?.value);
          known = found ? [found, ...rest] : rest;
        } else {
          memory.keep(key, value, size);
          known = size > ROOM ? rest : [{ key, value, size }, ...rest];
        }
        while (known.reduce((sum, one) => sum + one.size, 0) > ROOM) known = known.slice(0, -1);
      });
      for (const { key, value } of known) expect(memory.get(key)).toBe(value);
    }),
  );
});
