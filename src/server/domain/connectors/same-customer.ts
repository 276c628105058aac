import { openState } from "./connector-state.ts";
import type { ConnectorDeps } from "./deps.ts";

/** A login without an Item, and the Item that the login would renew. */
type Renewal = {
  institutionId: string;
  /** The Item, and the id for which the login's state is sealed. */
  itemId: string;
  loginId: string;
  sealedState: string | null;
};

/**
 * Whether a new login may belong to an Item's customer, if the institution identifies customers.
 * Account ids may repeat between customers.
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
