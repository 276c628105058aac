import { z } from "zod";
import { Fault } from "../domain/fault.ts";
import { hasAccess } from "../domain/items/item-state.ts";
import { revokeAccounts } from "../domain/items/revoke-accounts.ts";
import { accountAction, changeWithAudit } from "./action.ts";
import { ConnectionId, itemOfSession } from "./item-of-session.ts";

/** Withdraws the consent to one account; with the last one the whole connection ends. */
export const stopSharing = accountAction({
  path: "/account/connection/stop-sharing",
  request: z.strictObject({ connection_id: ConnectionId, account_id: z.string().min(1).max(100) }),
  async run({ connection_id, account_id }, session, services) {
    const { clock, environment, store } = services;
    const item = await itemOfSession(connection_id, session, services);
    if (!hasAccess(item, "cached", { environment, now: clock() })) return;
    const accounts = await store.items.accounts(item.itemId);
    if (!accounts.some(({ account }) => account.account_id === account_id))
      throw new Fault("INVALID_ACCOUNT_ID");
    const change = {
      action: "connection.stop_sharing",
      subject: connection_id,
      details: { account_id },
    } as const;
    await changeWithAudit(services, session, change, (inTransaction) =>
      revokeAccounts(inTransaction, item, [account_id]),
    );
  },
});
