import { guardFormula } from "../../protocol/formula-guard.ts";
import type { UsageTotal } from "../../server/domain/limits/usage.ts";
import { SettingsError } from "../../server/host/settings/settings.ts";
import type { Context } from "../context.ts";
import { anyStore, withExistingStore } from "../open-existing-store.ts";

/** Prints the number of reads of each product in a month by client, as a table or as CSV. */
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

/** The clients' names by id; empty or missing for a client without a name. */
type Names = ReadonlyMap<string, string>;

type Row = readonly [id: string, name: string, product: string, items: string, calls: string];

/** A month's usage for a terminal: a line per client and product, and a total. */
export const usageTable = (
  month: string,
  totals: readonly UsageTotal[],
  names: Names = new Map(),
): string => {
  const title = `Usage in ${monthName(month)}`;
  if (totals.length === 0) return `${title}: none\n`;
  const rows: Row[] = totals.map(({ clientId, product, items, calls }, at) => {
    const isFirst = totals[at - 1]?.clientId !== clientId;
    return [
      isFirst ? clientId : "",
      isFirst ? (names.get(clientId) ?? "") : "",
      product,
      withThousands(items),
      withThousands(calls),
    ];
  });
  const sum = totals.reduce((calls, total) => calls + total.calls, 0);
  const all: Row[] = [
    ["client", "name", "product", "Items", "calls"],
    ...rows,
    ["", "", "all", "", withThousands(sum)],
  ];
  const widths = [0, 1, 2, 3, 4].map((at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  const hasNames = rows.some(([, name]) => name !== "");
  const line = ([client, name, product, items, calls]: Row): string =>
    [
      client.padEnd(widths[0] ?? 0),
      ...(hasNames ? [name.padEnd(widths[1] ?? 0)] : []),
      product.padEnd(widths[2] ?? 0),
      items.padStart(widths[3] ?? 0),
      calls.padStart(widths[4] ?? 0),
    ].join("  ");
  const [head = "", ...body] = all.map(line);
  const rule = "─".repeat(head.length);
  return `${[title, "", head, rule, ...body.slice(0, -1), rule, ...body.slice(-1)].join("\n")}\n`;
};

/** A month's usage for a spreadsheet; new columns come last. */
export const usageCsv = (
  month: string,
  totals: readonly UsageTotal[],
  names: Names = new Map(),
): string =>
  [
    "month,client_id,product,items,calls,client_name",
    ...totals.map(({ clientId, product, items, calls }) =>
      [month, csvField(clientId), product, items, calls, csvField(names.get(clientId) ?? "")].join(
        ",",
      ),
    ),
    "",
  ].join("\n");

const csvField = (text: string): string => {
  const safe = guardFormula(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const withThousands = (count: number): string => count.toLocaleString("en-US");

const monthName = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString("en-US", {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
