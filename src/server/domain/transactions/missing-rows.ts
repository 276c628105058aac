import { DAY_MS } from "../calendar.ts";
import type { GoneTransaction } from "../connectors/connector.ts";

/** Transactions that a list lacked, by id, with the time in ms of the first list of those in a row. */
export type MissingRows = Readonly<Record<string, number>>;

/** A list read again at once, e.g. since another process wrote meanwhile, has the same page missing. */
const BETWEEN_LISTS_MS = 60_000;

/** No list has had the days of a row for so long. */
const FORGOTTEN_MS = 90 * DAY_MS;

/** The maximum number of transactions whose absence is remembered; more missing ones mean a list of another kind. */
const MAX_MISSING = 5000;

/**
 * Decides which transactions are gone, since a page or a day may be missing once: a booked one if two lists in a row lacked
 * it, at least a minute apart, and a pending one after `pendingMs`. A list whose days do not reach a row says nothing about
 * it: only a row of `listed` is forgotten.
 */
export const confirmMissing = (
  missing: MissingRows,
  {
    gone,
    listed,
    now,
    pendingMs,
  }: {
    gone: readonly GoneTransaction[];
    listed: ReadonlySet<string>;
    now: number;
    pendingMs: number;
  },
): { confirmed: ReadonlySet<string>; missing: MissingRows } => {
  const since = new Map(
    Object.entries(missing).filter(([id, at]) => !listed.has(id) && now - at < FORGOTTEN_MS),
  );
  const confirmed = new Set<string>();
  for (const { transactionId: id, pending } of gone) {
    const first = since.get(id) ?? now;
    if (now - first >= (pending ? pendingMs : BETWEEN_LISTS_MS)) {
      confirmed.add(id);
      since.delete(id);
    } else since.set(id, first);
  }
  return { confirmed, missing: Object.fromEntries([...since].slice(0, MAX_MISSING)) };
};
