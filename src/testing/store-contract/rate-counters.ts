import { expect, test } from "vitest";
import type { ContractContext } from "./contract-context.ts";
import { NOW } from "./samples.ts";

/** The contract of every store that counts calls for several processes. */
export const rateCountersContract = ({
  connect,
  empty,
  migratedDatabase,
  open,
}: ContractContext): void => {
  test("a bucket has as many calls as a minute allows, and says when the next one comes", async () => {
    const { rateCounters } = await empty();
    for (let call = 0; call < 7; call++) expect(await rateCounters.take("key", 7, NOW)).toBe(0);
    expect(await rateCounters.take("key", 7, NOW)).toBe(8572);
    expect(await rateCounters.peek("key", 7, NOW + 8571)).toBe(1);
    expect(await rateCounters.take("key", 7, NOW + 8572)).toBe(0);
    expect(await rateCounters.take("key", 7, NOW + 8572)).toBeGreaterThan(8000);
    expect(await rateCounters.peek("other", 7, NOW)).toBe(0);
  });

  test("a bucket that will be full long after a clock was put back is a full one", async () => {
    const { rateCounters } = await empty();
    for (let call = 0; call < 3; call++) await rateCounters.take("key", 3, NOW);
    const before = NOW - 3_600_000;
    expect(await rateCounters.peek("key", 3, before)).toBe(0);
    for (let call = 0; call < 3; call++) expect(await rateCounters.take("key", 3, before)).toBe(0);
    expect(await rateCounters.take("key", 3, before)).toBe(20_000);
  });

  test("two processes that take calls at once get as many as the bucket holds", async () => {
    const address = await migratedDatabase();
    const stores = [await open(address), await open(address)];
    const waits = await Promise.all(
      Array.from({ length: 40 }, (_, n) => stores[n % 2]?.rateCounters.take("key", 15, NOW)),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(15);
  });

  test("full buckets are deleted, and the others stay", async () => {
    const address = await migratedDatabase();
    const { rateCounters } = await open(address);
    for (let key = 0; key < 20; key++) await rateCounters.take(`early ${key}`, 60, NOW);
    for (let call = 0; call < 3; call++) await rateCounters.take("busy", 3, NOW + 30_000);
    await rateCounters.take("later", 60, NOW + 61_000);
    const rows = await connect(address).selectFrom("rate_counter").select("key").execute();
    expect(rows.map(({ key }) => key).toSorted()).toEqual(["busy", "later"]);
    expect(await rateCounters.peek("busy", 3, NOW + 61_000)).toBe(0);
  });
};
