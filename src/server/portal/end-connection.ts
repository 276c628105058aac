import { z } from "zod";
import { applyItemEvent } from "../domain/items/apply-item-event.ts";
import { changeWithAudit, portalAction } from "./action.ts";
import { ConnectionId, itemOfSession } from "./item-of-session.ts";

/** Withdraws the consent to a whole connection, so that none of it can be read. Idempotent. */
export const endConnection = portalAction({
  path: "/account/connection/end",
  request: z.strictObject({ connection_id: ConnectionId }),
  async run({ connection_id }, session, services) {
    const item = await itemOfSession(connection_id, session, services);
    const change = { action: "connection.end", subject: connection_id } as const;
    await changeWithAudit(services, session, change, (inTransaction) =>
      applyItemEvent(inTransaction, item, "REVOKED"),
    );
  },
});
