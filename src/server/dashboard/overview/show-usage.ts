import { z } from "zod";
import { DashboardUsage } from "../../../protocol/dashboard-overview.ts";
import { dashboardCall } from "../call.ts";
import { clientNames } from "../client-names.ts";

/** The number of months that are shown side by side. */
const MONTHS = 12;

/** Shows the billable calls of each product in a month, by default this one, and in the last twelve. */
export const showUsage = dashboardCall({
  path: "/dashboard/api/usage",
  about: "clients",
  request: z.strictObject({
    month: z
      .string()
      .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
      .optional(),
  }),
  response: DashboardUsage,
  run: async ({ month }, client, { store, clock }) => {
    const thisMonth = new Date(clock()).toISOString().slice(0, 7);
    const from = month ?? thisMonth;
    const months = Array.from({ length: MONTHS }, (_, at) =>
      monthsAfter(thisMonth, at + 1 - MONTHS),
    );
    const [since, until] = [`${from}-01`, `${monthsAfter(from, 1)}-01`];
    const totals = await store.usage.totals(since, until, client?.clientId);
    const calls = await store.usage.byMonth(months, client?.clientId);
    const names = await clientNames(
      totals.map(({ clientId }) => clientId),
      { store },
    );
    return {
      month: from,
      rows: totals.map(({ clientId, ...row }) => ({
        client_id: clientId,
        client_name: names.get(clientId) ?? null,
        ...row,
      })),
      months: months.map((shownMonth) => ({
        month: shownMonth,
        products: calls
          .filter((row) => row.month === shownMonth)
          .map(({ product, calls: count }) => ({ product, calls: count })),
      })),
    };
  },
});

function monthsAfter(month: string, count: number): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}
