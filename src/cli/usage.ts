import { commandOptions } from "../server/settings/command-options.ts";
import { SettingsError } from "../server/settings/settings.ts";
import { withExistingStore } from "./open-existing-store.ts";
import { usageCsv, usageTable } from "./usage-table.ts";

/** Prints how often each product was read in a month, as a table or as CSV. */
export const usage = async (args: string[], now: number = Date.now()): Promise<void> => {
  const { data, month, csv } = commandOptions(args, {
    data: { type: "string", default: "./data" },
    month: { type: "string", default: new Date(now).toISOString().slice(0, 7) },
    csv: { type: "boolean", default: false },
  });
  const until = monthAfter(month);
  await withExistingStore(data, async (store) => {
    const totals = await store.usage.totals(`${month}-01`, `${until}-01`);
    process.stdout.write(csv ? usageCsv(month, totals) : usageTable(month, totals));
  });
};

function monthAfter(month: string): string {
  const [, year, number] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month) ?? [];
  if (year === undefined || number === undefined)
    throw new SettingsError(`--month must be a month like 2026-11, not ${month}`);
  return new Date(Date.UTC(Number(year), Number(number), 1)).toISOString().slice(0, 7);
}
