import type { Transaction } from "../../../protocol/transaction.ts";
import { dayOf } from "../calendar.ts";

/** Kinds of income in the rules' taxonomy, for transactions to which their institution gives no category. */
const KINDS = {
  INCOME_WAGES: "wages",
  INCOME_RETIREMENT_PENSION: "pension",
  INCOME_UNEMPLOYMENT: "benefits",
} as const;

type RuledIncome = (typeof KINDS)[keyof typeof KINDS];

const SURE = new Set(["VERY_HIGH", "HIGH", "MEDIUM"]);

/** The kind of income that the rules' category of a transaction says; null for none, and for an unsure one. */
export const ruledIncome = (
  category: Transaction["personal_finance_category"],
): RuledIncome | null => {
  const { detailed = "", confidence_level = "UNKNOWN" } = category ?? {};
  return SURE.has(confidence_level) && Object.hasOwn(KINDS, detailed)
    ? KINDS[detailed as keyof typeof KINDS]
    : null;
};

/** Words of a payment that its payer took back. */
const REVERSED =
  /\brevers|\breturn(ed)?\b|\bstorno|\brecall|\brueck|\brück|\bretrocession|\bannul|\bstornier/i;

/** How many days after a payment it may be taken back. */
const REVERSAL_DAYS = 10;

type Payment = { accountId: string; cents: number; day: number };

/** The payments that their payers took back: each is noted once, and takes one payment. */
export type Reversals = {
  /** Notes a transaction if it takes a payment back. */
  note(transaction: Transaction): void;
  /** Whether a payment was taken back; asked of payments from the oldest on. */
  take(payment: Payment): boolean;
};

/** Returns an empty list of reversals. */
export const createReversals = (): Reversals => {
  const days = new Map<string, number[]>();
  const keyOf = (accountId: string, cents: number) => `${accountId} ${cents}`;
  return {
    note: ({ account_id, amount, date, pending, name, original_description }) => {
      if (pending || amount <= 0 || !REVERSED.test(`${name} ${original_description ?? ""}`)) return;
      const key = keyOf(account_id, Math.round(amount * 100));
      const list = days.get(key);
      if (list) list.push(dayOf(date));
      else days.set(key, [dayOf(date)]);
    },
    take: ({ accountId, cents, day }) => {
      const list = days.get(keyOf(accountId, cents)) ?? [];
      const at = list.findIndex((reversed) => reversed >= day && reversed <= day + REVERSAL_DAYS);
      if (at === -1) return false;
      list.splice(at, 1);
      return true;
    },
  };
};
