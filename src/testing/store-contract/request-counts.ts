import { expect, test } from "vitest";
import type { ContractContext } from "./contract-context.ts";
import { NOW } from "./samples.ts";

const DAY = 24 * 3_600_000;

/** The contract of every store that counts requests to institutions for several processes. */
export const requestCountsContract = ({ empty, migratedDatabase, open }: ContractContext): void => {
  test("a day has as many requests as its limit, and says when there is one again", async () => {
    const { requestCounts } = await empty();
    for (let n = 0; n < 4; n++) expect(await requestCounts.take("key", 4, NOW)).toBe(0);
    const wait = await requestCounts.take("key", 4, NOW);
    expect(wait).toBeGreaterThan(DAY);
    expect(await requestCounts.wait("key", 1, 5, NOW)).toBe(0);
    expect(await requestCounts.wait("other", 4, 4, NOW)).toBe(0);
    expect(await requestCounts.take("key", 4, NOW + wait)).toBe(0);
  });

  test("a minute has as many requests as its limit", async () => {
    const { requestCounts } = await empty();
    expect(await requestCounts.take("key", 1, NOW, "minute")).toBe(0);
    const wait = await requestCounts.take("key", 1, NOW, "minute");
    expect(wait).toBeGreaterThanOrEqual(60_000);
    expect(wait).toBeLessThanOrEqual(61_000);
    expect(await requestCounts.take("key", 1, NOW + wait, "minute")).toBe(0);
  });

  test("two processes that count requests at once let as many pass as are allowed", async () => {
    const address = await migratedDatabase();
    const stores = [await open(address), await open(address)];
    const waits = await Promise.all(
      Array.from({ length: 24 }, (_, n) => stores[n % 2]?.requestCounts.take("key", 10, NOW)),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
  });
};
