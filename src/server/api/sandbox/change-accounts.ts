import type { AuditActor } from "../../domain/audit-actor.ts";
import { openLogin } from "../../domain/connectors/open-login.ts";
import { Fault } from "../../domain/fault.ts";
import type { Item } from "../../domain/items/item.ts";
import { revokeAccounts } from "../../domain/items/revoke-accounts.ts";
import type { ApiContext } from "../endpoint.ts";

/**
 * Whether an Item's institution is a sandbox institution whose accounts can be opened and closed.
 */
export const changesAccounts = (
  { institutionId }: Item,
  { directory }: Pick<ApiContext, "directory">,
): boolean => directory.connectorOf(institutionId).sandbox !== undefined;

/**
 * Opens an account at an Item's institution, unless the Item already lacks an open account, and
 * notifies the application.
 */
export const openAccount = async (item: Item, context: ApiContext): Promise<void> => {
  const { directory, store, webhooks } = context;
  const { itemId, institutionId } = item;
  const connector = directory.connectorOf(institutionId);
  let login = await openLogin(context, item);
  if ((await store.items.accountKeys(itemId)) === null) {
    const keys = (await connector.balances(login)).map(({ key }) => key);
    await store.items.addAccountKeys(itemId, keys, []);
  }
  const ownKeys = (await store.items.accounts(itemId)).map(({ key }) => key);
  for (;;) {
    const opening = connector.sandbox?.openAccount(login, ownKeys);
    if (!opening)
      throw new Fault("SANDBOX_WEBHOOK_INVALID", {
        message: "no more accounts can be opened for this Item",
      });
    if (opening.connectorState !== null) {
      const renewal = await login.replaceState(opening.connectorState);
      login = renewal.login;
      if (!renewal.isStored) continue;
    }
    const jobs = webhooks.forItem(item, { name: "ITEM:NEW_ACCOUNTS_AVAILABLE" });
    const isNew = await store.items.addAccountKeys(itemId, [opening.key], jobs);
    if (!isNew) await store.jobs.add(jobs);
    return;
  }
};

/**
 * Ends the sharing of an account, as its user would on the account site; false if already ended.
 */
export const stopSharing = async (
  item: Item,
  accountId: string | undefined,
  context: ApiContext,
): Promise<boolean> => {
  const { store } = context;
  const accounts = await store.items.accounts(item.itemId);
  const ids = accounts.map(({ account }) => account.account_id);
  const id = accountId ?? ids[0] ?? "";
  if (!ids.includes(id)) {
    await keyOfFormerAccount(item, id, context);
    return false;
  }
  if (ids.length === 1)
    throw new Fault("SANDBOX_WEBHOOK_INVALID", {
      message:
        "the Item has no other account: without this one it would be USER_PERMISSION_REVOKED",
    });
  return revokeAccounts(context, item, [id], toClient(item));
};

/**
 * Closes an account at an Item's institution for good. The application is notified if the Item had
 * the account.
 */
export const closeAccount = async (
  item: Item,
  accountId: string,
  context: ApiContext,
): Promise<void> => {
  const { directory, store } = context;
  const connector = directory.connectorOf(item.institutionId);
  const accounts = await store.items.accounts(item.itemId);
  const own = accounts.find(({ account }) => account.account_id === accountId);
  const key = own?.key ?? (await keyOfFormerAccount(item, accountId, context));
  let login = await openLogin(context, item);
  for (;;) {
    const connectorState = connector.sandbox?.closeAccount(login.connectorState, key);
    if (connectorState === undefined) throw new Fault("SANDBOX_ONLY");
    if (connectorState === null) break;
    const renewal = await login.replaceState(connectorState);
    if (renewal.isStored) break;
    login = renewal.login;
  }
  if (own) await revokeAccounts(context, item, [accountId], toClient(item));
};

const toClient = ({ clientId }: Item): AuditActor => ({ kind: "client", name: clientId });

/** The key of an Item's former account; INVALID_ACCOUNT_ID for any other account. */
async function keyOfFormerAccount(
  { itemId }: Item,
  accountId: string,
  { store }: ApiContext,
): Promise<string> {
  const accountKeys = (await store.items.accountKeys(itemId)) ?? new Map<string, string | null>();
  for (const [key, id] of accountKeys) if (id === accountId) return key;
  throw new Fault("INVALID_ACCOUNT_ID");
}
