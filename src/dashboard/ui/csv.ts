/** A row of a list as the server returns it. */
type CsvRow = Readonly<Record<string, unknown>>;

/** Returns rows as CSV, a line each below the names of their fields; times are in UTC. */
export const toCsv = (rows: readonly CsvRow[]): string => {
  const names = Object.keys(rows[0] ?? {});
  return [names, ...rows.map((row) => names.map((name) => textOf(name, row[name])))]
    .map((cells) => `${cells.map(quoted).join(",")}\r\n`)
    .join("");
};

const textOf = (name: string, value: unknown): string => {
  if (typeof value === "number" && /^at$|_at$|_since$/.test(name))
    return new Date(value).toISOString();
  return Array.isArray(value) ? value.join("; ") : String(value ?? "");
};

/** Quotes a cell; a spreadsheet must not take one for a formula. */
const quoted = (text: string): string =>
  `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
