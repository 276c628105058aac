import type { ConfidenceLevel } from "../../../protocol/enrichment.ts";
import type { Merchant, SellerKind } from "./knowledge.ts";
import type { Span } from "./phrases.ts";

/** The confidence of one piece of evidence alone; `measure.mjs` prints how often each level is right. */
export type Sureness = Exclude<ConfidenceLevel, "UNKNOWN">;

const LEVELS: readonly Sureness[] = ["LOW", "MEDIUM", "HIGH", "VERY_HIGH"];

/** The least score of another category that speaks against the best one. */
const RIVAL_SCORE = 60;

const TRANSFER = /_ACCOUNT_TRANSFER$/;

type Place = {
  isStart: boolean;
  /** The number of words in the name; `letters` is the number of its letters. */
  length: number;
  letters: number;
  isInName: boolean;
  isAway: boolean;
};

/** The minimum number of letters of a name of one word that hardly any other text has. */
const DISTINCT_LETTERS = 6;

/** The confidence that a merchant's name means the merchant. */
export const surenessOfName = (
  { source }: Merchant,
  { isStart, length, letters, isInName, isAway }: Place,
): Sureness => {
  if (source === "operator") return "VERY_HIGH";
  if (isInName) return "LOW";
  if (isAway) return "MEDIUM";
  const isDistinct = length > 1 || (isStart && letters >= DISTINCT_LETTERS);
  if (source === "merchants") return isDistinct ? "VERY_HIGH" : "HIGH";
  return length > 1 ? (isStart ? "VERY_HIGH" : "HIGH") : "MEDIUM";
};

/** The confidence of a category, given its merchant: a payment app, or a seller of anything, has several categories. */
export const surenessOfMerchant = (
  merchant: Merchant,
  ofName: Sureness,
  { kind, isIn }: { kind: SellerKind | undefined; isIn: boolean },
): Sureness => {
  if (merchant.source === "operator") return "VERY_HIGH";
  // A payer of wages that is paid sells something else.
  if (merchant.type === "income_source" && !isIn) return "LOW";
  if (merchant.type === "payment_app") return least(ofName, "MEDIUM");
  const isWide = kind === "wide" || kind === "platform" || (kind === "market" && isIn);
  return isWide ? least(ofName, "MEDIUM") : ofName;
};

/** The confidence of a category, given words. The words for inflows are the banks' and the payers' own. */
export const surenessOfWords = (score: number, length: number, isIn: boolean): Sureness => {
  if (length > 2 && score >= 90) return "VERY_HIGH";
  if (isIn && length > 1 && score >= 90) return "VERY_HIGH";
  return isIn && score >= 87 ? "HIGH" : score >= 65 ? "MEDIUM" : "LOW";
};

/** How sure a code of the institution is. */
export const surenessOfCode = (score: number): Sureness =>
  score >= 90 ? "VERY_HIGH" : score >= 80 ? "HIGH" : score >= 65 ? "MEDIUM" : "LOW";

type Evidence = {
  category: string;
  score: number;
  sureness: Sureness;
  merchant?: Merchant;
  span?: Span;
};

/** The level of the best evidence: evidence that agrees raises it, and another category limits it. */
export const confidenceOf = (best: Evidence, all: readonly Evidence[]): Sureness => {
  if (best.score > 100) return "VERY_HIGH";
  // A merchant that is named twice is one reason, and so is a name that two merchants have.
  const agreeing = all.filter(
    (each) =>
      each !== best &&
      each.category === best.category &&
      (each.merchant === undefined ||
        (each.merchant.name !== best.merchant?.name && !overlap(each.span, best.span))),
  );
  // Words for a payment describe how the money moved, and do not contradict a merchant.
  const isRivalled = all.some(
    (each) =>
      each.category !== best.category &&
      each.score >= RIVAL_SCORE &&
      !(best.merchant && each.merchant === undefined && TRANSFER.test(each.category)),
  );
  const isSurer = agreeing.some(({ sureness }) => sureness !== "LOW");
  const level = isSurer ? raise(best.sureness) : best.sureness;
  return isRivalled ? least(level, agreeing.length > 0 ? "HIGH" : "MEDIUM") : level;
};

const overlap = (a: Span | undefined, b: Span | undefined): boolean =>
  a !== undefined && b !== undefined && a.at < b.at + b.length && b.at < a.at + a.length;

const raise = (level: Sureness): Sureness => LEVELS[LEVELS.indexOf(level) + 1] ?? "VERY_HIGH";

const least = (a: Sureness, b: Sureness): Sureness =>
  LEVELS.indexOf(a) < LEVELS.indexOf(b) ? a : b;
