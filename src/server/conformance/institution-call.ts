import { Fault } from "../domain/fault.ts";
import type { InstitutionClient } from "../domain/institutions/institution-http.ts";
import { type Call, createCall, type Send } from "./reply.ts";

/** How long an institution may take for an answer, in ms. */
const TIMEOUT_MS = 10_000;

/** Calls an institution by the one guarded way out of this server. */
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

/** What a report says of a Fault: that no answer came in time, or the system's code. */
function plainFailure({ cause }: Fault): Error {
  const text = cause instanceof Error ? cause.message : "no answer";
  const failure = new Error(/\bE[A-Z_]{3,}\b/.exec(text)?.[0] ?? text, { cause: text });
  if (/timeout|aborted/i.test(text)) failure.name = "TimeoutError";
  return failure;
}
