import type { InstitutionLogin } from "../../domain/connectors/bank-transaction.ts";
import type { GoneTransaction } from "../../domain/connectors/connector.ts";
import { type Grant, parseGrant } from "./grant.ts";

/** The most transactions whose absence is remembered; more of them are a list of another kind. */
const MAX_MISSING = 5000;

/**
 * Confirms that transactions were removed: a posted one if the previous list lacked it, too, since a page may
 * be missing once; a pending one at once, since its list is complete.
 */
export const confirmGone = async (
  first: InstitutionLogin,
  gone: readonly GoneTransaction[],
): Promise<ReadonlySet<string>> => {
  let login = first;
  for (;;) {
    const grant = parseGrant(login);
    const missing = new Set(grant?.missing);
    const confirmed = gone.filter(
      ({ transactionId, pending }) => pending || missing.has(transactionId),
    );
    const ids = new Set(confirmed.map(({ transactionId }) => transactionId));
    const held = gone.flatMap(({ transactionId: id }) => (ids.has(id) ? [] : [id]));
    const isSame = held.length === 0 && missing.size === 0;
    if (grant === null || isSame) return ids;
    const next = { ...grant, missing: held.slice(0, MAX_MISSING) } satisfies Grant;
    const stored = await login.replaceState(JSON.stringify(next));
    if (stored.isStored) return ids;
    login = stored.login;
  }
};
