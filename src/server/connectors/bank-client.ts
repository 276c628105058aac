import { Fault } from "../domain/fault.ts";
import type { InstitutionClient } from "../domain/institutions/institution-http.ts";
import { parseBoundedJson } from "./data-api/parse-response.ts";
import type { ConnectorLog } from "./data-api/refusals.ts";
import { readRetryAfter } from "./retry-after.ts";

/** The maximum size of all responses of a read in bytes, since a read stays in memory. */
const MAX_READ_BYTES = 32 * 1024 * 1024;

/** The maximum duration of a read without a waiting user. */
const READ_LIMIT_MS = 10 * 60 * 1000;

/** The message of a Fault for an ended subscription. */
export const SUBSCRIPTION_ENDED = "the user's subscription to the server of the accounts has ended";

/** A bank's response and its headers. The body is null if the status alone decides. */
export type BankResponse = { status: number; body: unknown; headers: Headers };

/** Reads the JSON of one origin with one user's credentials. */
export type BankClient = {
  /** Reads an address. `endpoint` names it in the log, without ids of the user. */
  get(url: URL, endpoint: string): Promise<BankResponse>;
  /**
   * Posts JSON to an address without the headers of the user's requests. A 4xx status refuses the
   * posted content.
   */
  post(url: URL, endpoint: string, json: string): Promise<BankResponse>;
  /** Logs the problem with a response, and returns the Fault to throw. */
  unsupported(endpoint: string, problem: object): Fault;
};

type Options = {
  institutionId: string;
  http: InstitutionClient;
  /** The only origin for requests. */
  origin: string;
  /** The headers of the user's requests, which an earlier request may have to provide. */
  headers: Readonly<Record<string, string>> | (() => Promise<Readonly<Record<string, string>>>);
  clock: () => number;
  log: ConnectorLog;
  /** The end of the read, in ms since 1970. */
  deadline?: number | undefined;
  /** The statuses that refuse the credentials. */
  refusals: readonly number[];
  /**
   * The statuses that are returned without a body, since another request may succeed; by default
   * none.
   */
  returned?: readonly number[];
  /** Counts a request before it is sent. */
  take?: ((endpoint: string) => Promise<void>) | undefined;
};

/**
 * Opens a client for one read. Throws ITEM_LOGIN_REQUIRED for refused credentials or an ended
 * subscription, INSTITUTION_RATE_LIMIT with the bank's Retry-After, INSTITUTION_DOWN for the bank's
 * failures, and UNSUPPORTED_RESPONSE otherwise. Redirects are not followed, and no other origin
 * receives the credentials.
 */
export const openBankClient = (options: Options): BankClient => {
  const { institutionId, http, origin, clock, log, refusals } = options;
  const { deadline = clock() + READ_LIMIT_MS, returned = [] } = options;
  let remainingBytes = MAX_READ_BYTES;
  const unsupported = (endpoint: string, problem: object): Fault => {
    log.warn({ institutionId, endpoint, ...problem }, "an institution's answer is not understood");
    return new Fault("UNSUPPORTED_RESPONSE");
  };
  const send = async (
    { url, endpoint }: { url: URL; endpoint: string },
    request: { method: "GET" | "POST"; headers: Readonly<Record<string, string>>; body?: string },
    isRefusal: (status: number) => boolean,
  ): Promise<BankResponse> => {
    if (url.origin !== origin) throw unsupported(endpoint, { problem: "leads to another origin" });
    if (clock() > deadline)
      throw new Fault("INSTITUTION_NOT_RESPONDING", {
        cause: new Error("all responses of the read together take too long"),
      });
    await options.take?.(endpoint);
    const response = await http.fetch(url.href, {
      ...request,
      headers: { accept: "application/json", ...request.headers },
    });
    const { status } = response;
    const cause = new Error(`${status} from ${endpoint}`);
    if (status === 402 && isRefusal(402))
      throw new Fault("ITEM_LOGIN_REQUIRED", { message: SUBSCRIPTION_ENDED, cause });
    if (isRefusal(status)) throw new Fault("ITEM_LOGIN_REQUIRED", { cause });
    if (status === 429)
      throw new Fault("INSTITUTION_RATE_LIMIT", { retryAfterMs: readRetryAfter(response), cause });
    if (status >= 500) throw new Fault("INSTITUTION_DOWN", { cause });
    if (returned.includes(status)) return { status, body: null, headers: response.headers };
    const text = await response.text();
    remainingBytes -= text.length;
    if (remainingBytes < 0) throw unsupported(endpoint, { maxBytes: MAX_READ_BYTES });
    const isRead = status === 200 || (status === 201 && request.method === "POST");
    const body = isRead ? parseBoundedJson(text) : undefined;
    if (body === undefined) throw unsupported(endpoint, { status });
    return { status, body, headers: response.headers };
  };
  return {
    unsupported,
    get: async (url, endpoint) => {
      const headers =
        typeof options.headers === "function" ? await options.headers() : options.headers;
      return send({ url, endpoint }, { method: "GET", headers }, (status) =>
        refusals.includes(status),
      );
    },
    post: (url, endpoint, json) =>
      send(
        { url, endpoint },
        { method: "POST", headers: { "content-type": "application/json" }, body: json },
        (status) => [400, 401, 403].includes(status),
      ),
  };
};

/** Converts the refusal of just typed credentials. */
export const atSignIn = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (failure) {
    if (failure instanceof Fault && failure.code === "ITEM_LOGIN_REQUIRED")
      throw new Fault("INVALID_CREDENTIALS", { cause: failure.cause });
    throw failure;
  }
};
