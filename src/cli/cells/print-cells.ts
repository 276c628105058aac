import { SettingsError } from "../../server/host/settings/settings.ts";
import type { Context } from "../context.ts";
import { type CellStatus, readCells, stateOf } from "./cell-status.ts";
import { readCellsFile } from "./read-cells-file.ts";

/** Prints the status of a file's cells. Throws if a server is not ready. */
export const printCells = async (
  file: string,
  { out }: Pick<Context, "out">,
  signal?: AbortSignal,
): Promise<void> => {
  const cells = await readCells(readCellsFile(file), signal);
  out(cells.map(describeCell).join("\n"));
  const down = cells.filter((cell) => stateOf(cell) !== "up").map(({ name }) => name);
  if (down.length > 0)
    throw new SettingsError(
      down.length === 1 ? `cell ${down[0]} is not up` : `cells ${down.join(", ")} are not up`,
    );
};

function describeCell(cell: CellStatus): string {
  const lines = [
    `${cell.name}: ${stateOf(cell)}`,
    ...cell.servers.map((server) => `  ${server.address}  ${describeServer(server).join(", ")}`),
    ...listTotals(cell).map(([name, value]) => `  ${name.padEnd(24)}${value}`),
  ];
  return `${lines.join("\n")}\n`;
}

/** A server's state, its version, and the reason why it reports no sums. */
export const describeServer = ({
  version,
  problem,
  silence,
}: CellStatus["servers"][number]): string[] =>
  [problem ?? "ready", version, problem === null ? silence : null].filter((text) => text !== null);

const toText = (value: number | null): string =>
  value === null ? "not known" : Math.round(value).toLocaleString("en");

/** The sums of a cell, each with its label. */
export const listTotals = ({ totals }: CellStatus): [name: string, value: string][] =>
  totals
    ? [
        ["live Items", toText(totals.items)],
        ["calls in 24 hours", toText(totals.requests)],
        ["refused (4xx)", toText(totals.refused)],
        ["failed (5xx)", toText(totals.failed)],
        ["webhooks that wait", describeWaiting(totals)],
        ["dead letters", toText(totals.deadLetters)],
      ]
    : [];

const describeWaiting = ({
  webhooksWaiting,
  webhooksDue,
}: NonNullable<CellStatus["totals"]>): string =>
  webhooksDue >= 1
    ? `${toText(webhooksWaiting)}, the oldest due for ${toText(webhooksDue)} s`
    : toText(webhooksWaiting);
