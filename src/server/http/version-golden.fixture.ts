/** Replaces ids and tokens, which differ per run, with names numbered by kind. */
export const withStableIds = (exchange: object): Json =>
  JSON.parse(JSON.stringify(exchange, stableIds()));

/** A value of JSON. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const MADE_FIELD =
  /^(request_id|asset_report_id|report_id|next_cursor|investment_transaction_id|statement_id|persistent_(account|transaction)_id)$/;

function stableIds() {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  return (key: string, value: unknown): unknown => {
    const isMade = MADE_FIELD.test(key) || /-sandbox-|^usr_|^[0-9A-Za-z]{32,}$/.test(String(value));
    if (typeof value !== "string" || !isMade) return value;
    const kind = /^\d+$/.test(key) ? "id" : key;
    const count = (counts.get(kind) ?? 0) + 1;
    const name = names.get(value) ?? `<${kind} ${count}>`;
    if (!names.has(value)) counts.set(kind, count);
    names.set(value, name);
    return name;
  };
}

/**
 * The differences of a value: each changed or added location with its value, and each missing
 * location.
 */
export type Differences = { has: { [place: string]: Json }; lacks: string[] };

/** Returns all differences between two values by location, such as `response.accounts.0.name`. */
export const differencesOf = (value: Json, from: Json): Differences => {
  const differences: Differences = { has: {}, lacks: [] };
  collect("", value, from, differences);
  return differences;
};

function collect(place: string, value: Json, from: Json, differences: Differences): void {
  if (Object.is(value, from)) return;
  if (isBranch(value) && isBranch(from) && Array.isArray(value) === Array.isArray(from)) {
    const [entries, before] = [new Map(Object.entries(value)), new Map(Object.entries(from))];
    const below = (key: string) => (place === "" ? key : `${place}.${key}`);
    for (const [key, entry] of entries) {
      const past = before.get(key);
      if (past === undefined) differences.has[below(key)] = entry;
      else collect(below(key), entry, past, differences);
    }
    for (const key of before.keys()) if (!entries.has(key)) differences.lacks.push(below(key));
  } else differences.has[place] = value;
}

const isBranch = (value: Json): value is Json[] | { [key: string]: Json } =>
  typeof value === "object" && value !== null;

/** The number of columns of a golden file. */
const COLUMNS = 120;

/** Writes JSON. Each part that fits is on one line. */
export const printJson = (value: Json, indent = ""): string => {
  const line = JSON.stringify(value);
  if (!isBranch(value) || indent.length + line.length <= COLUMNS) return line;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((entry) => printJson(entry, inner))
    : Object.entries(value).map(
        ([key, entry]) => `${JSON.stringify(key)}: ${printJson(entry, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
};
