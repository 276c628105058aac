import type { TransactionFacts } from "../../../../protocol/transaction.ts";
import { toDay } from "../../calendar.ts";
import type { PaymentEvidence } from "../../connectors/payment-evidence.ts";
import { type Reading, readTexts } from "./read-texts.ts";

/** The fields of a transaction that identify its payment. */
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

/** A transaction with its comparable facts. */
export type Row = {
  transaction: Matchable;
  reading: Reading;
  evidence: PaymentEvidence;
  /** The row's date, and its day of authorization if known, in days since 1970. */
  day: number;
  madeOn: number | null;
  /** The amount in cents, so that sums are exact. */
  cents: number;
  /** The key of account and direction. */
  group: string;
  currency: string;
  /**
   * `content` has every field that the bank writes; `key` also has the evidence. Rows with the same
   * key are interchangeable.
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

/** Returns a key of the payment's own id, account, currency and amount; null without an id. */
export const paymentIdOf = (transaction: Matchable): string | null => {
  const { endToEndId } = withoutPlaceholder(transaction.evidence ?? {});
  const { account_id, amount } = transaction;
  return endToEndId
    ? JSON.stringify([account_id, toCurrency(transaction), amount, endToEndId])
    : null;
};

const toCurrency = (transaction: Matchable): string =>
  transaction.iso_currency_code ?? transaction.unofficial_currency_code ?? "";

/** The values that banks write for a missing id. */
const NO_ID = /^(?:not\s?provided|notprovided|nonref)$/i;

const withoutPlaceholder = (evidence: PaymentEvidence): PaymentEvidence =>
  evidence.endToEndId && NO_ID.test(evidence.endToEndId)
    ? { ...evidence, endToEndId: null }
    : evidence;
