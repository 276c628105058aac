import { openState } from "./connector-state.ts";
import type { ConnectorDeps } from "./deps.ts";

/** A login without an Item, and the Item that it would renew. */
type Renewal = {
  institutionId: string;
  /** The Item, and the login's id, which its state is sealed for. */
  itemId: string;
  loginId: string;
  sealedState: string | null;
};

/**
 * Returns whether a new login may belong to an Item's customer, as far as the institution identifies
 * customers: account ids may repeat between customers.
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
