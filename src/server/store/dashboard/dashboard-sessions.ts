import type { DashboardSessionStore } from "../../domain/dashboard/dashboard-session.ts";
import type { Queryable } from "../tables.ts";

/** The sessions on the Dashboard. */
export const dashboardSessions = (db: Queryable): DashboardSessionStore => ({
  open: async ({ tokenDigest, clientId, keyDigest, openedAt, seenAt, expiresAt }) => {
    await db
      .insertInto("dashboard_session")
      .values({
        token_digest: tokenDigest,
        client_id: clientId,
        key_digest: keyDigest,
        opened_at: openedAt,
        seen_at: seenAt,
        expires_at: expiresAt,
      })
      .execute();
  },

  byTokenDigest: async (tokenDigest) => {
    const row = await db
      .selectFrom("dashboard_session")
      .select([
        "token_digest as tokenDigest",
        "client_id as clientId",
        "key_digest as keyDigest",
        "opened_at as openedAt",
        "seen_at as seenAt",
        "expires_at as expiresAt",
      ])
      .where("token_digest", "=", tokenDigest)
      .executeTakeFirst();
    return row ?? null;
  },

  touch: async ({ tokenDigest, seenAt, expiresAt }) => {
    await db
      .updateTable("dashboard_session")
      .set({ seen_at: seenAt, expires_at: expiresAt })
      .where("token_digest", "=", tokenDigest)
      .execute();
  },

  rebind: async ({ tokenDigest, keyDigest }) => {
    await db
      .updateTable("dashboard_session")
      .set({ key_digest: keyDigest })
      .where("token_digest", "=", tokenDigest)
      .execute();
  },

  end: async (tokenDigest) => {
    await db.deleteFrom("dashboard_session").where("token_digest", "=", tokenDigest).execute();
  },
});
