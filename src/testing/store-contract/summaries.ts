import fc from "fast-check";
import { expect, test } from "vitest";
import type { Usage } from "../../server/domain/limits/usage.ts";
import type { Bench } from "./bench.ts";
import { counter } from "./samples.ts";

const numRuns = 12;

/** What is counted as it is written is what a count of the rows would answer, whatever has happened to them. */
export const summariesContract = ({ empty }: Bench): void => {
  test("a bill has the Items and calls of its month, in whatever parts they were counted", async () => {
    const { usage } = await empty();
    const nextRun = counter();
    const anyUsage = fc.record<Omit<Usage, "clientId">>({
      product: fc.constantFrom("auth", "identity"),
      itemId: fc.constantFrom("item-1", "item-2", "item-3"),
      day: fc.constantFrom("2026-01-30", "2026-01-31", "2026-02-01", "2026-02-02"),
      count: fc.integer({ min: 0, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(anyUsage, { maxLength: 6 })), async (batches) => {
        const clientId = `client-${nextRun()}`;
        for (const batch of batches) await usage.add(batch.map((one) => ({ ...one, clientId })));
        const all = batches.flat().filter(({ count }) => count > 0);
        for (const [month, next] of [
          ["2026-01", "2026-02"],
          ["2026-02", "2026-03"],
        ]) {
          const rows = (["auth", "identity"] as const).flatMap((product) => {
            const own = all.filter(
              (one) => one.product === product && one.day.startsWith(`${month}`),
            );
            const items = new Set(own.map(({ itemId }) => itemId)).size;
            const calls = own.reduce((sum, { count }) => sum + count, 0);
            return items === 0 ? [] : [{ clientId, product, items, calls }];
          });
          expect(await usage.totals(`${month}-01`, `${next}-01`, clientId)).toEqual(rows);
        }
      }),
      { numRuns },
    );
  });

};
