import type { RedirectUriStore } from "../../domain/clients/redirect-uri.ts";
import type { Database } from "../tables.ts";

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
    db.transact(async (transaction) => {
      // Writing the client's row locks it against concurrent additions.
      await transaction
        .updateTable("client")
        .set((row) => ({ created_at: row.ref("created_at") }))
        .where("client_id", "=", clientId)
        .execute();
      const existing = await transaction
        .selectFrom("client_redirect_uri")
        .select(["uri", "position"])
        .where("client_id", "=", clientId)
        .execute();
      if (existing.some((row) => row.uri === uri)) return true;
      if (existing.length >= most) return false;
      const position = Math.max(-1, ...existing.map((row) => row.position)) + 1;
      await transaction
        .insertInto("client_redirect_uri")
        .values({ client_id: clientId, uri, position })
        .execute();
      return true;
    }),

  disallow: async (clientId, uri) => {
    await db
      .deleteFrom("client_redirect_uri")
      .where("client_id", "=", clientId)
      .where("uri", "=", uri)
      .execute();
  },
});
