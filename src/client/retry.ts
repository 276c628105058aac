import type { ApiError } from "./api-error.ts";

/** The maximum `Retry-After` that a call waits for. The caller handles longer waits. */
const MAX_RETRY_AFTER_MS = 60_000;

/** The maximum pause before the first retry. The maximum doubles with each further retry. */
const BASE_MS = 500;
const MAX_PAUSE_MS = 8000;

/** Failures without a connection, so that nothing was sent. */
const NOT_CONNECTED = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"];

/**
 * Returns the ms to wait before a failed call is retried, or null if it must not be: backoff with full jitter, after
 * the server's `Retry-After`. An idempotent call is retried after 429, 5xx and failures of the connection. Another one
 * is retried only if it was certainly not run: after a rate limit, after an overload, and without a connection. Any
 * other 503 is not certain, since the store may fail while it commits.
 */
export const retryDelay = (
  failure: ApiError,
  call: { isIdempotent: boolean; attempt: number; random: () => number },
): number | null => {
  if (!(call.isIdempotent ? isTransient(failure) : wasNotRun(failure))) return null;
  const { retryAfter } = failure;
  if (retryAfter !== null && retryAfter > MAX_RETRY_AFTER_MS) return null;
  const jitter = call.random() * Math.min(MAX_PAUSE_MS, BASE_MS * 2 ** call.attempt);
  return (retryAfter ?? 0) + jitter;
};

/**
 * Returns the wait of a `Retry-After` in ms, from seconds or an HTTP date; null for anything else.
 */
export const parseRetryAfter = (value: string | null, now: number): number | null => {
  const text = value?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // `Date.parse` also accepts texts that are not HTTP dates.
  if (!/^[A-Z][a-z]{2,8},? .*\d/.test(text)) return null;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
};

/** Waits until the time is over. Throws the reason of an aborted signal. */
export const wait = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", onAbort, { once: true });
  });

function isTransient({ status, error_code }: ApiError): boolean {
  if (status === null) return error_code === "CONNECTION_FAILED" || error_code === "TIMEOUT";
  return status === 429 || status >= 500;
}

/** Whether the server refused a call before running it, or never received it. */
function wasNotRun({ status, error_code, retryAfter, shouldRetry, cause }: ApiError): boolean {
  if (shouldRetry) return true;
  if (status === null) return NOT_CONNECTED.includes(failureCode(cause));
  // An institution's rate limit may stop a call that has begun.
  return status === 429 && retryAfter !== null && error_code !== "INSTITUTION_RATE_LIMIT";
}

/**
 * Returns the code of a `fetch` failure, which Node wraps in a TypeError; an empty text without a
 * code.
 */
export function failureCode(failure: unknown): string {
  if (!(failure instanceof Error)) return "";
  if ("code" in failure && typeof failure.code === "string") return failure.code;
  return failureCode(failure.cause);
}
