import type { Redis } from "ioredis";
import { type RateCounters, tokenBucket } from "../domain/limits/rate-limiter.ts";

/** Counters in Redis, with a method that closes the connection. */
export type RedisCounters = RateCounters & { close(): Promise<void> };

type Options = {
  url: string;
  /** The counters to use while Redis does not respond. */
  fallback: RateCounters;
  log: { error(detail: object, message: string): void; warn(message: string): void };
};

/** The maximum time that a request waits for Redis. Redis usually responds within a millisecond. */
const RESPONSE_LIMIT_MS = 500;

/**
 * The time without calls of Redis after a failure, so that requests do not queue for a broken
 * Redis.
 */
const REST_MS = 1000;
const MAX_RECONNECT_MS = 2000;

const PREFIX = "service-link:rate:";

/**
 * Takes a call from a bucket, or only peeks. Returns the microseconds to wait. The script uses the
 * clock of Redis, since the machines' clocks may differ. A full bucket expires. A bucket is reset
 * if the clock of Redis was set back.
 */
const SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local step, size = tonumber(ARGV[1]), tonumber(ARGV[2])
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now)
if full > now + 2 * size then full = now end
local wait = full - now + step - size
if wait > 0 then return wait end
if ARGV[3] == 'take' then
  full = full + step
  redis.call('SET', KEYS[1], string.format('%.0f', full), 'PX', math.ceil((full - now) / 1000))
end
return 0
`;

/**
 * Creates token buckets in Redis, shared by processes on any number of machines. While Redis does
 * not respond, each process counts alone: limits then hold per process, and no call fails.
 */
export const createRedisCounters = async ({
  url,
  fallback,
  log,
}: Options): Promise<RedisCounters> => {
  // Most servers have no Redis.
  const { Redis } = await import("ioredis");
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: RESPONSE_LIMIT_MS,
    commandTimeout: RESPONSE_LIMIT_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RECONNECT_MS),
  });
  redis.defineCommand("bucket", { numberOfKeys: 1, lua: SCRIPT });
  let isAway = false;
  let restsUntil = 0;
  const recordFailure = (err: unknown): void => {
    restsUntil = performance.now() + REST_MS;
    if (isAway) return;
    isAway = true;
    log.error({ err }, "Redis does not respond: each process counts rate limits for itself");
  };
  // Without a listener ioredis writes to the console.
  redis.on("error", recordFailure);
  await redis.connect().catch(recordFailure);

  const ask = async (mode: "take" | "peek", key: string, perMinute: number, now: number) => {
    if (performance.now() < restsUntil) return fallback[mode](key, perMinute, now);
    try {
      const { step, size } = tokenBucket(perMinute);
      const wait = await (redis as WithBucket).bucket(PREFIX + key, step, size, mode);
      if (isAway) log.warn("Redis responds again: rate limits hold over all processes");
      isAway = false;
      return Math.ceil(wait / 1000);
    } catch (failure) {
      recordFailure(failure);
      return fallback[mode](key, perMinute, now);
    }
  };
  return {
    take: (key, perMinute, now) => ask("take", key, perMinute, now),
    peek: (key, perMinute, now) => ask("peek", key, perMinute, now),
    close: async () => redis.disconnect(),
  };
};

/** A start waits this long for Redis, in ms. */
const PING_LIMIT_MS = 3000;

/** Peeks into a bucket. Throws if Redis does not respond or this user may not count. */
export const pingRedis = async (url: string): Promise<void> => {
  const { Redis } = await import("ioredis");
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: PING_LIMIT_MS,
    commandTimeout: PING_LIMIT_MS,
    retryStrategy: () => null,
  });
  // Only this event has the cause. The error of the call reports a closed connection.
  let reason: Error | undefined;
  redis.on("error", (failure: Error) => {
    reason ??= failure;
  });
  redis.defineCommand("bucket", { numberOfKeys: 1, lua: SCRIPT });
  try {
    await redis.connect();
    const { step, size } = tokenBucket(1);
    await (redis as WithBucket).bucket(`${PREFIX}start-check`, step, size, "peek");
  } catch (failure) {
    throw reason ?? failure;
  } finally {
    redis.disconnect();
  }
};

type WithBucket = Redis & {
  bucket(key: string, step: number, size: number, mode: "take" | "peek"): Promise<number>;
};
