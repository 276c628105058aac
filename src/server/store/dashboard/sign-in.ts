import type { DashboardSessionStore } from "../../domain/dashboard/dashboard-session.ts";
import type { OperatorStore } from "../../domain/dashboard/operator.ts";
import type { Database, Queryable } from "../tables.ts";

/** The only operator. */
const NAME = "operator";

/** The operator's password, and the one-time codes that set the password. */
export const operators = (db: Database): OperatorStore => ({
  passwordHash: async () => {
    const row = await db
      .selectFrom("dashboard_operator")
      .select("password_hash")
      .where("name", "=", NAME)
      .executeTakeFirst();
    return row?.password_hash ?? null;
  },

  addSetupCode: async (codeDigest, expiresAt) => {
    await db
      .insertInto("dashboard_setup_code")
      .values({ code_digest: codeDigest, expires_at: expiresAt })
      .execute();
  },

  hasSetupCode: async (codeDigest, now) => {
    const row = await db
      .selectFrom("dashboard_setup_code")
      .select("code_digest")
      .where("code_digest", "=", codeDigest)
      .where("expires_at", ">", now)
      .executeTakeFirst();
    return row !== undefined;
  },

  setPassword: (passwordHash, codeDigest, now) =>
    db.transact(async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom("dashboard_setup_code")
        .where("code_digest", "=", codeDigest)
        .where("expires_at", ">", now)
        .executeTakeFirst();
      if (numDeletedRows === 0n) return false;
      await transaction.deleteFrom("dashboard_setup_code").execute();
      await transaction.deleteFrom("dashboard_session").where("client_id", "is", null).execute();
      await transaction
        .insertInto("dashboard_operator")
        .values({ name: NAME, password_hash: passwordHash, changed_at: now })
        .onConflict((conflict) =>
          conflict.column("name").doUpdateSet({ password_hash: passwordHash, changed_at: now }),
        )
        .execute();
      return true;
    }),
});

export const dashboardSessions = (db: Queryable): DashboardSessionStore => ({
  open: async ({ tokenDigest, clientId, memberId, keyDigest, ...session }) => {
    await db
      .insertInto("dashboard_session")
      .values({
        token_digest: tokenDigest,
        client_id: clientId,
        member_id: memberId,
        key_digest: keyDigest,
        address: session.address,
        browser: session.browser,
        opened_at: session.openedAt,
        seen_at: session.seenAt,
        expires_at: session.expiresAt,
      })
      .execute();
  },

  of: (clientId, now) =>
    selectSessions(db)
      .where("client_id", clientId === null ? "is" : "=", clientId)
      .where("expires_at", ">", now)
      .orderBy("seen_at", "desc")
      .orderBy("token_digest")
      .limit(500)
      .execute(),

  byTokenDigest: async (tokenDigest) =>
    (await selectSessions(db).where("token_digest", "=", tokenDigest).executeTakeFirst()) ?? null,

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

const selectSessions = (db: Queryable) =>
  db
    .selectFrom("dashboard_session")
    .select([
      "token_digest as tokenDigest",
      "client_id as clientId",
      "member_id as memberId",
      "key_digest as keyDigest",
      "address",
      "browser",
      "opened_at as openedAt",
      "seen_at as seenAt",
      "expires_at as expiresAt",
    ]);
