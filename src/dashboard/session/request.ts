import type { DashboardAnswer } from "../../protocol/dashboard/dashboard.ts";
import type { LinkError } from "../../protocol/errors/errors.ts";

/** The outcome of a request: an answer, an error, or no response from our server. */
export type Outcome<Answer = DashboardAnswer> = { kind: "success"; answer: Answer } | Failure;

/** The outcome of a request that did not succeed. */
export type Failure =
  | { kind: "error"; error: LinkError & { request_id: string }; waitMs: number }
  | { kind: "no-answer" };

/** Makes a call of the Dashboard. Never rejects. */
export type Request = <Answer = DashboardAnswer>(
  path: string,
  body: object,
  send?: Send,
) => Promise<Outcome<Answer>>;

/** Posts a body, as `fetch` does. */
export type Send = (
  path: string,
  init: { method: "POST"; headers: Record<string, string>; body: string; signal: AbortSignal },
) => Promise<Pick<Response, "ok" | "json"> & { headers: Pick<Headers, "get"> }>;

/** Responses are awaited no longer than this. */
const TIMEOUT_MS = 20_000;

/** Bytes that a slow line carries per ms: a large file is given longer. */
const BYTES_PER_MS = 50;

/** Calls our own server; the session's cookie is sent along and is invisible to scripts. */
export const createRequest =
  (fetch: Send): Request =>
  async (path, body, send = fetch) => {
    try {
      const text = JSON.stringify(body);
      const init = {
        signal: AbortSignal.timeout(TIMEOUT_MS + text.length / BYTES_PER_MS),
        method: "POST" as const,
        headers: { "content-type": "application/json" },
        body: text,
      };
      const response = await send(`/dashboard/api/${path}`, init);
      const answer = await response.json();
      // A proxy in between may have responded instead of the server.
      if (!answer?.request_id) return { kind: "no-answer" };
      if (response.ok) return { kind: "success", answer };
      const waitMs = Number(response.headers.get("retry-after")) * 1000;
      return { kind: "error", error: answer, waitMs };
    } catch {
      return { kind: "no-answer" };
    }
  };
