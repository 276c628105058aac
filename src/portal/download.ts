import type { Outcome } from "./request.ts";

/** Reads the file with all stored data, and saves it. Never rejects. */
export type Download = () => Promise<Outcome>;

/** A file of many years on a slow line takes minutes. */
const TIMEOUT_MS = 10 * 60_000;

/** Saves the file only when it is complete, so that neither a refusal nor half a file is saved. */
export const createDownload =
  (fetch: typeof globalThis.fetch, save: (file: Blob) => void): Download =>
  async () => {
    try {
      const response = await fetch("/account/data", { signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (response.ok) {
        save(await response.blob());
        return { kind: "success", answer: {} };
      }
      const error = await response.json();
      return error?.request_id ? { kind: "error", error } : { kind: "no-answer" };
    } catch {
      return { kind: "no-answer" };
    }
  };
