import type { DashboardAnswer } from "../protocol/dashboard.ts";
import type { LinkError } from "../protocol/errors.ts";

/** What came of a request: an answer, an error, or no word from our server at all. */
export type Outcome =
  | { kind: "success"; answer: DashboardAnswer }
  | { kind: "error"; error: LinkError & { request_id: string }; waitMs: number }
  | { kind: "no-answer" };

/** Calls a path of the Dashboard; with a body it is a POST. Never rejects. */
export type Request = (path: string, body?: object) => Promise<Outcome>;

/** Longer than this nobody waits for a page. */
const TIMEOUT_MS = 20_000;

/** Calls our own server; the session's cookie goes along, and no script sees it. */
export const createRequest =
  (fetch: typeof globalThis.fetch): Request =>
  async (path, body) => {
    try {
      const response = await fetch(`/dashboard/${path}`, {
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
      if (response.ok) return { kind: "success", answer };
      const waitMs = Number(response.headers.get("retry-after")) * 1000;
      return { kind: "error", error: answer, waitMs };
    } catch {
      return { kind: "no-answer" };
    }
  };
