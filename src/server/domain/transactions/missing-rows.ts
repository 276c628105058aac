import { DAY_MS } from "../calendar.ts";
import type { GoneTransaction } from "../connectors/connector.ts";

/**
 * The ids of missing transactions, with the time in ms of the first of consecutive lists without
 * them.
 */
export type MissingRows = Readonly<Record<string, number>>;

/**
 * The minimum time between two lists that count, in ms. A list read again at once misses the same
 * page.
 */
const BETWEEN_LISTS_MS = 60_000;

/** The time without a list of a row's days after which its absence is forgotten. */
const FORGOTTEN_MS = 90 * DAY_MS;

/**
 * The maximum number of remembered absences. More missing transactions mean another kind of list.
 */
const MAX_MISSING = 5000;

/**
 * Decides which transactions are gone, since a list may miss a page or a day once. A booked
 * transaction is gone after two consecutive lists without it, at least a minute apart; a pending
 * one after `pendingMs`. A list without a row's days is ignored. A row in `listed` is no longer
 * missing.
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
