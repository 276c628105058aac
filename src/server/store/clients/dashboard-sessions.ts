import type { DashboardSessionStore } from "../../domain/clients/client.ts";
import type { Queryable } from "../tables.ts";

/** The Dashboard sessions that were signed out before they expired. */
export const dashboardSessions = (db: Queryable): DashboardSessionStore => ({
  end: async (sessionId, expiresAt) => {
    await db
      .insertInto("ended_dashboard_session")
      .values({ session_id: sessionId, expires_at: expiresAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },

  hasEnded: async (sessionId) => {
    const row = await db
      .selectFrom("ended_dashboard_session")
      .select("session_id")
      .where("session_id", "=", sessionId)
      .executeTakeFirst();
    return row !== undefined;
  },
});
