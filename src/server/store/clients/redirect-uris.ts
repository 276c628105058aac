import type { RedirectUriStore } from "../../domain/clients/redirect-uri.ts";
import type { Database } from "../tables.ts";
import { addToList } from "./client-list.ts";

/** The redirect URIs of clients, a row each. */
export const redirectUris = (db: Database): RedirectUriStore => ({
  of: async (clientId) => {
    const rows = await db
      .selectFrom("client_redirect_uri")
      .select("uri")
      .where("client_id", "=", clientId)
      .orderBy("position")
      .execute();
    return rows.map(({ uri }) => uri);
  },

  allow: (clientId, uri, most) =>
    addToList(
      db,
      { clientId, entry: uri, most },
      {
        read: (transaction) =>
          transaction
            .selectFrom("client_redirect_uri")
            .select(["uri as entry", "position"])
            .where("client_id", "=", clientId)
            .execute(),
        insert: (transaction, position) =>
          transaction
            .insertInto("client_redirect_uri")
            .values({ client_id: clientId, uri, position })
            .execute(),
      },
    ),

  disallow: async (clientId, uri) => {
    await db
      .deleteFrom("client_redirect_uri")
      .where("client_id", "=", clientId)
      .where("uri", "=", uri)
      .execute();
  },
});
