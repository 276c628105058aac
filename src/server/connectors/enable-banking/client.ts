import { createPrivateKey, type KeyObject, sign } from "node:crypto";
import { z } from "zod";
import { dayIn } from "../../domain/bank-values.ts";
import { DAY_MS } from "../../domain/calendar.ts";
import { Fault } from "../../domain/fault.ts";
import type { InstitutionClient } from "../../domain/institutions/institution-http.ts";
import { parseBoundedJson } from "../data-api/parse-response.ts";
import type { ConnectorLog } from "../data-api/refusals.ts";

/** The lifetime of an application's token; the API refuses more than a day. */
const TOKEN_SECONDS = 3600;

/** How far a clock may be off without a reason. */
const LEEWAY_SECONDS = 30;

/** The remaining lifetime below which a token is replaced. */
const TOKEN_MARGIN_SECONDS = 300;

/** The maximum size of all responses of a read in bytes, since a read stays in memory. */
const MAX_READ_BYTES = 64 * 1024 * 1024;

/** The maximum duration of a read without a waiting user. */
const READ_LIMIT_MS = 10 * 60 * 1000;

/**
 * A refusal of the API: the decisive code, and its text in lower case, which is never shown or
 * logged.
 */
export type Refusal = {
  status: number;
  error: string;
  words: string;
  /** The earliest start of a refused period; null if unknown. */
  earliest: string | null;
  /** The requested pause in ms; null for none. */
  retryAfterMs: number | null;
  /** How far the API's clock is ahead of ours, in ms; null if unknown. */
  clockAheadMs: number | null;
};

type Answer = { body: unknown; refusal: null } | { body: null; refusal: Refusal };

type Call = {
  method?: "GET" | "POST" | "DELETE";
  path: string;
  query?: Readonly<Record<string, string | undefined>>;
  body?: object;
  /** The headers about the waiting person. */
  headers?: Readonly<Record<string, string>>;
  /** Names the path in the log, without the user's ids. */
  endpoint: string;
};

/** The calls of one application. */
export type ApiClient = {
  call(call: Call): Promise<Answer>;
  /** Logs the problem with a response, and returns the Fault to throw. */
  unsupported(endpoint: string, problem: object): Fault;
};

type Options = {
  address: string;
  applicationId: string;
  /** The private key of the application, as PEM. */
  key: string;
  http: InstitutionClient;
  clock: () => number;
  log: ConnectorLog;
  /** The end of the read, in ms since 1970. */
  deadline?: number | undefined;
};

/**
 * Opens an application's client for one read. A response is a body or a refusal. Throws
 * INSTITUTION_NOT_RESPONDING without a response, and UNSUPPORTED_RESPONSE for a response that is no
 * JSON.
 */
export const openApiClient = (options: Options): ApiClient => {
  const { address, applicationId, key, http, clock, log } = options;
  const { deadline = clock() + READ_LIMIT_MS } = options;
  const privateKey = createPrivateKey(key);
  const base = address.replace(/\/+$/, "");
  let token: { text: string; endsAt: number } | null = null;
  let remainingBytes = MAX_READ_BYTES;
  const authorization = (): string => {
    // Slightly in the past, for an API with a slow clock.
    const now = Math.floor(clock() / 1000) - LEEWAY_SECONDS;
    if (token === null || token.endsAt - now < TOKEN_MARGIN_SECONDS)
      token = {
        text: applicationToken(privateKey, applicationId, now),
        endsAt: now + TOKEN_SECONDS,
      };
    return `Bearer ${token.text}`;
  };
  const unsupported = (endpoint: string, problem: object): Fault => {
    log.warn({ endpoint, ...problem }, "an aggregator's answer is not understood");
    return new Fault("UNSUPPORTED_RESPONSE");
  };
  return {
    unsupported,
    call: async ({ method = "GET", path, query = {}, body, headers = {}, endpoint }) => {
      if (clock() > deadline)
        throw new Fault("INSTITUTION_NOT_RESPONDING", {
          cause: new Error("all responses of the read together take too long"),
        });
      const url = new URL(`${base}${path}`);
      for (const [name, value] of Object.entries(query))
        if (value !== undefined) url.searchParams.set(name, value);
      const response = await http.fetch(url.href, {
        method,
        headers: {
          accept: "application/json",
          authorization: authorization(),
          ...(body && { "content-type": "application/json" }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      remainingBytes -= text.length;
      if (remainingBytes < 0) throw unsupported(endpoint, { maxBytes: MAX_READ_BYTES });
      const value = text.trim() === "" ? {} : parseBoundedJson(text);
      if (response.status < 200 || response.status > 299) {
        const refusal = toRefusal(response, value, clock());
        log.warn(
          { endpoint, status: refusal.status, error: refusal.error },
          "an aggregator refuses a request",
        );
        return { body: null, refusal };
      }
      if (value === undefined) throw unsupported(endpoint, { status: response.status });
      return { body: value, refusal: null };
    },
  };
};

/** The token of an application: RS256, no longer than a day. */
function applicationToken(key: KeyObject, applicationId: string, now: number): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const head = part({ typ: "JWT", alg: "RS256", kid: applicationId });
  const claims = part({
    iss: "enablebanking.com",
    aud: "api.enablebanking.com",
    iat: now,
    exp: now + TOKEN_SECONDS,
  });
  const signature = sign("RSA-SHA256", Buffer.from(`${head}.${claims}`), key);
  return `${head}.${claims}.${signature.toString("base64url")}`;
}

const Word = z.string().catch("");

/** The body of a refusal. Any part may be missing or have another type. */
const RefusalBody = z
  .object({
    error: Word,
    code: z.union([z.string(), z.number()]).catch(""),
    message: Word,
    title: Word,
    detail: z.unknown().optional(),
  })
  .catch({ error: "", code: "", message: "", title: "", detail: null });

function toRefusal(response: Response, body: unknown, now: number): Refusal {
  const { error, code, message, title, detail } = RefusalBody.parse(body ?? {});
  const detailText = typeof detail === "string" ? detail : JSON.stringify(detail ?? "");
  // Some banks' own refusals have a code in words, and no error.
  const word = error || (/^\d*$/.test(String(code)) ? "" : String(code));
  const date = Date.parse(response.headers.get("date") ?? "");
  return {
    status: response.status,
    error: /^[\w.-]{1,60}$/.test(word) ? word : "",
    words: [error, code, message, title, detailText].join(" ").slice(0, 4000).toLowerCase(),
    earliest: earliestIn(detail) ?? dayBehind(detailText) ?? dayBehind(message),
    retryAfterMs: retryAfter(response.headers.get("retry-after"), now),
    clockAheadMs: Number.isNaN(date) ? null : date - now,
  };
}

const Earliest = z.object({ date_from: z.string() });

/** The earliest day as a field of the detail. */
function earliestIn(detail: unknown): string | null {
  const result = Earliest.safeParse(detail);
  return result.success ? dayIn(result.data.date_from) : null;
}

/** The day after `dateFrom=` or `date_from:` in words. */
const dayBehind = (text: string): string | null =>
  dayIn(/date_?from\W{1,4}(\d{4}-\d\d-\d\d)/i.exec(text)?.[1] ?? "");

function retryAfter(header: string | null, now: number): number | null {
  const text = header?.trim() ?? "";
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return ms > 0 ? Math.min(ms, DAY_MS) : null;
}
