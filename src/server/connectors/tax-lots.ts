import { type Day, type Line, ownLine } from "../domain/bank-values.ts";

/**
 * The moment at which a lot was acquired: midnight UTC if the institution has only the day; null if
 * it has neither.
 */
export const toAcquisition = (
  time: { day: Day; moment: Line | null } | null | undefined,
): Line | null => (time ? (time.moment ?? ownLine(`${time.day}T00:00:00Z`)) : null);
