import { SettingsError } from "../../server/host/settings/settings.ts";
import type { Context } from "../context.ts";
import { anyStore, withExistingStore } from "../open-existing-store.ts";
import { usageCsv, usageTable } from "./usage-table.ts";

/** Prints how often each product was read in a month, and for whom, as a table or as CSV. */
export const printUsage = async (
  { data, month, csv }: { data: string; month: string | undefined; csv: boolean },
  { variables, out, clock }: Context,
): Promise<void> => {
  const from = month ?? new Date(clock()).toISOString().slice(0, 7);
  const until = monthAfter(from);
  await withExistingStore(anyStore(data, variables), async (store) => {
    const totals = await store.usage.totals(`${from}-01`, `${until}-01`);
    const clients = (await store.clients.all()).map(({ client }) => client);
    const names = new Map(clients.map(({ clientId, name }) => [clientId, name]));
    out(csv ? usageCsv(from, totals, names) : usageTable(from, totals, names));
  });
};

function monthAfter(month: string): string {
  const [, year, number] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month) ?? [];
  if (year === undefined || number === undefined)
    throw new SettingsError(`--month must be a month like 2026-11, not ${month}`);
  return new Date(Date.UTC(Number(year), Number(number), 1)).toISOString().slice(0, 7);
}
