import type { ManualTransaction } from "../../domain/connectors/bank-transaction.ts";
import { openLogin } from "../../domain/connectors/open-login.ts";
import { Fault } from "../../domain/fault.ts";
import type { Item, ItemAccount } from "../../domain/items/item.ts";
import type { ApiContext } from "../endpoint.ts";

/** The maximum number of an Item's manual transactions. */
const MAX_TRANSACTIONS = 10_000;

/** The account for manual transactions: the first current account, or else the first account. */
export const manualAccount = (accounts: readonly ItemAccount[]): ItemAccount => {
  const target = accounts.find(({ account }) => account.subtype === "checking") ?? accounts[0];
  if (!target) throw new Fault("NO_ACCOUNTS");
  return target;
};

/**
 * Adds to the connector's state by compare-and-set; retries if a pull changed the state in between.
 */
export const addManualTransactions = async (
  item: Item,
  target: ItemAccount,
  transactions: readonly ManualTransaction[],
  context: ApiContext,
): Promise<void> => {
  const connector = context.directory.connectorOf(item.institutionId);
  let login = await openLogin(context, item);
  for (;;) {
    const connectorState = connector.sandbox?.write(login.connectorState, target.key, transactions);
    if (connectorState === undefined) throw new Fault("SANDBOX_ONLY");
    if (connectorState.length > MAX_TRANSACTIONS * 200)
      throw new Fault("INVALID_FIELD", { message: "no more transactions fit into this Item" });
    const renewal = await login.replaceState(connectorState);
    if (renewal.isStored) return;
    login = renewal.login;
  }
};
