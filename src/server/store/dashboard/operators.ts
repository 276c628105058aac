import type { OperatorStore } from "../../domain/dashboard/operator.ts";
import type { Database } from "../tables.ts";

/** There is one, so far. */
const NAME = "operator";

/** The operator's password, and the codes with which it is set. */
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
