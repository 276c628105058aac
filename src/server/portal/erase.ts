import { z } from "zod";
import { eraseConnection } from "../domain/portal-users/erase-connection.ts";
import {
  ConnectionId,
  changeWithAudit,
  itemOfSession,
  portalAction,
  userOfSession,
} from "./action.ts";

/** Ends a connection and erases its data. */
export const eraseOne = portalAction({
  path: "/account/connection/erase",
  request: z.strictObject({ connection_id: ConnectionId }),
  async run({ connection_id }, session, services) {
    const item = await itemOfSession(connection_id, session, services);
    const change = { action: "connection.erase", subject: connection_id } as const;
    await changeWithAudit(services, session, change, (inTransaction) =>
      eraseConnection(inTransaction, item, userOfSession(session)),
    );
  },
});

/** Ends and erases all connections of a session, and the person's own data. */
export const eraseAll = portalAction({
  path: "/account/erase",
  request: z.strictObject({}),
  async run(_, session, services) {
    await changeWithAudit<string[] | false>(
      services,
      session,
      (connections) => ({
        action: "person.erase",
        subject: session.personId ?? session.itemId ?? "",
        details: { connections },
      }),
      async (inTransaction) => {
        const { portalUsers } = inTransaction.store;
        // The second of two concurrent calls finds no person.
        if ((await portalUsers.session(session.sessionDigest)) === null) return false;
        const items = await portalUsers.items(session);
        for (const { item } of items)
          await eraseConnection(inTransaction, item, userOfSession(session));
        if (session.personId !== null) await portalUsers.remove(session.personId);
        await portalUsers.endSession(session.sessionDigest);
        return items.map(({ item }) => item.itemId);
      },
    );
  },
});
