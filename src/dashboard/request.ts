import type { DashboardAnswer } from "../protocol/dashboard.ts";
import type { LinkError } from "../protocol/errors.ts";

/** What came of a call: an answer, a refusal, or no word from our server at all. */
export type Outcome =
  | { kind: "answered"; answer: DashboardAnswer }
  | { kind: "refused"; error: LinkError & { request_id: string }; waitMs: number }
  | { kind: "lost" };

/** Calls a path of the Dashboard; with a body it is a POST. Never rejects. */
export type Ask = (path: string, body?: object) => Promise<Outcome>;

/** Longer than this nobody waits for a page. */
const PATIENCE_MS = 20_000;

/** Calls our own server; the session's cookie goes along, and no script sees it. */
export const createAsk =
  (fetch: typeof globalThis.fetch): Ask =>
  async (path, body) => {
    try {
      const response = await fetch(`/dashboard/${path}`, {
        signal: AbortSignal.timeout(PATIENCE_MS),
        ...(body && {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        }),
      });
      const answer = await response.json();
      // Whatever stands between may have answered in its place.
      if (!answer?.request_id) return { kind: "lost" };
      if (response.ok) return { kind: "answered", answer };
      const waitMs = Number(response.headers.get("retry-after")) * 1000;
      return { kind: "refused", error: answer, waitMs };
    } catch {
      return { kind: "lost" };
    }
  };
