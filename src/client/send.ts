import { brandOf } from "../protocol/brand.ts";
import { ApiError, type ClientErrorCode } from "./api-error.ts";
import type { CallOptions } from "./client-types.ts";
import { parseRetryAfter, retryDelay } from "./retry.ts";

/** The server to call, and the parts of the environment that calls need. */
export type Connection = {
  baseUrl: string;
  clientId: string;
  secret: string;
  version: string;
  brand: string;
  timeout: number;
  retries: number;
  fetch: typeof globalThis.fetch;
  clock: () => number;
  random: () => number;
  wait(ms: number, signal?: AbortSignal): Promise<void>;
};

/** The paths that respond with a file. */
const FILES = /\/pdf\/get$/;

/** The paths that change nothing, so that they may be called again. */
const READS = /\/(get|get_by_id|search)$/;

/** A longer timer would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Calls a path, and again after a failure that may pass; returns the JSON of the response, or a file's bytes. */
export const createSend = (connection: Connection) => {
  const { random } = connection;
  const attemptCall = createAttempt(connection);
  return async (path: string, body: object, options: CallOptions = {}): Promise<unknown> => {
    const { signal, retries = connection.retries } = options;
    const payload = JSON.stringify(body);
    const isRead = READS.test(path);
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await attemptCall(path, payload, options);
      } catch (failure) {
        if (!(failure instanceof ApiError) || attempt >= retries) throw failure;
        const ms = retryDelay(failure, { isRead, attempt, random });
        if (ms === null) throw failure;
        await connection.wait(ms, signal);
      }
    }
  };
};

/** One attempt of a call, which its timeout or its signal ends. */
function createAttempt(connection: Connection) {
  const { baseUrl, fetch, clock } = connection;
  const names = headerNames(connection.brand);
  const headers = {
    accept: "application/json, application/pdf",
    "content-type": "application/json",
    [names.clientId]: connection.clientId,
    [names.secret]: connection.secret,
    [names.version]: connection.version,
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
      return await read(path, response, response.headers.get(names.requestId), clock());
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      if (cause instanceof ApiError) throw cause;
      if (controller.signal.aborted)
        throw clientError(path, "TIMEOUT", `no response from ${baseUrl} within ${timeout} ms`);
      const message = `no connection to ${baseUrl}, or it was lost; the cause has the reason`;
      throw clientError(path, "CONNECTION_FAILED", message, { cause });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  };
}

/** The names of the API's headers under a brand. */
export const headerNames = (brand: string) => {
  const prefix = brandOf(brand).identifier;
  return {
    clientId: `${prefix}-Client-Id`,
    secret: `${prefix}-Secret`,
    version: `${prefix}-Version`,
    requestId: `${prefix}-Request-Id`,
    verification: `${prefix}-Verification`,
  };
};

/** Reads a response to its end; throws an ApiError for a refusal, or for anything that is not the API's. */
async function read(
  path: string,
  response: Response,
  requestId: string | null,
  now: number,
): Promise<unknown> {
  const { ok, status, headers } = response;
  const retryAfter = parseRetryAfter(headers.get("retry-after"), now);
  const context = { status, retryAfter, request_id: requestId };
  const type = headers.get("content-type") ?? "";
  if (ok && FILES.test(path)) {
    if (type.startsWith("application/pdf")) return new Uint8Array(await response.arrayBuffer());
    throw clientError(path, "INVALID_RESPONSE", `the response is not a PDF: ${type}`, context);
  }
  const body = parseObject(await response.text());
  if (ok && typeof body?.request_id === "string") return body;
  if (!ok && isErrorBody(body)) throw new ApiError({ ...context, ...body, path, status });
  const message =
    status === 0 || (status >= 300 && status < 400)
      ? "the server redirects, which is not followed; correct baseUrl"
      : `the response with the status ${status} is not the API's; is baseUrl right?`;
  throw clientError(path, "INVALID_RESPONSE", message, context);
}

/** Parses a JSON object; null for anything else. The parser's own error would quote the text. */
export const parseObject = (text: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
    return value as Record<string, unknown>;
  } catch {
    return null;
  }
};

/** Returns the error of a call that has no answer of the API. */
export const clientError = (
  path: string,
  error_code: ClientErrorCode,
  error_message: string,
  rest: Partial<Pick<ApiError, "request_id" | "status" | "retryAfter" | "cause">> = {},
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

type RefusalBody = Pick<
  ApiError,
  "error_type" | "error_code" | "error_message" | "display_message" | "causes"
> & { request_id: string };

function isErrorBody(body: Record<string, unknown> | null): body is RefusalBody {
  if (!body) return false;
  const texts = [body.error_type, body.error_code, body.error_message, body.request_id];
  return (
    texts.every((text) => typeof text === "string") &&
    (body.display_message === null || typeof body.display_message === "string") &&
    (body.causes === undefined || Array.isArray(body.causes))
  );
}
