import { z } from "zod";
import { eraseConnection } from "../domain/people/erase-connection.ts";
import { accountAction, changeWithAudit } from "./action.ts";
import { ConnectionId, itemOfSession } from "./item-of-session.ts";

/** Ends a connection and erases what was read of it. */
export const eraseOne = accountAction({
  path: "/account/connection/erase",
  request: z.strictObject({ connection_id: ConnectionId }),
  async run({ connection_id }, session, services) {
    const item = await itemOfSession(connection_id, session, services);
    const change = { action: "connection.erase", subject: connection_id } as const;
    await changeWithAudit(services, session, change, (inTransaction) =>
      eraseConnection(inTransaction, item),
    );
  },
});

/** The same with all connections of a session, and with the person themselves. */
export const eraseAll = accountAction({
  path: "/account/erase",
  request: z.strictObject({}),
  async run(_, session, services) {
    const items = await services.store.people.items(session);
    const change = {
      action: "person.erase",
      subject: session.personId ?? session.itemId ?? "",
      details: { connections: items.map(({ item }) => item.itemId) },
    } as const;
    await changeWithAudit(services, session, change, async (inTransaction) => {
      const { people } = inTransaction.store;
      for (const { item } of items) await eraseConnection(inTransaction, item);
      if (session.personId !== null) await people.remove(session.personId);
      await people.endSession(session.sessionDigest);
    });
  },
});
