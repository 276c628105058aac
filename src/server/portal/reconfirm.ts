import { z } from "zod";
import { reconfirmConsent } from "../domain/items/reconfirm.ts";
import { ConnectionId, itemOfSession, portalAction, userOfSession } from "./action.ts";

/**
 * Renews the consent to a connection after the user's confirmation, without a sign-in. The audit
 * log records the renewal.
 */
export const reconfirmConnection = portalAction({
  path: "/account/connection/reconfirm",
  request: z.strictObject({ connection_id: ConnectionId }),
  async run({ connection_id }, session, services) {
    const item = await itemOfSession(connection_id, session, services);
    await reconfirmConsent(services, item, userOfSession(session));
  },
});
