import { z } from "zod";
import { DashboardUsage } from "../../../protocol/dashboard-overview.ts";
import { dashboardCall } from "../call.ts";
import { clientNames } from "../client-names.ts";

/** Shows how often each product was read in a month, this one by default. */
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
    const from = month ?? new Date(clock()).toISOString().slice(0, 7);
    const [since, until] = [`${from}-01`, `${monthAfter(from)}-01`];
    const totals = await store.usage.totals(since, until, client?.clientId);
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
    };
  },
});

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
}
