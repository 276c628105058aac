import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { freePorts } from "../../testing/free-ports.ts";
import { createRateCounters } from "../domain/limits/rate-limiter.ts";
import { createRedisCounters } from "./redis-counters.ts";

/** A separate Redis without persistence. */
const startRedis = async (port: number) => {
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", "/tmp"];
  const redis = spawn("redis-server", options, { stdio: ["ignore", "pipe", "inherit"] });
  await once(redis, "spawn").catch((cause) => {
    throw new Error("there is no redis-server: on Debian, type sudo apt-get install redis-server", {
      cause,
    });
  });
  onTestFinished(() => void redis.kill("SIGKILL"));
  for await (const line of createInterface({ input: redis.stdout }))
    if (line.includes("Ready to accept connections")) break;
  redis.stdout.resume();
  return redis;
};

const logLines: string[] = [];
const openCounters = async (port: number) => {
  const counters = await createRedisCounters({
    url: `redis://127.0.0.1:${port}`,
    fallback: createRateCounters(),
    log: {
      error: (_, message) => void logLines.push(message),
      warn: (message) => void logLines.push(message),
    },
  });
  onTestFinished(counters.close);
  return counters;
};

/** Redis uses its own clock. With so low a limit, no call is refilled during the test. */
const PER_MINUTE = 2;

test("two processes share a bucket; without Redis each counts alone", async () => {
  const [port = 0] = await freePorts(1);
  const redis = await startRedis(port);
  const [first, second] = [await openCounters(port), await openCounters(port)];
  const now = Date.now();
  const takeAll = async (key: string) => {
    const calls = Array.from({ length: 40 }, (_, n) => (n % 2 ? first : second));
    const waits = await Promise.all(calls.map(({ take }) => take(key, PER_MINUTE, now)));
    return waits.filter((wait) => wait === 0).length;
  };
  expect(await takeAll("key")).toBe(PER_MINUTE);
  const wait = await first.peek("key", PER_MINUTE, now);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60_000 / PER_MINUTE);
  expect(await second.peek("other", PER_MINUTE, now)).toBe(0);
  expect(logLines).toEqual([]);

  redis.kill("SIGKILL");
  await once(redis, "exit");
  expect(await takeAll("later")).toBe(2 * PER_MINUTE);
  expect(await takeAll("later")).toBe(0);
  expect(logLines).toEqual(
    Array(2).fill("Redis does not respond: each process counts rate limits for itself"),
  );

  await startRedis(port);
  while (logLines.length < 4) {
    for (const { peek } of [first, second]) await peek("key", PER_MINUTE, now);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(logLines.slice(2)).toEqual(
    Array(2).fill("Redis responds again: rate limits hold over all processes"),
  );
  expect(await takeAll("again")).toBe(PER_MINUTE);
});
