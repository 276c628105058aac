import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createRateCounters } from "../domain/limits/rate-limiter.ts";
import { createRedisCounters } from "./redis-counters.ts";

/** The port of a closed server. */
const unusedPort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });

test("a start succeeds without Redis", async () => {
  const logLines: string[] = [];
  const { take, close } = await createRedisCounters({
    url: `redis://127.0.0.1:${await unusedPort()}`,
    fallback: createRateCounters(),
    log: {
      error: (_, message) => void logLines.push(message),
      warn: (message) => void logLines.push(message),
    },
  });
  onTestFinished(close);
  expect(await take("key", 1, 0)).toBe(0);
  expect(await take("key", 1, 0)).toBe(60_000);
  expect(logLines).toHaveLength(1);
});
