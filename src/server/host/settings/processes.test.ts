import { availableParallelism } from "node:os";
import { expect, test } from "vitest";
import { readSettings } from "./settings.ts";

test("a sandbox has one process, and any other server one for each core", () => {
  expect(readSettings({}, {}).processes).toBe(1);
  expect(readSettings({}, { SERVICE_ENV: "production" }).processes).toBe(availableParallelism());
  expect(readSettings({ processes: "3" }, {}).processes).toBe(3);
});

test.each(["0", "257", "1.5", "many"])("--processes %s is refused", (processes) => {
  expect(() => readSettings({ processes }, {})).toThrow(
    `--processes must be a number from 1 to 256, not ${processes}`,
  );
});

test("calls are counted in memory, or in the store if other machines may share it", () => {
  const DATABASE_URL = "postgres://user@localhost/link";
  expect(readSettings({}, {}).rateCounters).toBe("memory");
  expect(readSettings({}, { DATABASE_URL }).rateCounters).toBe("store");
  expect(readSettings({}, { DATABASE_URL, RATE_COUNTERS: "memory" }).rateCounters).toBe("memory");
});
