import { compareNames } from "./compare-names.ts";
import { areNumberedApart } from "./evidence.ts";
import { type Matchable, rowOf } from "./row.ts";

/**
 * Whether two rows with the same id are two payments: they differ in facts that banks never change
 * within one payment.
 */
export const isAnotherPayment = (stored: Matchable, listed: Matchable): boolean => {
  if (hasSameFacts(stored, listed)) return false;
  const [before, now] = [rowOf(stored), rowOf(listed)];
  if (before.group !== now.group) return true;
  if (before.currency !== now.currency && !before.evidence.original && !now.evidence.original)
    return true;
  return before.cents !== now.cents && areNamedApart(stored, listed);
};

/** Whether names or numbers prove that two rows are two payments. */
export const areNamedApart = (a: Matchable, b: Matchable): boolean => {
  const [one, other] = [rowOf(a).reading, rowOf(b).reading];
  return compareNames(one, other).names === "differ" || areNumberedApart(one, other);
};

/** Whether two rows have exactly the same facts. */
export const hasSameFacts = (a: Matchable, b: Matchable): boolean =>
  a.amount === b.amount &&
  a.date === b.date &&
  a.pending === b.pending &&
  a.name === b.name &&
  a.merchant_name === b.merchant_name &&
  (a.original_description ?? null) === (b.original_description ?? null) &&
  a.account_id === b.account_id &&
  a.iso_currency_code === b.iso_currency_code;

/** The facts of a row as text, equal for equal facts. */
export const factsText = (row: Matchable): string =>
  JSON.stringify([
    ...[row.amount, row.date, row.pending, row.name, row.merchant_name],
    ...[row.original_description ?? null, row.account_id, row.iso_currency_code],
  ]);

/** The facts that narrow a search before texts are read. */
export const factsKey = ({ account_id, date, amount, pending }: Matchable): string =>
  `${account_id} ${date} ${amount} ${pending}`;
