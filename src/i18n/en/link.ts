import type { Language } from "../../protocol/vocabulary.ts";

/** What the first views say in English. */
export const link = {
  language: "en" as Language,
  window: "Connect an account",
  close: "Close",

  selectInstitution: "Select your institution",
  sharing: (clientName: string) => `${clientName} only sees the accounts you choose.`,
  search: "Search by name",
  clearSearch: "Clear search",
  popular: "Popular",
  searching: "Searching…",
  health: { DEGRADED: "Having trouble", DOWN: "Down", UNSUPPORTED: "No longer available" },

  starting: "One moment…",
  opening: (institution: string) => `Opening ${institution}…`,
};

/** What a document says in English whose script may not run. */
export const noScript =
  "Connecting an account takes JavaScript. Switch it on, and load this page again.";
