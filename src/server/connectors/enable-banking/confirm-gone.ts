import { DAY_MS } from "../../domain/calendar.ts";
import type { InstitutionLogin } from "../../domain/connectors/bank-transaction.ts";
import type { GoneTransaction } from "../../domain/connectors/connector.ts";
import { changeState } from "./session-state.ts";

/** How long a pending payment may be away from the list before the booked one comes. */
const PENDING_MS = 10 * DAY_MS;

/** The most transactions whose absence is remembered; more of them are a list of another kind. */
const MAX_MISSING = 5000;

/**
 * Confirms that transactions were removed: a booked one if the previous list lacked it, too, since a page or
 * a day may be missing once; a pending one if its successor did not appear in the days that banks take for
 * it.
 */
export const confirmGone = async (
  login: InstitutionLogin,
  gone: readonly GoneTransaction[],
  now: number,
): Promise<ReadonlySet<string>> => {
  let confirmed: ReadonlySet<string> = new Set();
  await changeState(login, (state) => {
    const since = new Map(
      gone.map(({ transactionId }) => [transactionId, state.missing[transactionId] ?? now]),
    );
    const isConfirmed = ({ transactionId, pending }: GoneTransaction): boolean => {
      const first = state.missing[transactionId];
      return first !== undefined && now - first >= (pending ? PENDING_MS : 1);
    };
    confirmed = new Set(gone.filter(isConfirmed).map(({ transactionId }) => transactionId));
    const held = [...since].filter(([id]) => !confirmed.has(id)).slice(0, MAX_MISSING);
    return { ...state, missing: Object.fromEntries(held) };
  });
  return confirmed;
};
