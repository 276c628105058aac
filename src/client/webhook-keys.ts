import { ApiError } from "./api-error.ts";
import type { WebhookVerificationKeyGetResponse } from "./generated/operations.ts";
import { WebhookVerificationError } from "./webhook-error.ts";

type Jwk = WebhookVerificationKeyGetResponse["key"];

/** A public key, and the time from which its signatures are refused. */
export type WebhookKey = { key: CryptoKey; expiresAt: number | null };

/** A server signs with one key at a time, each for 30 days. */
const MAX_KEYS = 16;

/** A key never changes, but may be retired after it was fetched. */
const MAX_AGE_MS = 10 * 60_000;

/**
 * The token bucket for lookups of unknown keys, since forged ids must not flood the server with
 * requests.
 */
const BURST = 5;
const REFILL_MS = 10_000;

/**
 * Creates the cache of a client's webhook keys by `kid`: an LRU cache with one concurrent request
 * per key. Unknown keys are not cached, but their lookups are throttled.
 */
export const createWebhookKeys = (
  fetchKey: (kid: string) => Promise<Jwk>,
  clock: () => number,
): ((kid: string) => Promise<WebhookKey>) => {
  const keys = new Map<string, WebhookKey & { fetchedAt: number }>();
  const lookups = new Map<string, Promise<WebhookKey>>();
  const take = createBucket(clock);

  const lookUp = async (kid: string): Promise<WebhookKey> => {
    const jwk = await fetchKey(kid).catch((failure: unknown) => {
      const isUnknown =
        failure instanceof ApiError && failure.error_code === "INVALID_WEBHOOK_VERIFICATION_KEY_ID";
      if (isUnknown) keys.delete(kid);
      throw isUnknown ? new WebhookVerificationError("UNKNOWN_KEY", failure) : failure;
    });
    const expiresAt = jwk.expired_at === null ? null : jwk.expired_at * 1000;
    const entry = { key: await importKey(jwk), expiresAt, fetchedAt: clock() };
    keys.delete(kid);
    keys.set(kid, entry);
    for (const oldest of keys.keys()) if (keys.size > MAX_KEYS) keys.delete(oldest);
    return entry;
  };

  return (kid) => {
    const entry = keys.get(kid);
    if (entry && clock() - entry.fetchedAt < MAX_AGE_MS) {
      keys.delete(kid);
      keys.set(kid, entry);
      return Promise.resolve(entry);
    }
    const running = lookups.get(kid);
    if (running) return running;
    if (!entry && !take())
      return Promise.reject(new WebhookVerificationError("TOO_MANY_UNKNOWN_KEYS"));
    const lookup = lookUp(kid).finally(() => lookups.delete(kid));
    lookups.set(kid, lookup);
    return lookup;
  };
};

/** Creates a token bucket. Its function returns whether another request is allowed. */
function createBucket(clock: () => number): () => boolean {
  let tokens = BURST;
  let refilledAt = clock();
  return () => {
    const now = clock();
    tokens = Math.min(BURST, tokens + Math.max(0, now - refilledAt) / REFILL_MS);
    refilledAt = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

/** Imports only the fields of a P-256 key. */
const importKey = ({ kty, crv, x, y }: Jwk): Promise<CryptoKey> =>
  crypto.subtle.importKey(
    "jwk",
    { kty, crv, x, y },
    { name: "ECDSA", namedCurve: "P-256" },
    false,
    ["verify"],
  );
