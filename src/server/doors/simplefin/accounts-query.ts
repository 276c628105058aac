import { Fault } from "../../domain/fault.ts";

/** The longest period of one request, in days. */
export const MAX_DAYS = 90;

const DAY_S = 86_400;

/** The parameters of GET /accounts. Times are seconds since 1970; `to` is exclusive. */
export type AccountsQuery = {
  from: number;
  to: number;
  /** Whether the requested period was too long, so that its start was moved. */
  isCapped: boolean;
  pending: boolean;
  /** Null for all. */
  accountIds: readonly string[] | null;
  balancesOnly: boolean;
  version: 1 | 2;
};

/**
 * Parses the parameters; throws INVALID_FIELD for an invalid one, and ignores other servers'
 * parameters. A period ends tomorrow at the latest, and starts 90 days before its end at the
 * earliest, so that a reader never misses the newest transactions.
 */
export const parseAccountsQuery = (query: URLSearchParams, now: number): AccountsQuery => {
  const tomorrow = Math.floor(now / 1000) + 2 * DAY_S;
  const to = Math.min(seconds(query, "end-date") ?? tomorrow, tomorrow);
  const asked = seconds(query, "start-date");
  // Whole days, so that a reader gets the last 90 days at any hour.
  const earliest = Math.floor(to / DAY_S) * DAY_S - (MAX_DAYS + 2) * DAY_S;
  const ids = query.getAll("account");
  return {
    from: Math.max(asked ?? earliest, earliest),
    to,
    isCapped: asked !== null && asked < earliest,
    pending: isOn(query, "pending"),
    accountIds: ids.length === 0 ? null : ids,
    balancesOnly: isOn(query, "balances-only"),
    version: versionOf(query.get("version")),
  };
};

function seconds(query: URLSearchParams, name: string): number | null {
  const text = query.get(name);
  if (text === null) return null;
  // Some readers send fractions.
  if (!/^\d{1,11}(\.\d+)?$/.test(text))
    throw invalid(`${name} must be seconds since 1970, such as 1767225600`);
  return Number(text);
}

function isOn(query: URLSearchParams, name: string): boolean {
  const text = query.get(name);
  if (text === null || text === "0") return false;
  if (text === "1") return true;
  throw invalid(`${name} must be 1 or 0`);
}

/** Version 1 by default, since its readers send none. */
function versionOf(text: string | null): 1 | 2 {
  if (text === null || /^1(\.0)?$/.test(text)) return 1;
  if (/^2(\.0)?$/.test(text)) return 2;
  throw invalid("version must be 1 or 2");
}

const invalid = (message: string): Fault => new Fault("INVALID_FIELD", { message });
