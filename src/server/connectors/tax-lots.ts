import { type Day, type Line, ownLine } from "../domain/bank-values.ts";
import type { BankHolding } from "../domain/connectors/bank-investments.ts";

/**
 * The moment at which a lot was acquired: midnight UTC if the institution has only the day; null if
 * it has neither.
 */
export const toAcquisition = (
  time: { day: Day; moment: Line | null } | null | undefined,
): Line | null => (time ? (time.moment ?? ownLine(`${time.day}T00:00:00Z`)) : null);

type Lots = Pick<BankHolding, "quantity" | "tax_lots">;

/** The lots of two positions that are joined: none if one of them has units without lots, as the others are not all of it. */
export const joinLots = (one: Lots, other: Lots): BankHolding["tax_lots"] =>
  [one, other].every(({ quantity, tax_lots }) => quantity === 0 || tax_lots.length > 0)
    ? [...one.tax_lots, ...other.tax_lots]
    : [];
