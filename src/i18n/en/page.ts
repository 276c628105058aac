import type { PageWords } from "../page-words.ts";

/** The SDK's texts, in English. */
export const page: PageWords = {
  starting: "One moment…",
  failed: "Accounts cannot be connected right now.",
  restart: "Please start again.",
  retry: "Check your connection and try again.",
  close: "Close",
  again: "Try again",
};
