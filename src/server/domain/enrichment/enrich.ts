import { LRUCache } from "lru-cache";
import type { ConfidenceLevel, Counterparty } from "../../../protocol/enrichment.ts";
import type { PaymentChannel } from "../../../protocol/transaction.ts";
import { type Candidate, type Description, listCandidates, startOf } from "./candidates.ts";
import { confidenceOf } from "./confidence.ts";
import { counterpartyShape } from "./counterparty.ts";
import type { Intermediary, Knowledge } from "./knowledge.ts";
import { phoneNumberIn } from "./phone-number.ts";
import type { DetailedCategory } from "./taxonomy.ts";
import { splitWords } from "./words.ts";

/** The category and the counterparties of a transaction, and the reasons as texts. */
export type EnrichedDescription = {
  category: DetailedCategory;
  confidence: ConfidenceLevel;
  /** The merchant first, if it is known, then the services between. */
  counterparties: Counterparty[];
  /** The first of the counterparties if the data files have it as a merchant; else null. */
  merchant: Counterparty | null;
  checkNumber: string | null;
  channel: PaymentChannel;
  reasons: string[];
};

/** The maximum number of results in a cache: most payments of most people are to the same few payees. */
const MAX_RESULTS = 5000;

/** The maximum length of a key in characters: longer facts occur in a single payment. */
const MAX_KEY_LENGTH = 500;

const caches = new WeakMap<Knowledge, LRUCache<string, EnrichedDescription>>();

/**
 * Categorizes a description: everything that speaks for a category has a score (a known merchant, words, the
 * institution's codes), the highest one wins, and two that agree are surer than one. The same description always has
 * the same result: an object from an LRU cache, which callers do not change.
 */
export const enrich = (knowledge: Knowledge, facts: Description): EnrichedDescription => {
  const cache = caches.get(knowledge) ?? new LRUCache({ max: MAX_RESULTS });
  caches.set(knowledge, cache);
  // The amount counts by its direction alone.
  const key = JSON.stringify([facts.amount < 0, ...FACTS.map((name) => facts[name])]);
  const cached = cache.get(key);
  if (cached) return cached;
  const result = categorize(knowledge, facts);
  if (key.length <= MAX_KEY_LENGTH) cache.set(key, result);
  return result;
};

const FACTS = [
  "description",
  "merchantName",
  "currency",
  "country",
  "merchantCode",
  "transactionType",
  "categoryId",
  "checkNumber",
] as const satisfies (keyof Description)[];

const categorize = (knowledge: Knowledge, facts: Description): EnrichedDescription => {
  const words = splitWords(
    // The name comes first: descriptions bury it among cards, places and dates.
    facts.merchantName ? `${facts.merchantName} ${facts.description}` : facts.description,
  );
  const between = intermediaryOf(knowledge, words);
  const rest = between ? words.slice(between.end) : words;
  const candidates = listCandidates(
    knowledge,
    rest.length > 0 ? rest : words,
    facts,
    between?.value ?? null,
  );
  const best = bestOf(candidates);
  const naming = best && isNaming(best) ? best : namingOf(candidates);
  const { category, confidence, reasons } = toCategory(best, candidates, between, facts);
  const counterparties = listCounterparties(naming, between?.value ?? null, facts);
  return {
    category,
    confidence,
    counterparties,
    merchant: (naming && counterparties[0]) ?? null,
    checkNumber: facts.checkNumber ?? findCheckNumber(words),
    channel: channelOf(words, category),
    reasons,
  };
};

const bestOf = (candidates: readonly Candidate[]): Candidate | undefined =>
  candidates.toSorted((a, b) => b.score - a.score)[0];

/** Returns the most likely merchant although its category did not win, as for cash at a shop. */
const namingOf = (candidates: readonly Candidate[]): Candidate | undefined =>
  bestOf(candidates.filter((candidate) => isNaming(candidate) && candidate.score >= 65));

/** Whether a merchant is sure enough to be a counterparty: within a longer name, it is another's. */
const isNaming = ({ merchant, nameSureness }: Candidate): boolean =>
  merchant !== undefined && nameSureness !== "LOW";

type Between = { value: Intermediary; end: number } | null;

/** Returns the payment service that the words begin with, such as `SQ *`. */
function intermediaryOf(knowledge: Knowledge, words: readonly string[]): Between {
  const start = startOf(knowledge, words);
  let found: Between = null;
  knowledge.intermediaries.find(words.slice(0, start + 3), (value, { at, length }) => {
    if (at <= start && (found === null || at + length > found.end))
      found = { value, end: at + length };
  });
  return found;
}

type Categorized = Pick<EnrichedDescription, "category" | "confidence" | "reasons">;

function toCategory(
  best: Candidate | undefined,
  candidates: readonly Candidate[],
  between: Between,
  { amount, description }: Description,
): Categorized {
  if (best) {
    const agree = candidates.filter(({ category }) => category === best.category);
    const reasons = agree.map(({ reason }) => reason);
    const confidence = confidenceOf(best, candidates);
    return { category: best.category, confidence, reasons: [...new Set(reasons)] };
  }
  if (between?.value.type === "payment_app")
    return {
      category: amount < 0 ? "TRANSFER_IN_ACCOUNT_TRANSFER" : "TRANSFER_OUT_ACCOUNT_TRANSFER",
      confidence: "MEDIUM",
      reasons: [`the payment service ${between.value.name}`],
    };
  if (amount >= 0 && (between || CARD.test(description.slice(0, 200))))
    return {
      category: "GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE",
      confidence: "UNKNOWN",
      reasons: ["a purchase of no known kind"],
    };
  return {
    category: amount < 0 ? "TRANSFER_IN_OTHER_TRANSFER_IN" : "TRANSFER_OUT_OTHER_TRANSFER_OUT",
    confidence: "UNKNOWN",
    reasons: ["only the direction of the money"],
  };
}

/** Words of a purchase by card, in the languages of the data files. */
const CARD =
  /\b(pos|card|checkcard|visa|mastercard|carte|cb|karte|kartenzahlung|girocard|tarjeta|carta|pagobancomat|betaalautomaat|kort|kortkop|karta)\b/i;

function listCounterparties(
  naming: Candidate | undefined,
  between: Intermediary | null,
  { description, merchantName }: Description,
): Counterparty[] {
  const merchant = naming?.merchant;
  const isOther = between && between.name !== merchant?.name;
  const phone = phoneNumberIn(description);
  // A service in front of the merchant gives its own number.
  const ownPhone = isOther ? null : phone;
  const known = merchant
    ? [counterpartyShape(merchant, naming.nameSureness ?? "LOW", ownPhone)]
    : merchantName
      ? [
          counterpartyShape(
            { name: merchantName, type: "merchant", website: null },
            "LOW",
            ownPhone,
          ),
        ]
      : [];
  return isOther ? [...known, counterpartyShape(between, "VERY_HIGH", phone)] : known;
}

/** The channel that words and category suggest: cards at shops, addresses of sites, and else a bank's own way. */
function channelOf(words: readonly string[], category: DetailedCategory): PaymentChannel {
  if (words.some((word) => ONLINE.has(word))) return "online";
  const isShop = /^(FOOD|GENERAL_MERCHANDISE|TRANSPORTATION|MEDICAL|PERSONAL|HOME)/.test(category);
  if (category === "GENERAL_MERCHANDISE_ONLINE_MARKETPLACES") return "online";
  return isShop || category === "TRANSFER_OUT_WITHDRAWAL" ? "in store" : "other";
}

const ONLINE = new Set(["com", "net", "www", "online", "internet", "paypal", "web", "app"]);

/** Returns the number after a word for a cheque; null if there is none. */
function findCheckNumber(words: readonly string[]): string | null {
  const at = words.findIndex((word) => CHECKS.has(word));
  if (at === -1) return null;
  const next = words.slice(at + 1, at + 4).find((word) => /^\d{2,10}$/.test(word));
  return next ?? null;
}

const CHECKS = new Set(["check", "cheque", "chq", "chk", "scheck", "assegno"]);
