import { guardFormula } from "../../protocol/formula-guard.ts";
import { printable } from "../../protocol/printable.ts";

/** A row of a list as the server returns it. */
type CsvRow = Readonly<Record<string, unknown>>;

/**
 * Returns rows as CSV (RFC 4180), one per line below the names of their fields; times are in UTC. Cells
 * cannot be formulas, and characters that control a terminal or the direction of text are escaped.
 */
export const toCsv = (rows: readonly CsvRow[]): string => {
  const names = Object.keys(rows[0] ?? {});
  return [names, ...rows.map((row) => names.map((name) => toText(name, row[name])))]
    .map((cells) => `${cells.map(quoted).join(",")}\r\n`)
    .join("");
};

const toText = (name: string, value: unknown): string => {
  if (typeof value === "number" && /^at$|_at$|_since$/.test(name))
    return new Date(value).toISOString();
  return Array.isArray(value) ? value.join("; ") : String(value ?? "");
};

const quoted = (text: string): string => `"${guardFormula(printable(text)).replaceAll('"', '""')}"`;
