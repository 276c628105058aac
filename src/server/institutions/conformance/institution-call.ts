import { Fault } from "../../domain/fault.ts";
import type { InstitutionClient } from "../../domain/institutions/institution-http.ts";
import { type Call, createCall, type Send } from "./reply.ts";

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
        body: isForm ? body.toString() : undefined,
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
