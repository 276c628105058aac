import type { Transaction } from "../../../protocol/transaction.ts";
import { toDay } from "../calendar.ts";

/** Kinds of income in the rules' taxonomy, for transactions without an institution's category. */
const KINDS = {
  INCOME_WAGES: "wages",
  INCOME_RETIREMENT_PENSION: "pension",
  INCOME_UNEMPLOYMENT: "benefits",
  INCOME_OTHER_INCOME: "sales",
} as const;

type RuledIncome = (typeof KINDS)[keyof typeof KINDS];

const SURE = new Set(["VERY_HIGH", "HIGH", "MEDIUM"]);

/** Words of an insurance claim's payment. */
const CLAIM = /\bclaims?\b|\bindemni|\bsinistre|\bsiniestro|\bschaden|\bsinistro/i;

/**
 * The kind of income by the rules' category of a transaction; null for none, and for an unsure
 * category. Other income is sales from a marketplace, a claim, or a reward.
 */
export const ruledIncome = ({
  personal_finance_category,
  counterparties,
  name,
}: Pick<
  Transaction,
  "personal_finance_category" | "counterparties" | "name"
>): RuledIncome | null => {
  const { detailed = "", confidence_level = "UNKNOWN" } = personal_finance_category ?? {};
  const kind =
    SURE.has(confidence_level) && Object.hasOwn(KINDS, detailed)
      ? KINDS[detailed as keyof typeof KINDS]
      : null;
  const isSeller = counterparties.some(({ type }) => type === "merchant" || type === "marketplace");
  return kind === "sales" && (!isSeller || CLAIM.test(name)) ? null : kind;
};

/** Words of a reversed payment. */
const REVERSED =
  /\brevers|\bre?vsl\b|\brtn\b|\breturn(ed)?\b|\bstorno|\brecall|\brueck|\brück|\bretrocession|\bannul|\banulac|\bstornier|\bdevoluc|\bestorno|\bterugboek/i;

/** The number of days within which a payment may be reversed. */
const REVERSAL_DAYS = 10;

/**
 * The maximum number of same-amount payments that are compared per day, since institutions may
 * report any number.
 */
const MOST_OF_A_DAY = 5;

type Payment = { accountId: string; cents: number; day: number; name: string };

/** Reversed payments. Each reversal cancels one payment. */
export type Reversals = {
  /** Notes a transaction, which may reverse an earlier payment. */
  note(transaction: Transaction): void;
  /** Whether a payment was reversed. Callers ask about the oldest payments first. */
  take(payment: Payment): boolean;
};

/**
 * Returns an empty list of reversals. A payment reverses an earlier one of the same amount if it
 * calls itself a reversal, or has all words of the earlier payment.
 */
export const createReversals = (): Reversals => {
  const outflows = new Map<string, Outflow[]>();
  const toKey = (accountId: string, cents: number, day: number) => `${accountId} ${cents} ${day}`;
  return {
    note: ({ account_id, amount, date, pending, name, original_description }) => {
      if (pending || amount <= 0) return;
      const key = toKey(account_id, Math.round(amount * 100), toDay(date));
      const list = outflows.get(key) ?? [];
      if (list.length < MOST_OF_A_DAY)
        list.push(toOutflow(`${name} ${original_description ?? ""}`));
      outflows.set(key, list);
    },
    take: ({ accountId, cents, day, name }) => {
      const words = lettersIn(name);
      for (let later = day; later <= day + REVERSAL_DAYS; later++) {
        const list = outflows.get(toKey(accountId, cents, later)) ?? [];
        const at = list.findIndex((outflow) => outflow.isReversal || hasAll(outflow.words, words));
        if (at === -1) continue;
        list.splice(at, 1);
        return true;
      }
      return false;
    },
  };
};

type Outflow = { isReversal: boolean; words: ReadonlySet<string> };

const toOutflow = (text: string): Outflow => ({
  isReversal: REVERSED.test(text),
  words: new Set(lettersIn(text)),
});

/** The minimum number of words that identify a payment among others of the same amount. */
const MIN_WORDS = 2;

const hasAll = (words: ReadonlySet<string>, wanted: readonly string[]): boolean =>
  wanted.length >= MIN_WORDS && wanted.every((word) => words.has(word));

const lettersIn = (text: string): string[] => text.toUpperCase().match(/\p{L}{3,}/gu) ?? [];
