import type { DashboardAuditEntry } from "../../protocol/dashboard-audit.ts";

const COLUMNS = [
  "sequence",
  "at",
  "actor_kind",
  "actor",
  "address",
  "action",
  "subject",
  "client_id",
  "before",
  "after",
] as const;

/** Returns entries of the audit log as CSV, a row each, with times in UTC. */
export const entriesCsv = (entries: readonly DashboardAuditEntry[]): string =>
  [COLUMNS.map(String), ...entries.map(toCells)]
    .map((cells) => `${cells.map(quoted).join(",")}\r\n`)
    .join("");

const toCells = ({ at, fields, ...entry }: DashboardAuditEntry): string[] => {
  const values: Record<string, unknown> = {
    ...entry,
    at: new Date(at).toISOString(),
    before: fields
      .filter(({ before }) => before !== null)
      .map(({ name, before }) => `${name}: ${before}`)
      .join("; "),
    after: fields.map(({ name, after }) => `${name}: ${after}`).join("; "),
  };
  return COLUMNS.map((name) => String(values[name] ?? ""));
};

/** Quotes a cell; a spreadsheet must not take one for a formula. */
const quoted = (text: string): string =>
  `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
