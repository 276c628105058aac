/** The pause if an institution names none. */
const DEFAULT_MS = 60_000;

/** The maximum pause. An institution with a few calls a day may request hours. */
const MAX_MS = 24 * 60 * 60 * 1000;

/**
 * The pause requested by an institution, in ms: seconds, or the difference of two dates (RFC 9110).
 */
export const readRetryAfter = ({ headers }: Response): number => {
  const text = headers.get("retry-after")?.trim() ?? "";
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : untilDate(text, headers.get("date"));
  return Math.min(ms > 0 ? ms : DEFAULT_MS, MAX_MS);
};

/** Computed by the institution's own clock, which may differ from ours. */
const untilDate = (text: string, date: string | null): number => {
  const ms = Date.parse(text) - Date.parse(date ?? "");
  return Number.isNaN(ms) ? 0 : ms;
};
