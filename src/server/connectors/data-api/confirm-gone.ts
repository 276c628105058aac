import type { InstitutionLogin } from "../../domain/connectors/bank-transaction.ts";
import type { ListedRows } from "../../domain/connectors/connector.ts";
import { confirmMissing } from "../../domain/transactions/missing-rows.ts";
import { type Grant, parseGrant } from "./grant.ts";

/** Confirms that transactions are gone: pending ones at once, since their list is complete. */
export const confirmGone = async (
  first: InstitutionLogin,
  rows: ListedRows,
  now: number,
): Promise<ReadonlySet<string>> => {
  let login = first;
  for (;;) {
    const grant = parseGrant(login);
    const before = grant?.missing ?? {};
    const { confirmed, missing } = confirmMissing(before, { ...rows, now, pendingMs: 0 });
    const ids = Object.keys(missing);
    const isSame =
      ids.length === Object.keys(before).length && ids.every((id) => missing[id] === before[id]);
    if (grant === null || isSame) return confirmed;
    const stored = await login.replaceState(JSON.stringify({ ...grant, missing } satisfies Grant));
    if (stored.isStored) return confirmed;
    login = stored.login;
  }
};
