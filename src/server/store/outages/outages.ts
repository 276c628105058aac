import type { Alert, AlertStore, Outage, OutageStore } from "../../domain/outages/outage.ts";
import type { WriteWithOutbox } from "../jobs/outbox.ts";
import type { Database, Queryable } from "../tables.ts";

/** A statement takes some 32,000 parameters at most; a row takes five. */
const ROWS_AT_ONCE = 1000;

/** Counts of requests to institutions, and their outages. */
export const outages = (db: Database, writeWithOutbox: WriteWithOutbox): OutageStore => ({
  add: (counts) =>
    db.transact(async (transaction) => {
      // All writers lock rows in the same order, which prevents deadlocks.
      const rows = counts
        .map(({ institutionId, kind, from, ...count }) => ({
          institution_id: institutionId,
          kind,
          counted_from: from,
          ...count,
        }))
        .toSorted((a, b) => (toKey(a) < toKey(b) ? -1 : 1));
      for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
        await transaction
          .insertInto("institution_request_count")
          .values(rows.slice(from, from + ROWS_AT_ONCE))
          .onConflict((conflict) =>
            conflict.columns(["counted_from", "institution_id", "kind"]).doUpdateSet((row) => ({
              succeeded: row(
                "institution_request_count.succeeded",
                "+",
                row.ref("excluded.succeeded"),
              ),
              failed: row("institution_request_count.failed", "+", row.ref("excluded.failed")),
            })),
          )
          .execute();
    }),

  counts: (since, institutionId) =>
    db
      .selectFrom("institution_request_count")
      .select([
        "institution_id as institutionId",
        "kind",
        "counted_from as from",
        "succeeded",
        "failed",
      ])
      .where("counted_from", ">=", since)
      .$if(institutionId !== undefined, (query) =>
        query.where("institution_id", "=", institutionId ?? ""),
      )
      .orderBy("counted_from")
      .execute(),

  current: async (institutionId) => {
    const rows = await selectOutages(db, institutionId).where("ended_at", "=", 0).execute();
    return rows.map(toOutage);
  },

  last: async (institutionId, limit) => {
    const rows = await selectOutages(db, institutionId)
      .orderBy("began_at", "desc")
      .limit(limit)
      .execute();
    return rows.map(toOutage);
  },

  begin: ({ institutionId, kind, beganAt }, jobs) =>
    writeWithOutbox(jobs, async (transaction) => {
      const { numInsertedOrUpdatedRows = 0n } = await transaction
        .insertInto("institution_outage")
        .values({ institution_id: institutionId, kind, began_at: beganAt, ended_at: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    }),

  end: ({ institutionId, kind }, endedAt, jobs) =>
    writeWithOutbox(jobs, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable("institution_outage")
        .set({ ended_at: endedAt })
        .where("institution_id", "=", institutionId)
        .where("kind", "=", kind)
        .where("ended_at", "=", 0)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    }),

  purge: async (countsBefore, outagesBefore) => {
    await db
      .deleteFrom("institution_request_count")
      .where("counted_from", "<", countsBefore)
      .execute();
    await db
      .deleteFrom("institution_outage")
      .where("ended_at", ">", 0)
      .where("ended_at", "<", outagesBefore)
      .execute();
  },
});

type Key = { counted_from: number; institution_id: string; kind: string };

const toKey = ({ counted_from, institution_id, kind }: Key): string =>
  `${counted_from} ${institution_id} ${kind}`;

const selectOutages = (db: Queryable, institutionId?: string) =>
  db
    .selectFrom("institution_outage")
    .select([
      "institution_id as institutionId",
      "kind",
      "began_at as beganAt",
      "ended_at as endedAt",
    ])
    .$if(institutionId !== undefined, (query) =>
      query.where("institution_id", "=", institutionId ?? ""),
    );

const toOutage = (row: Outage & { endedAt: number }): Outage => ({
  ...row,
  endedAt: row.endedAt === 0 ? null : row.endedAt,
});

/** The recipients of outage alerts. */
export const alerts = (db: Database): AlertStore => ({
  of: async (clientId) => {
    const row = await selectAlerts(db).where("client_id", "=", clientId).executeTakeFirst();
    return row ? toAlert(row) : null;
  },

  all: async () => (await selectAlerts(db).orderBy("client_id").execute()).map(toAlert),

  set: async ({ clientId, webhook, email, mailUsers, remindUsers }) => {
    const values = {
      ...{ webhook, email },
      mail_users: mailUsers ? 1 : 0,
      remind_users: remindUsers ? 1 : 0,
    };
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
    .select(["client_id as clientId", "webhook", "email"])
    .select(["mail_users as mailUsers", "remind_users as remindUsers"]);

type Switches = "mailUsers" | "remindUsers";

const toAlert = (row: Omit<Alert, Switches> & Record<Switches, number>): Alert => ({
  ...row,
  mailUsers: row.mailUsers === 1,
  remindUsers: row.remindUsers === 1,
});
