import { openState } from "./connector-state.ts";
import type { ConnectorDeps } from "./deps.ts";

/** A login that is no Item's yet, and the Item that it would renew. */
type Renewal = {
  institutionId: string;
  /** The Item, and the login's id, which its state is sealed for. */
  itemId: string;
  loginId: string;
  sealedState: string | null;
};

/**
 * Whether a new login may be of an Item's customer, as the institution says who signed in: ids of accounts
 * may be the same for another one.
 */
export const isSameCustomer = async (
  { directory, store, vault }: Pick<ConnectorDeps, "directory" | "store" | "vault">,
  { institutionId, itemId, loginId, sealedState }: Renewal,
): Promise<boolean> => {
  const connector = directory.connectorOf(institutionId);
  const stateRow = await store.connectorStates.byItemId(itemId);
  if (!connector.isSameCustomer || !stateRow || sealedState === null) return true;
  return connector.isSameCustomer(
    openState({ vault }, itemId, stateRow),
    openState({ vault }, loginId, { sealed: sealedState }),
  );
};
