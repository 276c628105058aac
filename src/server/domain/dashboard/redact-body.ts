import { ALL_ACCOUNT_SUBTYPES } from "../../../protocol/account.ts";
import { ERRORS } from "../../../protocol/errors/errors.ts";
import { redactTokens } from "../../../protocol/redact-tokens.ts";
import {
  ACCOUNT_SUBTYPES,
  ENVIRONMENTS,
  LANGUAGES,
  PRODUCTS,
  REPORT_PRODUCTS,
  VERIFICATION_STATUSES,
} from "../../../protocol/vocabulary.ts";

/** The maximum number of shown list elements, and of shown levels of nesting. */
const MAX_ELEMENTS = 3;
const MAX_LEVELS = 8;
const MAX_FIELDS = 50;
const MAX_LENGTH = 200;

/** Above this number of hidden names, no text of the response is kept. */
const MAX_HIDDEN = 20;

/** Words of the API, which reveal nothing. */
const WORDS: ReadonlySet<string> = new Set([
  ...Object.keys(ERRORS),
  ...Object.keys(ACCOUNT_SUBTYPES),
  ...ALL_ACCOUNT_SUBTYPES,
  ...ENVIRONMENTS,
  ...LANGUAGES,
  ...PRODUCTS,
  ...REPORT_PRODUCTS,
  ...VERIFICATION_STATUSES,
]);

const isWord = (text: string): boolean => WORDS.has(text);
const isLike = (pattern: RegExp) => (text: string) => pattern.test(text);
const isDate = isLike(/^\d{4}-\d{2}-\d{2}$/);
const isInstitution = isLike(/^ins_\d{1,12}$/);

/**
 * The shown fields, each with a check of its text, since callers may type a secret into any field.
 * All other fields, including personal and financial data, are shown without values.
 */
const READABLE: Readonly<Record<string, (text: string) => boolean>> = {
  country_codes: isLike(/^[A-Z]{2}$/),
  end_date: isDate,
  environment: isWord,
  initial_products: isWord,
  institution_id: isInstitution,
  institution_ids: isInstitution,
  iso_currency_code: isLike(/^[A-Z]{3}$/),
  item_id: isLike(/^[0-9A-Za-z]{37}$/),
  language: isWord,
  product: isWord,
  products: isWord,
  start_date: isDate,
  status: isWord,
  subtype: isWord,
  type: isWord,
  verification_status: isWord,
};

/** Fields with our own texts, which are shown in responses only. */
const ANSWERED: ReadonlySet<string> = new Set([
  "display_message",
  "error_code",
  "error_message",
  "error_type",
  "expiration",
  "request_id",
  "status",
  "transactions_update_status",
  "update_type",
  "webhook_code",
  "webhook_type",
]);

/** The numbers that are shown; other numbers may be money. */
const READABLE_NUMBERS = new Set([
  "count",
  "days_requested",
  "offset",
  "total",
  "total_transactions",
]);

/** The maximum of a shown number; a larger number may be a credential. */
const MAX_NUMBER = 99_999;

/** The side that wrote a body: a request is sent, a response answered. */
type Side = "sent" | "answered";

/** Hidden field names that a response may repeat; null for too many to search for. */
type HiddenNames = readonly string[] | null;

/**
 * Returns the names of a body's fields that are not shown, since callers may type anything there.
 */
export const hiddenNames = (body: unknown): HiddenNames => {
  const names = new Set<string>();
  const collect = (value: unknown, level: number): void => {
    if (typeof value !== "object" || value === null || level > MAX_LEVELS) return;
    for (const [name, part] of Object.entries(value)) {
      if (names.size > MAX_HIDDEN) return;
      if (!Array.isArray(value) && !isName(name) && name.length >= MIN_HIDDEN_LENGTH)
        names.add(name).add(redactTokens(name));
      collect(part, level + 1);
    }
  };
  collect(body, 0);
  return names.size > MAX_HIDDEN ? null : [...names].sort((a, b) => b.length - a.length);
};

/**
 * The minimum length of a hidden name. A shorter name reveals nothing, and may occur in any
 * sentence.
 */
const MIN_HIDDEN_LENGTH = 4;

/** Redacts a body for display. Keeps its shape, and values without secrets or personal data. */
export const redactBody = (value: unknown, side: Side, hidden: HiddenNames = []): unknown =>
  redactPart(value, { side, hidden }, "", 0);

type Rules = { side: Side; hidden: HiddenNames };

const redactPart = (value: unknown, rules: Rules, field: string, level: number): unknown => {
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number")
    return READABLE_NUMBERS.has(field) && Math.abs(value) <= MAX_NUMBER ? value : "…";
  if (typeof value === "string") return redactText(value, rules, field);
  if (typeof value !== "object" || level >= MAX_LEVELS) return "…";
  if (Array.isArray(value)) {
    const elements = value
      .slice(0, MAX_ELEMENTS)
      .map((element) => redactPart(element, rules, field, level + 1));
    const more = value.length - elements.length;
    return more > 0 ? [...elements, `… and ${more} more`] : elements;
  }
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MAX_FIELDS)
      .map(([name, part]) => [isName(name) ? name : "…", redactPart(part, rules, name, level + 1)]),
  );
};

function redactText(text: string, { side, hidden }: Rules, field: string): string {
  if (Object.hasOwn(READABLE, field) && READABLE[field]?.(text)) return text;
  if (side === "sent" || !ANSWERED.has(field) || hidden === null) return "…";
  const shown = hidden.reduce((rest, name) => rest.replaceAll(name, "…"), text);
  return redactTokens(shown).slice(0, MAX_LENGTH);
}

/** Whether a text looks like a field's name, and not like a token or number. */
const isName = (name: string): boolean =>
  /^\w{1,60}$/.test(name) && !/[0-9A-Za-z]{21,}|\d{3,}/.test(name);
