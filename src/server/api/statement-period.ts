import { z } from "zod";
import { CalendarDate } from "../../protocol/transaction.ts";
import { monthsBefore, toDate, toDay } from "../domain/calendar.ts";
import type { Period } from "../domain/connectors/bank-transaction.ts";
import { Fault } from "../domain/fault.ts";
import { STATEMENT_MONTHS } from "../domain/transactions/statements/pull-statements.ts";

/** The first and the last day of a period of statements. */
export const StatementPeriod = z.strictObject({
  start_date: CalendarDate.meta({ examples: ["2025-01-01"] }),
  end_date: CalendarDate.meta({ examples: ["2026-01-14"] }),
});

/**
 * Returns a period of statements; throws INVALID_FIELD, with the field's name, if the days are
 * swapped or the period is too long.
 */
export const requirePeriod = (
  field: string | null,
  { start_date: from, end_date: to }: z.output<typeof StatementPeriod>,
): Period => {
  const start = field === null ? "start_date" : `${field}.start_date`;
  if (from > to)
    throw new Fault("INVALID_FIELD", { message: `${start} must not be after end_date` });
  if (from < toDate(monthsBefore(toDay(to), STATEMENT_MONTHS)))
    throw new Fault("INVALID_FIELD", {
      message: `${start} must not be more than ${STATEMENT_MONTHS} months before end_date`,
    });
  return { from, to };
};
