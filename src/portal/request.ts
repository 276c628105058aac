import type { ConnectionsAnswer } from "../protocol/connections.ts";
import type { LinkError } from "../protocol/errors/errors.ts";

/** The outcome of a request: an answer, an error, or no response from our server. */
export type Outcome =
  | { kind: "success"; answer: Partial<ConnectionsAnswer> }
  | { kind: "error"; error: LinkError }
  | { kind: "no-answer" };

/** Calls a path of the account site; with a body it is a POST. Never rejects. */
export type Request = (path: string, body?: object) => Promise<Outcome>;

/** Responses are awaited no longer than this. */
const TIMEOUT_MS = 20_000;

/** Calls our own server; the session's cookie is sent along and is invisible to scripts. */
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
      // A proxy in between may have responded in its place.
      if (!answer?.request_id) return { kind: "no-answer" };
      return response.ok ? { kind: "success", answer } : { kind: "error", error: answer };
    } catch {
      return { kind: "no-answer" };
    }
  };

/** Returns whether a response has the connections of a session. */
export const isConnections = (answer: Partial<ConnectionsAnswer>): answer is ConnectionsAnswer =>
  answer.connections !== undefined;

/** Reads the file of a path, and saves it. Never rejects. */
export type Download = (path: string) => Promise<Outcome>;

/** A file of many years on a slow line takes minutes. */
const DOWNLOAD_TIMEOUT_MS = 10 * 60_000;

/** Saves the file only when it is complete, so that neither a refusal nor half a file is saved. */
export const createDownload =
  (fetch: typeof globalThis.fetch, save: (file: Blob, name: string) => void): Download =>
  async (path) => {
    try {
      const response = await fetch(path, {
        signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS),
      });
      if (response.ok) {
        const name = /filename="(.*)"/.exec(response.headers.get("content-disposition") ?? "");
        save(await response.blob(), name?.[1] ?? "");
        return { kind: "success", answer: {} };
      }
      const error = await response.json();
      return error?.request_id ? { kind: "error", error } : { kind: "no-answer" };
    } catch {
      return { kind: "no-answer" };
    }
  };
