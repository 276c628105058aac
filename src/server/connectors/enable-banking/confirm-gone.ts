import { DAY_MS } from "../../domain/calendar.ts";
import type { InstitutionLogin } from "../../domain/connectors/bank-transaction.ts";
import type { ListedRows } from "../../domain/connectors/connector.ts";
import { confirmMissing } from "../../domain/transactions/missing-rows.ts";
import { changeState } from "./session-state.ts";

/** The maximum time between the removal of a pending payment from the list and its booking. */
const PENDING_MS = 10 * DAY_MS;

/** Confirms that transactions are gone: a pending one if its successor did not come in the days that banks take for it. */
export const confirmGone = async (
  login: InstitutionLogin,
  rows: ListedRows,
  now: number,
): Promise<ReadonlySet<string>> => {
  let confirmed: ReadonlySet<string> = new Set();
  await changeState(login, (state) => {
    const result = confirmMissing(state.missing, { ...rows, now, pendingMs: PENDING_MS });
    confirmed = result.confirmed;
    return { ...state, missing: result.missing };
  });
  return confirmed;
};
