import { Fault } from "../../domain/fault.ts";
import type { InstitutionClient } from "../../domain/institutions/institution-http.ts";

/** An institution's reply, complete or not. */
export type Reply = {
  url: string;
  /** Null without a response. */
  status: number | null;
  headers: Headers;
  /** The JSON of the response; undefined if it is not JSON. */
  body: unknown;
  /** The first characters of the body, which identify a file. */
  start: string;
  /** The bytes of a PDF body; left out for others. */
  document?: Uint8Array;
  /** The reason why the reply is no successful JSON; null if it is. */
  failure: string | null;
  /** The time of the response, in ms since 1970. */
  at: number;
};

/** Calls an institution. */
export type Call = (url: string, init?: RequestInit) => Promise<Reply>;

/**
 * The maximum length of a response, and of all responses of a check. Pages of a data API are far
 * shorter.
 */
const MAX_BYTES = 5_000_000;
const START_CHARACTERS = 5;
const MAX_BYTES_IN_ALL = 20_000_000;

/** The first characters of a PDF. */
const PDF = "%PDF-";

/** A response too long to read; the message has the reason. */
class LongAnswer extends Error {}

/** Sends a request like `fetch`; throws without a response. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Returns a call with a time limit that follows no redirect and never throws. The total of all
 * responses is limited, too.
 */
export const createCall = ({
  send,
  timeoutMs,
  clock,
}: {
  send: Send;
  timeoutMs: number;
  clock: () => number;
}): Call => {
  let left = MAX_BYTES_IN_ALL;
  return async (url, init = {}) => {
    const reply = { url, status: null, headers: new Headers(), body: undefined, start: "" };
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const answer = await send(url, { redirect: "manual", ...init, signal });
      const bytes = await readBytes(answer, left);
      left -= bytes.length;
      const text = new TextDecoder().decode(bytes);
      const { status, headers } = answer;
      const body = parseJson(text);
      const start = text.slice(0, START_CHARACTERS);
      const failure = describeRefusal(answer, body);
      const file = start === PDF ? { document: bytes } : {};
      return { url, status, headers, body, start, ...file, failure, at: clock() };
    } catch (failure) {
      return { ...reply, failure: describeFailure(failure, timeoutMs), at: clock() };
    }
  };
};

async function readBytes(answer: Response, left: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of answer.body ?? []) {
    pieces.push(piece);
    length += piece.length;
    if (length > MAX_BYTES) throw new LongAnswer("responds with more than 5 MB");
    if (length > left) throw new LongAnswer("has sent more than 20 MB in all by now");
  }
  return Buffer.concat(pieces);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describeRefusal({ ok, status, headers }: Response, body: unknown): string | null {
  if (!ok) return `responds ${status}${readError(body)}`;
  const type = headers.get("content-type")?.split(";")[0] ?? "no content type";
  if (!/[/+]json$/.test(type)) return `responds with ${type} instead of JSON`;
  return body === undefined ? "responds with JSON that cannot be parsed" : null;
}

/** Whether a refusal concerns the client, and not the request. */
export const isUnknownClient = ({ body }: Reply): boolean =>
  readText(body, "error") === "invalid_client" || readText(body, "error") === "unauthorized_client";

/** Returns an error's code, which is no secret, unlike perhaps its message. */
const readError = (body: unknown): string => {
  const { error, code } = readFields(body);
  const name = [error, code].find((each) => typeof each === "string" && /^[\w-]{1,40}$/.test(each));
  return name === undefined ? "" : ` (${name})`;
};

function describeFailure(failure: unknown, timeoutMs: number): string {
  if (!(failure instanceof Error)) return "does not respond";
  if (failure instanceof LongAnswer) return failure.message;
  if (failure.name === "TimeoutError") return `does not respond within ${timeoutMs / 1000} s`;
  const { cause } = failure;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : failure.message;
  return `cannot be reached (${code})`;
}

/** Returns the fields of an object; none for any other value. */
export const readFields = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

/** The number of list rows to inspect: more than any page has, without blocking other requests. */
export const MAX_ROWS = 2000;

/** Returns the fields of the first rows of a list in a body; null if it is no list. */
export const readRows = (body: unknown, name: string): Record<string, unknown>[] | null => {
  const rows = readFields(body)[name];
  return Array.isArray(rows) ? rows.slice(0, MAX_ROWS).map(readFields) : null;
};

/** Returns the number of all rows of a list in a body; 0 if it is no list. */
export const countRows = (body: unknown, name: string): number => {
  const rows = readFields(body)[name];
  return Array.isArray(rows) ? rows.length : 0;
};

/** Returns a text in a body; undefined for any other value. */
export const readText = (body: unknown, name: string): string | undefined => {
  const value = readFields(body)[name];
  return typeof value === "string" && value !== "" ? value : undefined;
};

/** The time limit of a call, in ms. */
const TIMEOUT_MS = 10_000;

/** Returns a function that calls an institution through the server's guarded HTTP client. */
export const institutionCall = (client: InstitutionClient, clock: () => number): Call =>
  createCall({ send: sendBy(client), timeoutMs: TIMEOUT_MS, clock });

const sendBy =
  (client: InstitutionClient): Send =>
  async (url, { method = "GET", headers, body, signal }) => {
    const isForm = body instanceof URLSearchParams;
    try {
      return await client.fetch(url, {
        method,
        headers: {
          ...(isForm && { "content-type": "application/x-www-form-urlencoded" }),
          ...Object.fromEntries(new Headers(headers)),
        },
        body: isForm || typeof body === "string" ? body.toString() : undefined,
        signal: signal ?? undefined,
      });
    } catch (failure) {
      throw failure instanceof Fault ? plainFailure(failure) : failure;
    }
  };

/** Returns a Fault's cause for the report: a time-out, or the system's error code. */
function plainFailure({ cause }: Fault): Error {
  const text = cause instanceof Error ? cause.message : "no answer";
  const failure = new Error(/\bE[A-Z_]{3,}\b/.exec(text)?.[0] ?? text, { cause: text });
  if (/timeout|aborted/i.test(text)) failure.name = "TimeoutError";
  return failure;
}
