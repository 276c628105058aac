import type { MatchesWords } from "../matches.ts";

/** The texts of the account site's question about transactions that may be the same, in English. */
export const matches: MatchesWords = {
  waiting:
    "These accounts get nothing new until you sign in again at the service that connects your bank, such as your SimpleFIN server:",
  title: "Is this the same payment?",
  help: (account) => `Your bank lists it under another number now, on ${account}.`,
  before: "Before",
  now: "Now",
  pending: "pending",
  why: "Why we ask:",
  same: "Same payment",
  different: "Two payments",
  more: (count) => (count === 1 ? "One more question follows." : `${count} more questions follow.`),
  decided: "Thank you. We do not ask that again.",
  stale: "That was decided already, or your bank has changed it.",
};
