import { areAlike, compareNames } from "./compare-names.ts";
import { NUMBER_KINDS, type Reading } from "./read-texts.ts";
import type { Row } from "./row.ts";

/** Whether a fact proves that two rows of an account are two payments. */
export const areToldApart = (
  left: Row,
  right: Row,
  names = compareNames(left.reading, right.reading),
): boolean =>
  names.names === "differ" ||
  areNumberedApart(left.reading, right.reading) ||
  areAuthorizedApart(left, right) ||
  areIdentifiedApart(left, right);

/** Whether each of two rows has a kind of number that the other lacks. */
export const areNumberedApart = (a: Reading, b: Reading): boolean =>
  NUMBER_KINDS.some((kind) => {
    const [one, other] = [a.numbers.get(kind), b.numbers.get(kind)];
    if (!one || !other) return false;
    return lacks(one, a, other, b) && lacks(other, b, one, a);
  });

const lacks = (
  numbers: ReadonlySet<string>,
  a: Reading,
  others: ReadonlySet<string>,
  b: Reading,
): boolean =>
  [...numbers].some(
    (number) =>
      !others.has(number) &&
      ![...others].some((other) => areAlike(number, a.cut.has(number), other, b.cut.has(other))),
  );

/**
 * The maximum number of days between a pending row's date and the other row's day of authorization.
 */
const MAX_DAYS_FROM_AUTHORIZATION = 1;

/** Whether two rows were authorized on different days. */
const areAuthorizedApart = (left: Row, right: Row): boolean => {
  if (left.madeOn !== null && right.madeOn !== null) return left.madeOn !== right.madeOn;
  const [named, other] = left.madeOn === null ? [right, left] : [left, right];
  return (
    named.madeOn !== null &&
    other.transaction.pending &&
    Math.abs(named.madeOn - other.day) > MAX_DAYS_FROM_AUTHORIZATION
  );
};

/** Whether two rows have different cards, mandates, payment ids, or kinds of payment. */
function areIdentifiedApart({ evidence: a }: Row, { evidence: b }: Row): boolean {
  const differ = (one: string | null | undefined, other: string | null | undefined) =>
    one != null && other != null && one !== other;
  return (
    differ(a.endToEndId, b.endToEndId) ||
    differ(a.mandateId, b.mandateId) ||
    differ(a.cardDigits, b.cardDigits) ||
    differ(a.kind, b.kind) ||
    (a.original != null &&
      b.original != null &&
      (a.original.currency !== b.original.currency || a.original.amount !== b.original.amount))
  );
}
