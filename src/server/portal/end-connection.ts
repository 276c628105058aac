import { z } from "zod";
import { Fault } from "../domain/fault.ts";
import { applyItemEvent } from "../domain/items/apply-item-event.ts";
import { hasAccess } from "../domain/items/item-state.ts";
import { revokeAccounts } from "../domain/items/revoke-accounts.ts";
import {
  ConnectionId,
  changeWithAudit,
  itemOfSession,
  portalAction,
  userOfSession,
} from "./action.ts";

/**
 * Withdraws the consent to a whole connection, so that none of its data can be read. Idempotent.
 */
export const endConnection = portalAction({
  path: "/account/connection/end",
  request: z.strictObject({ connection_id: ConnectionId }),
  async run({ connection_id }, session, services) {
    const item = await itemOfSession(connection_id, session, services);
    const change = { action: "connection.end", subject: connection_id } as const;
    await changeWithAudit(services, session, change, (inTransaction) =>
      applyItemEvent(inTransaction, item, "REVOKED", { actor: userOfSession(session) }),
    );
  },
});

/** Withdraws the consent to one account. Without any shared account the connection ends. */
export const stopSharing = portalAction({
  path: "/account/connection/stop-sharing",
  request: z.strictObject({ connection_id: ConnectionId, account_id: z.string().min(1).max(100) }),
  async run({ connection_id, account_id }, session, services) {
    const { clock, environment } = services;
    const change = {
      action: "connection.stop_sharing",
      subject: connection_id,
      details: { account_id },
    } as const;
    await changeWithAudit(services, session, change, async (inTransaction) => {
      const item = await itemOfSession(connection_id, session, inTransaction);
      if (!hasAccess(item, "cached", { environment, now: clock() })) return false;
      if (await revokeAccounts(inTransaction, item, [account_id], userOfSession(session)))
        return true;
      throw new Fault("INVALID_ACCOUNT_ID");
    });
  },
});
