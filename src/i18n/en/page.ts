import type { PageWords } from "../page.ts";

/** What the page itself says, in English. */
export const page: PageWords = {
  starting: "One moment…",
  failed: "Accounts cannot be connected right now.",
  later: "Please come back later.",
  retry: "Check your connection and try again.",
  close: "Close",
  again: "Try again",
};
