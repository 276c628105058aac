import type { ConnectionsAnswer } from "../protocol/connections.ts";
import type { LinkError } from "../protocol/errors/errors.ts";

/** The outcome of a request: an answer, an error, or no response from our server. */
export type Outcome =
  | { kind: "success"; answer: Partial<ConnectionsAnswer> }
  | { kind: "error"; error: LinkError }
  | { kind: "no-answer" };

/** Sends a request, as `fetch` does. */
type Send = (path: string, init: RequestInit) => Promise<Response>;

/** Returns the sender of a file, which uses `fetch` or replaces it. */
export type FileSender = (fetch: Send) => Send;

/** Calls a path of the account site: a POST with a body, otherwise a GET. Never rejects. */
export type Request = (path: string, body?: object, sender?: FileSender) => Promise<Outcome>;

/** Responses are awaited no longer than this. */
const TIMEOUT_MS = 20_000;

/** A file of many years on a slow line takes minutes. */
const FILE_TIMEOUT_MS = 10 * 60_000;

/** Calls our own server. The browser sends the session's cookie, which scripts cannot read. */
export const createRequest =
  (fetch: Send): Request =>
  async (path, body, sender) => {
    try {
      const response = await (sender?.(fetch) ?? fetch)(`/account/${path}`, {
        signal: AbortSignal.timeout(sender ? FILE_TIMEOUT_MS : TIMEOUT_MS),
        ...(body && {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        }),
      });
      const answer = await response.json();
      // A proxy in between may have responded instead of the server.
      if (!answer?.request_id) return { kind: "no-answer" };
      return response.ok ? { kind: "success", answer } : { kind: "error", error: answer };
    } catch {
      return { kind: "no-answer" };
    }
  };

/** Returns whether a response has the connections of a session. */
export const isConnections = (answer: Partial<ConnectionsAnswer>): answer is ConnectionsAnswer =>
  answer.connections !== undefined;
