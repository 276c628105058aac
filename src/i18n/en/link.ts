import type { Language } from "../../protocol/vocabulary.ts";

/** The texts of the first views, in English. */
export const link = {
  language: "en" as Language,
  window: "Connect an account",
  close: "Close",

  selectInstitution: "Select your institution",
  sharing: (clientName: string) => `${clientName} only sees the accounts you choose.`,
  details: "Details",
  search: "Search by name",
  clearSearch: "Clear search",
  popular: "Popular",
  searching: "Searching…",
  health: { DEGRADED: "Having trouble", DOWN: "Down", UNSUPPORTED: "No longer available" },

  starting: "One moment…",
  opening: (institution: string) => `Opening ${institution}…`,
};

/** The text of an English document without JavaScript. */
export const noScript = "This takes JavaScript. Switch it on, and load this page again.";
