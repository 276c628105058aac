import { z } from "zod";
import { DashboardUsage } from "../../../protocol/dashboard/dashboard-overview.ts";
import { DAY_MS } from "../../domain/calendar.ts";
import { Fault } from "../../domain/fault.ts";
import { dashboardCall } from "../call.ts";
import { clientNames } from "../client-names.ts";

/** The number of months in a chart. */
const MONTHS = 12;

/** The maximum number of days in a range, and in a chart. */
const MAX_DAYS = 366;
const MAX_SHOWN = 93;

const Day = z.iso.date().refine((day) => day.startsWith("20"));

/**
 * Shows the billable calls per product in a month (by default the current one) or some days, and in
 * the last twelve months.
 */
export const showUsage = dashboardCall({
  path: "/dashboard/api/usage",
  role: "read",
  about: "clients",
  request: z.strictObject({
    month: z
      .string()
      .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
      .optional(),
    /** The first day, instead of the month, and the day after the last. */
    from: Day.optional(),
    until: Day.optional(),
  }),
  response: DashboardUsage,
  run: async ({ month, ...part }, client, { store, clock }) => {
    const thisMonth = new Date(clock()).toISOString().slice(0, 7);
    const from = part.from ?? `${month ?? thisMonth}-01`;
    const until = part.until ?? `${monthsAfter(from, 1)}-01`;
    const firstDay = `${from.slice(0, 7)}-01`;
    const days = daysBetween(firstDay, endOfMonth(until));
    if (from >= until || days.length > MAX_DAYS)
      throw new Fault("INVALID_FIELD", {
        message: `until must be after from, and in the ${MAX_DAYS} days that begin with its month`,
      });
    const months = Array.from({ length: MONTHS }, (_, at) =>
      monthsAfter(thisMonth, at + 1 - MONTHS),
    );
    const totals = await store.usage.totals(from, until, client?.clientId);
    const byMonth = await store.usage.byMonth(months, client?.clientId);
    const shownDays = days.length > MAX_SHOWN ? [] : days;
    const byDay =
      shownDays.length === 0
        ? []
        : await store.usage.byDay(firstDay, endOfMonth(until), client?.clientId);
    // An Item counts on its first day with a call in a month.
    const isWhole = from === firstDay && until === endOfMonth(until);
    const names = await clientNames(
      totals.map(({ clientId }) => clientId),
      { store },
    );
    return {
      from,
      until,
      rows: totals.map(({ clientId, items, ...row }) => ({
        client_id: clientId,
        client_name: names.get(clientId) ?? null,
        items: isWhole ? items : null,
        ...row,
      })),
      months: months.map((shown) => ({
        month: shown,
        products: listCalls(byMonth.filter((row) => row.month === shown)),
      })),
      days: shownDays.map((shown) => ({
        day: shown,
        products: listCalls(byDay.filter((row) => row.day === shown)),
      })),
    };
  },
});

const listCalls = (rows: readonly { product: string; calls: number }[]) =>
  rows.map(({ product, calls }) => ({ product, calls }));

/** Rounds a day up to the first of a month. */
const endOfMonth = (day: string): string =>
  day.endsWith("-01") ? day : `${monthsAfter(day.slice(0, 7), 1)}-01`;

function daysBetween(from: string, until: string): string[] {
  const [first, end] = [Date.parse(from), Date.parse(until)];
  return Array.from({ length: Math.max(0, (end - first) / DAY_MS) }, (_, at) =>
    new Date(first + at * DAY_MS).toISOString().slice(0, 10),
  );
}

function monthsAfter(month: string, count: number): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}
