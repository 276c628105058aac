import {
  type Sureness,
  surenessOfCode,
  surenessOfMerchant,
  surenessOfName,
  surenessOfWords,
} from "./confidence.ts";
import { categoryFor, categoryOfId, type Direction } from "./direction.ts";
import { categoryOfMerchantCode, categoryOfTransactionType } from "./institution-codes.ts";
import type { Intermediary, Knowledge, Merchant, SellerKind } from "./knowledge.ts";
import { cutsInitials, isLegalForm } from "./legal-forms.ts";
import type { Span } from "./phrases.ts";
import type { DetailedCategory } from "./taxonomy.ts";
import { isNumber } from "./words.ts";

/** All that is known of a transaction. */
export type Description = {
  /** The institution's own words. */
  description: string;
  /** The name of the other party, if the institution has it. */
  merchantName?: string | null;
  /** Positive when money leaves the account. */
  amount: number;
  /** ISO 4217. */
  currency?: string | null;
  /** The country of the purchase, ISO 3166-1 alpha-2. */
  country?: string | null;
  /** The merchant category code, ISO 18245. */
  merchantCode?: string | null;
  /** The transaction type of FDX. */
  transactionType?: string | null;
  /** The connector's category, as in `/categories/get`. */
  categoryId?: string | null;
  checkNumber?: string | null;
};

/** A category with some evidence, its score up to 100, and the reason as a text. */
export type Candidate = {
  category: DetailedCategory;
  score: number;
  reason: string;
  /** Its confidence in the category, without other evidence. */
  sureness: Sureness;
  merchant?: Merchant;
  /** Its confidence in the merchant. */
  nameSureness?: Sureness;
  /** The words that it comes from; undefined for a code. */
  span?: Span;
};

type Hit = Candidate & { span: Span };

/** The countries that a currency suggests; a currency of many countries suggests none. */
const HOMES: Record<string, readonly string[]> = {
  USD: ["US"],
  CAD: ["CA"],
  GBP: ["GB"],
  SEK: ["SE"],
  DKK: ["DK"],
  NOK: ["NO"],
  PLN: ["PL"],
  EUR: ["IE", "FR", "DE", "ES", "IT", "NL", "BE", "PT", "AT", "FI", "EE", "LT", "LV"],
};

/** Merchant category codes of cash and of money sent, which count for any merchant. */
const DEEDS = /^(4829|601[01]|605[01]|653[2-8]|6540)$/;

/** Returns every category that something speaks for, in the words after a payment service. */
export const listCandidates = (
  knowledge: Knowledge,
  words: readonly string[],
  facts: Description,
  between: Intermediary | null,
): Candidate[] => {
  const direction = facts.amount < 0 ? "in" : "out";
  const start = startOf(knowledge, words);
  const service = between ? knowledge.sellers.get(between.name) : undefined;
  const isAtTill = service === "till";
  const homes = listHomes(facts);
  const hits = longest(patternHits(knowledge, words, direction)).filter(
    ({ span }) =>
      !cutsInitials(words, span) &&
      !(span.length === 1 && isLegalForm(words[span.at] ?? "", span.at, homes)),
  );
  const patterns = hits.filter((hit) => !isPlaceOf(words, hit, hits));
  const merchantsInWords = merchantHits(knowledge, words, { start, isAtTill }, patterns, facts);
  const own = longest(merchantsInWords.filter(isOperators));
  const merchants = longest(merchantsInWords.filter((hit) => !isOperators(hit)));
  const isCovered = ({ span }: Hit, others: readonly Hit[]) =>
    others.some((other) => other.span.length > span.length && covers(other.span, span));
  return [
    ...own,
    ...merchants.filter((hit) => !isCovered(hit, patterns)),
    ...patterns.filter((hit) => !isCovered(hit, merchants)),
    ...payoutCandidates(between, payoutBy(service, words, direction)),
    ...institutionCandidates(facts, direction),
  ];
};

const listHomes = ({ country, currency }: Description): readonly string[] =>
  country ? [country] : (HOMES[currency ?? ""] ?? []);

const isOperators = ({ merchant }: Hit): boolean => merchant?.source === "operator";

/** Returns the index of the first word that may begin a name: after cards, numbers, prepositions. */
export const startOf = ({ noise }: Knowledge, words: readonly string[]): number => {
  const at = words.findIndex((word) => !noise.has(word) && !isNumber(word));
  return at === -1 ? 0 : at;
};

/** Categories of shops and other places of business with a name above the door. */
const SHOP =
  /^(ENTERTAINMENT|FOOD_AND_DRINK|GENERAL_MERCHANDISE|HOME_IMPROVEMENT|MEDICAL|PERSONAL_CARE|TRAVEL)_/;

/** Prepositions in front of the place of a shop, as in `Apotheke am Markt`. */
const AT =
  /(^| )(am|beim|im|zum|zur|an der|bij de|op de|du|de la|de l|del|della|do|at the|by the)$/;

/** Whether a word is the place of the shop that the words before it name. */
const isPlaceOf = (words: readonly string[], { category, span }: Hit, hits: readonly Hit[]) =>
  SHOP.test(category) &&
  AT.test(words.slice(Math.max(0, span.at - 2), span.at).join(" ")) &&
  hits.some((other) => other.span.at < span.at && isOtherShop(other.category, category));

const isOtherShop = (category: string, than: string): boolean =>
  SHOP.test(category) && SHOP.exec(category)?.[0] !== SHOP.exec(than)?.[0];

function patternHits(
  { patterns }: Knowledge,
  words: readonly string[],
  direction: Direction,
): Hit[] {
  const hits: Hit[] = [];
  patterns.find(words, (pattern, span, isWildcard) => {
    const category = pattern[direction];
    if (category === null) return;
    const isShort = span.length === 1 && (words[span.at]?.length ?? 0) <= 2;
    const score = pattern.score - (isWildcard ? 3 : 0) - (isShort ? 15 : 0) + span.length - 1;
    const sureness = surenessOfWords(score, span.length, direction === "in");
    hits.push({ category, score, sureness, reason: `the words “${pattern.words}”`, span });
  });
  return hits;
}

function merchantHits(
  { merchants, noise, sellers }: Knowledge,
  words: readonly string[],
  { start, isAtTill }: { start: number; isAtTill: boolean },
  patterns: readonly Hit[],
  facts: Description,
): Hit[] {
  const homes = listHomes(facts);
  const isIn = facts.amount < 0;
  const meanings = new Set(
    patterns.filter(({ span }) => span.length === 1).map(({ span }) => span.at),
  );
  const isUnknown = (at: number) => {
    const word = words[at] ?? "";
    return (
      !noise.has(word) &&
      !isNumber(word) &&
      !patterns.some(({ span }) => span.at <= at && at < span.at + span.length)
    );
  };
  const isForm = (at: number) => isLegalForm(words[at] ?? "", at, homes);
  const isNameWord = (at: number) => at < words.length && (isUnknown(at) || isForm(at));
  const lastForm = words.findLastIndex((_, at) => isForm(at));
  const hits: Hit[] = [];
  merchants.find(words, ({ merchant, isWord }, span) => {
    const { at, length } = span;
    // Digits alone, such as a price or a date, are no name, nor is a short word between others.
    const word = words[at] ?? "";
    if (length === 1 && (isNumber(word) || (at > 0 && word.length < 3 && noise.has(word)))) return;
    const isStart = at <= start;
    if ((isWord && !isStart) || cutsInitials(words, span)) return;
    // Within a longer name, such as a person's or another company's.
    const isInLongerName = !isStart && length === 1 && isUnknown(at - 1);
    if (isInLongerName && isNameWord(at + 1)) return;
    // An ordinary word at the beginning of the name of another shop, as in `Subway Tile Outlet`.
    const isOfOther =
      (isWord || merchant.source === "brands") &&
      length === 1 &&
      merchant.source !== "operator" &&
      isNameWord(at + 1) &&
      patterns.some(
        (hit) =>
          hit.span.at > at && hit.score >= 80 && isOtherShop(hit.category, merchant.category),
      );
    const isInName = isInLongerName || isOfOther;
    const isOfCompany = !isStart && isUnknown(at + 1) && lastForm > at;
    const isOfShop = isAtTill && at + 1 < words.length && !isNumber(words[at + 1] ?? "");
    if (length === 1 && merchant.source !== "operator" && (isOfCompany || isOfShop)) return;
    const kind = sellers.get(merchant.name);
    const paid = payoutBy(kind, words, isIn ? "in" : "out");
    const score =
      (paid ? 10 : 0) +
      scoreOf(merchant, { isWord, isStart, length, word }) -
      (isAway(merchant, homes) ? 20 : 0) -
      (isInName ? 16 : 0) -
      (length === 1 && meanings.has(at) && merchant.source === "brands" ? 30 : 0) -
      (isIn ? 4 : 0);
    const category = paid ?? categoryFor(merchant.category, isIn ? "in" : "out");
    const reason = `the name “${merchant.name}”${isStart ? " at the beginning" : ""}`;
    const letters = length === 1 ? word.length : 0;
    const place = { isStart, length, letters, isInName, isAway: isAway(merchant, homes) };
    const nameSureness = surenessOfName(merchant, place);
    const sureness = surenessOfMerchant(merchant, nameSureness, { kind, isIn });
    if (score >= 40) hits.push({ category, score, sureness, nameSureness, reason, merchant, span });
  });
  return hits;
}

type Place = { isWord: boolean; isStart: boolean; length: number; word: string };

function scoreOf({ source }: Merchant, { isWord, isStart, length, word }: Place): number {
  const isDistinct = length > 1 || word.length > 5;
  // The operator knows better than any list, word or code.
  if (source === "operator") return 100 + length;
  if (source === "merchants") return (isWord ? 82 : isStart ? 90 : 85) + Math.min(length - 1, 3);
  if (length > 1) return (isStart ? 84 : 78) + length;
  return isStart ? (isDistinct ? 80 : 68) : isDistinct ? 62 : 30;
}

const isAway = ({ countries }: Merchant, homes: readonly string[]): boolean =>
  countries !== null && homes.length > 0 && !homes.some((home) => countries.has(home));

const covers = (outer: Span, inner: Span): boolean =>
  outer.at <= inner.at && inner.at + inner.length <= outer.at + outer.length;

/** Returns the hits that no longer one covers. */
const longest = (hits: readonly Hit[]): Hit[] =>
  hits.filter(
    ({ span }) =>
      !hits.some((other) => other.span.length > span.length && covers(other.span, span)),
  );

/** The institution's own codes: one code names many shops, so that a known merchant comes first. */
function institutionCandidates(
  { merchantCode, transactionType, categoryId }: Description,
  direction: Direction,
): Candidate[] {
  const candidates: Omit<Candidate, "sureness">[] = [];
  const byCode = merchantCode ? categoryOfMerchantCode(merchantCode) : null;
  if (byCode && merchantCode)
    candidates.push({
      category: categoryFor(byCode, direction),
      score: DEEDS.test(merchantCode) ? 93 : /^(5399|5999|7299|7399)$/.test(merchantCode) ? 58 : 87,
      reason: `the merchant category code ${merchantCode}`,
    });
  const byType = transactionType ? categoryOfTransactionType(transactionType, direction) : null;
  if (byType)
    candidates.push({
      category: byType,
      score: /^(ATM|DIVIDEND|INTEREST|DIRECTDEPOSIT)/.test(transactionType ?? "") ? 91 : 68,
      reason: `the transaction type ${transactionType}`,
    });
  const byId = categoryId ? categoryOfId(categoryId, direction) : null;
  if (byId)
    candidates.push({
      category: byId,
      // The widest ids, such as any transfer, are weak evidence.
      score: /000000$|^24/.test(categoryId ?? "") ? 66 : 88,
      reason: `the institution's category ${categoryId}`,
    });
  return candidates.map((each) => ({ ...each, sureness: surenessOfCode(each.score) }));
}

/** The income that a seller of a kind pays. */
const PAID_BY: Partial<Record<SellerKind, DetailedCategory>> = {
  platform: "INCOME_WAGES",
  market: "INCOME_OTHER_INCOME",
};

/** Words of money that a platform pays out to those who work or sell by it. */
const PAY =
  /\b(pay|payroll|payout|payouts|auszahlung|versement|proceeds|sales|payment|payments|paymnt|pymnt|pymt|pmt|earnings?|cashout|instant|transfer|edi|driver|drivers|dasher|shopper|courier|rider|partner)\b/;

/** Words of money that goes back to a customer. */
const REFUND = /\b(refund|refunds|reversal|return|credit|adjustment|promo|chargeback)\b/;

/** Returns the income that a seller pays to those who work or sell by it; undefined for a refund. */
const payoutBy = (
  kind: SellerKind | undefined,
  words: readonly string[],
  direction: Direction,
): DetailedCategory | undefined => {
  const category = kind && direction === "in" ? PAID_BY[kind] : undefined;
  const text = words.join(" ");
  return PAY.test(text) && !REFUND.test(text) ? category : undefined;
};

const payoutCandidates = (
  between: Intermediary | null,
  category: DetailedCategory | undefined,
): Candidate[] =>
  between && category
    ? [{ category, score: 86, sureness: "MEDIUM", reason: `the payment service ${between.name}` }]
    : [];
