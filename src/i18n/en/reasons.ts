/** The reasons for the score of two transactions that may be the same, in English. */
export { ENGLISH_REASONS as reasons } from "../../protocol/match-reason.ts";
