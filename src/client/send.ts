import { ApiError, type ClientErrorCode } from "./api-error.ts";
import type { CallOptions } from "./client-types.ts";
import { failureCode, parseRetryAfter, retryDelay } from "./retry.ts";

/** The server to call, and the parts of the environment that calls need. */
export type Connection = {
  baseUrl: string;
  clientId: string;
  secret: string;
  version: string;
  timeout: number;
  retries: number;
  fetch: typeof globalThis.fetch;
  clock: () => number;
  random: () => number;
  wait(ms: number, signal?: AbortSignal): Promise<void>;
};

/** The paths that respond with a file. */
const FILES = /\/(pdf\/get|transactions\/export|statements\/download)$/;

/** The paths of read-only calls. */
const READS = /\/(get|get_by_id|search|sync|enrich|export|match|list|download)$/;

/**
 * The idempotent paths: a second call leaves the same state, or another token that expires unused.
 * A public token can be exchanged only once, so a second exchange has no effect.
 */
const REPEATABLE = [
  "/item/public_token/exchange",
  "/link/token/create",
  "/item/public_token/create",
  "/item/webhook/update",
  "/item/activity/list",
  "/processor/token/webhook/update",
  "/user/create",
  "/user/update",
  "/user/products/terminate",
];

/**
 * The field that makes the server mail a link token's address. A second token would send a second
 * mail.
 */
const MAILED = '"delivery_method"';

/** The headers that have the same names under every brand. */
const HEADERS = {
  clientId: "Service-Client-Id",
  secret: "Service-Secret",
  version: "Service-Version",
  requestId: "Service-Request-Id",
  shouldRetry: "Service-Should-Retry",
};

/** A longer timer would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Calls a path, and retries after a temporary failure. Returns the JSON of the response, or a
 * file's bytes.
 */
export const createSend = (connection: Connection) => {
  const { random } = connection;
  const attemptCall = createAttempt(connection);
  return async (path: string, body: object, options: CallOptions = {}): Promise<unknown> => {
    const { signal, retries = connection.retries } = options;
    const payload = stringify(path, body);
    checkOptions(path, options);
    const isIdempotent =
      READS.test(path) || (REPEATABLE.includes(path) && !payload.includes(MAILED));
    let earlier: ApiError | undefined;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await attemptCall(path, payload, options);
      } catch (failure) {
        if (!(failure instanceof ApiError)) throw failure;
        // Like a constructor's cause, the property is not enumerable.
        if (earlier && failure.cause === undefined)
          Object.defineProperty(failure, "cause", { value: earlier });
        earlier = failure;
        if (attempt >= retries) throw failure;
        const ms = retryDelay(failure, { isIdempotent, attempt, random });
        if (ms === null) throw failure;
        await connection.wait(ms, signal);
      }
    }
  };
};

/** Throws a TypeError for a request that is not an object. */
export const requireObject = (path: string, body: unknown): void => {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new TypeError(`${path}: the request must be an object with the fields of the path`);
};

/** Returns the JSON of a request. Throws a TypeError for a request without JSON. */
function stringify(path: string, body: object): string {
  requireObject(path, body);
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new TypeError(`${path}: the request cannot be written as JSON`, { cause });
  }
}

/** Throws a TypeError with the name of every wrong option of a call. */
function checkOptions(path: string, { signal, timeout = 1, retries = 0 }: CallOptions): void {
  const faults = [
    ...limitFaults({ timeout, retries }),
    // An AbortSignal of another realm is valid, too.
    ...(signal === undefined || typeof signal?.addEventListener === "function"
      ? []
      : ["signal must be an AbortSignal"]),
  ];
  if (faults.length > 0) throw new TypeError(`${path}: ${faults.join("; ")}`);
}

/** Returns the faults of the options that clients and calls share. */
export const limitFaults = ({ timeout, retries }: { timeout: unknown; retries: unknown }) => [
  ...(typeof timeout === "number" && timeout > 0 ? [] : ["timeout must be a number of ms"]),
  ...(Number.isInteger(retries) && Number(retries) >= 0 ? [] : ["retries must be 0 or more"]),
];

/** Creates an attempt of a call, which its timeout or signal ends. */
function createAttempt(connection: Connection) {
  const { baseUrl, fetch, clock } = connection;
  const headers = {
    accept: "application/json, */*",
    "content-type": "application/json",
    [HEADERS.clientId]: connection.clientId,
    [HEADERS.secret]: connection.secret,
    [HEADERS.version]: connection.version,
  };
  return async (path: string, body: string, options: CallOptions): Promise<unknown> => {
    const { signal, timeout = connection.timeout } = options;
    if (signal?.aborted) throw signal.reason;
    const controller = new AbortController();
    const abort = () => controller.abort();
    signal?.addEventListener("abort", abort, { once: true });
    const timer = setTimeout(abort, Math.min(timeout, MAX_TIMER_MS));
    try {
      const response = await fetch(baseUrl + path, {
        method: "POST",
        headers,
        body,
        // A redirect would take the secret along.
        redirect: "manual",
        signal: controller.signal,
      });
      return await read(path, response, response.headers.get(HEADERS.requestId), clock());
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      if (cause instanceof ApiError) throw cause;
      if (controller.signal.aborted)
        throw clientError(path, "TIMEOUT", `no response from ${baseUrl} within ${timeout} ms`);
      const code = failureCode(cause);
      const message = `no connection to ${baseUrl}, or it was lost${code && ` (${code})`}; is baseUrl right?`;
      throw clientError(path, "CONNECTION_FAILED", message, { cause });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  };
}

/**
 * Reads a response to its end. Throws an ApiError for a refusal, and for a response that is not the
 * API's.
 */
async function read(
  path: string,
  response: Response,
  requestId: string | null,
  now: number,
): Promise<unknown> {
  const { ok, status, headers } = response;
  const retryAfter = parseRetryAfter(headers.get("retry-after"), now);
  const shouldRetry = headers.get(HEADERS.shouldRetry) === "true";
  const context = { status, retryAfter, shouldRetry, request_id: requestId };
  const type = headers.get("content-type") ?? "";
  if (ok && FILES.test(path)) {
    // A proxy's page in place of the file.
    const isPage = !type || /^(application\/json|text\/html)\b/.test(type);
    if (!isPage) return new Uint8Array(await response.arrayBuffer());
    throw clientError(path, "INVALID_RESPONSE", `the response is not the file: ${type}`, context);
  }
  const body = parseObject(await response.text());
  if (ok && typeof body?.request_id === "string") return body;
  if (!ok && isErrorBody(body)) {
    if (body.error_code === "NOT_FOUND") body.error_message += WRONG_ADDRESS;
    throw new ApiError({ ...context, ...body, path, status });
  }
  const message =
    status === 0 || (status >= 300 && status < 400)
      ? "the server redirects, which is not followed; correct baseUrl"
      : `the response with the status ${status} is not the API's; is baseUrl right?`;
  throw clientError(path, "INVALID_RESPONSE", message, context);
}

const WRONG_ADDRESS =
  "; baseUrl must be the address of the API, and the server as new as the client";

/** Parses a JSON object; null for anything else. The parser's own error would contain the text. */
export const parseObject = (text: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
    return value as Record<string, unknown>;
  } catch {
    return null;
  }
};

/** Returns the error of a call without a response of the API. */
export const clientError = (
  path: string,
  error_code: ClientErrorCode,
  error_message: string,
  rest: Partial<
    Pick<ApiError, "request_id" | "status" | "retryAfter" | "shouldRetry" | "cause">
  > = {},
): ApiError =>
  new ApiError({
    path,
    error_type: "CLIENT_ERROR",
    error_code,
    error_message,
    display_message: null,
    request_id: null,
    status: null,
    ...rest,
  });

type RefusalBody = Pick<ApiError, "error_type" | "error_code" | "display_message" | "causes"> & {
  error_message: string;
  request_id: string;
};

function isErrorBody(body: Record<string, unknown> | null): body is RefusalBody {
  if (!body) return false;
  const texts = [body.error_type, body.error_code, body.error_message, body.request_id];
  return (
    texts.every((text) => typeof text === "string") &&
    (body.display_message === null || typeof body.display_message === "string") &&
    (body.causes === undefined || Array.isArray(body.causes))
  );
}
