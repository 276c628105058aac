/**
 * The reasons for the score of two possibly equal transactions: a sentence each, or a sentence with
 * a value.
 */
export type ReasonWords = Record<
  | "equal"
  | "amount"
  | "original"
  | "held"
  | "pump"
  | "part"
  | "party"
  | "near"
  | "unnamed"
  | "untold"
  | "earlier"
  | "sameDay"
  | "nextDay",
  string
> &
  Record<"more" | "name" | "later", (value: string | number) => string>;

/** A reason by its sentence's name, with its value. */
export type MatchReason = { reason: keyof ReasonWords; value?: string | number | undefined };

/** The reasons in the API's language. */
export const ENGLISH_REASONS: ReasonWords = {
  equal: "the same facts",
  amount: "the same amount",
  original: "the same original amount",
  more: (percent) => `${percent} % more, as with a tip`,
  held: "another amount was held",
  pump: "a pump holds 1.00",
  part: "a part of the amount",
  party: "the same party",
  near: "within 8 days",
  name: (words) => `the name “${words}”`,
  unnamed: "a description without a name",
  untold: "names that do not tell",
  earlier: "a day earlier",
  sameDay: "the same day",
  nextDay: "a day later",
  later: (days) => `${days} days later`,
};

/** Returns the text of a reason. An older version stored reasons as text. */
export const reasonText = (
  reason: MatchReason | string,
  words: ReasonWords = ENGLISH_REASONS,
): string => {
  if (typeof reason === "string") return reason;
  const text = words[reason.reason];
  return typeof text === "function" ? text(reason.value ?? "") : text;
};

/** Returns the texts of some reasons in a row. */
export const reasonsText = (
  reasons: readonly (MatchReason | string)[],
  words: ReasonWords,
): string => reasons.map((reason) => reasonText(reason, words)).join(", ");
