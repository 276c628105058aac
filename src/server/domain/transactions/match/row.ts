import type { TransactionFacts } from "../../../../protocol/transaction.ts";
import { toDay } from "../../calendar.ts";
import type { PaymentEvidence } from "../../connectors/payment-evidence.ts";
import { type Reading, readTexts } from "./read-texts.ts";

/** The facts of a transaction by which another one is recognized as the same. */
export type Matchable = Pick<
  TransactionFacts,
  | "transaction_id"
  | "account_id"
  | "amount"
  | "iso_currency_code"
  | "date"
  | "authorized_date"
  | "pending"
  | "name"
  | "merchant_name"
> & {
  original_description?: string | null | undefined;
  unofficial_currency_code?: string | null;
  check_number?: string | null;
  evidence?: PaymentEvidence | null | undefined;
};

/** A transaction, and what it is compared by. */
export type Row = {
  transaction: Matchable;
  reading: Reading;
  evidence: PaymentEvidence;
  /** Days since 1970: of its date, and of its authorization, if it names one. */
  day: number;
  madeOn: number | null;
  /** Hundredths of the amount's unit, so that sums are exact. */
  cents: number;
  /** The account and the direction. */
  group: string;
  currency: string;
  /**
   * `content` has every field that the bank writes, and `key` the evidence in addition: rows with
   * the same key are interchangeable.
   */
  content: string;
  key: string;
};

/** Converts a transaction to a row. */
export const rowOf = (transaction: Matchable): Row => {
  const { account_id, amount, date, authorized_date, pending } = transaction;
  const { name, merchant_name, original_description, check_number } = transaction;
  const evidence = withoutPlaceholder(transaction.evidence ?? {});
  const reading = readTexts([merchant_name, name, original_description], [check_number]);
  const currency = toCurrency(transaction);
  const { balanceAfter: _, ...facts } = evidence;
  const content = JSON.stringify([
    ...[account_id, currency, amount, date, authorized_date, pending],
    reading.key,
  ]);
  return {
    ...{ transaction, reading, evidence, currency, content },
    day: toDay(date),
    madeOn: authorized_date ? toDay(authorized_date) : null,
    cents: Math.round(amount * 100),
    group: JSON.stringify([account_id, amount < 0]),
    key: `${content}${JSON.stringify(facts)}`,
  };
};

/** Returns a key of a payment's own id with its account, currency and amount; null if the bank gives no id. */
export const paymentIdOf = (transaction: Matchable): string | null => {
  const { endToEndId } = withoutPlaceholder(transaction.evidence ?? {});
  const { account_id, amount } = transaction;
  return endToEndId
    ? JSON.stringify([account_id, toCurrency(transaction), amount, endToEndId])
    : null;
};

const toCurrency = (transaction: Matchable): string =>
  transaction.iso_currency_code ?? transaction.unofficial_currency_code ?? "";

/** The id that banks write for none. */
const NO_ID = /^(?:not\s?provided|notprovided|nonref)$/i;

const withoutPlaceholder = (evidence: PaymentEvidence): PaymentEvidence =>
  evidence.endToEndId && NO_ID.test(evidence.endToEndId)
    ? { ...evidence, endToEndId: null }
    : evidence;
