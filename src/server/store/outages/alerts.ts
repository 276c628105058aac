import type { Alert, AlertStore } from "../../domain/outages/alert.ts";
import type { Database, Queryable } from "../tables.ts";

/** The recipients of outage alerts. */
export const alerts = (db: Database): AlertStore => ({
  of: async (clientId) => {
    const row = await selectAlerts(db).where("client_id", "=", clientId).executeTakeFirst();
    return row ? alertOf(row) : null;
  },

  all: async () => (await selectAlerts(db).orderBy("client_id").execute()).map(alertOf),

  set: async ({ clientId, webhook, email, mailUsers }) => {
    const values = { webhook, email, mail_users: mailUsers ? 1 : 0 };
    await db
      .insertInto("client_alert")
      .values({ client_id: clientId, ...values })
      .onConflict((conflict) => conflict.column("client_id").doUpdateSet(values))
      .execute();
  },
});

const selectAlerts = (db: Queryable) =>
  db
    .selectFrom("client_alert")
    .select(["client_id as clientId", "webhook", "email", "mail_users as mailUsers"]);

const alertOf = (row: Omit<Alert, "mailUsers"> & { mailUsers: number }): Alert => ({
  ...row,
  mailUsers: row.mailUsers === 1,
});
