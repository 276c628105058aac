import type { ConnectionsAnswer } from "../protocol/connections.ts";
import type { LinkError } from "../protocol/errors.ts";

/** What came of a request: an answer, an error, or no word from our server at all. */
export type Outcome =
  | { kind: "success"; answer: Partial<ConnectionsAnswer> }
  | { kind: "error"; error: LinkError }
  | { kind: "no-answer" };

/** Calls a path of the account site; with a body it is a POST. Never rejects. */
export type Request = (path: string, body?: object) => Promise<Outcome>;

/** Longer than this nobody waits for a page. */
const TIMEOUT_MS = 20_000;

/** Calls our own server; the session's cookie goes along, and no script sees it. */
export const createRequest =
  (fetch: typeof globalThis.fetch): Request =>
  async (path, body) => {
    try {
      const response = await fetch(`/account/${path}`, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(body && {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        }),
      });
      const answer = await response.json();
      // Whatever stands between may have answered in its place.
      if (!answer?.request_id) return { kind: "no-answer" };
      return response.ok ? { kind: "success", answer } : { kind: "error", error: answer };
    } catch {
      return { kind: "no-answer" };
    }
  };

/** Whether an answer shows the connections of a session. */
export const isConnections = (answer: Partial<ConnectionsAnswer>): answer is ConnectionsAnswer =>
  answer.connections !== undefined;
