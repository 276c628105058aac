import type { ErrorCode } from "../../protocol/errors.ts";
import type { Language } from "../../protocol/vocabulary.ts";
import type { enLater } from "./en-later.ts";

/** What the first views say. */
export type FirstWords = typeof en;

/** Everything Link says, in one language. */
export type Catalogue = FirstWords & typeof enLater;

/** What the first views say in English. */
export const en = {
  language: "en" as Language,
  window: "Connect an account",
  back: "Back",
  close: "Close",

  selectInstitution: "Select your institution",
  sharing: (clientName: string) => `${clientName} only sees the accounts you choose.`,
  search: "Search by name",
  clearSearch: "Clear search",
  popular: "Popular",
  searching: "Searching…",
  found: (count: number) => (count === 1 ? "1 institution" : `${count} institutions`),
  notFound: "No institution found",
  notFoundHelp: "Check the spelling, or try a shorter name.",

  opening: (institution: string) => `Opening ${institution}…`,
  signingIn: (institution: string) => `Signing in to ${institution}…`,
  signingInHelp: "This can take up to a minute.",
  finishing: "Finishing up…",

  failedHelp: "Something did not work. You can choose another institution, or come back later.",
  /** What an error says instead of its own English words. */
  errors: {
    LINK_UNREACHABLE: "We could not reach the service. Please check your connection and try again.",
  } as { [C in ErrorCode]?: string },
};
