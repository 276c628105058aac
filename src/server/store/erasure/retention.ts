import { sql } from "kysely";
import type { Store } from "../../domain/store.ts";
import { deleteReports } from "../consumer-reports/consumer-reports.ts";
import { deleteExpiredSessions } from "../link/expired-sessions.ts";
import type { Database } from "../tables.ts";

/** The number of rows that one statement deletes, which bounds how long other writers wait. */
const ROWS_AT_ONCE = 500;

/** The account site's expiring tables, each with its key column and its time column. */
const PEOPLE = [
  ["email_code", "session_digest", "expires_at"],
  ["person_session", "session_digest", "seen_at"],
  ["used_one_time_address", "address_id", "expires_at"],
] as const;

/** Deletes expired rows, a few at a time. */
export const purgeExpired =
  (db: Database): Store["purgeExpired"] =>
  async ({
    sessionExpiry,
    dashboardSessionExpiry,
    clientSecretEnd,
    personSessionUse,
    publicTokenExpiry,
    consumerReportEnd,
    deliveryAttempt,
    deadLetter,
    institutionRequest,
    endedGrantKey,
  }) => {
    await db.transact((transaction) => deleteExpiredSessions(transaction, sessionExpiry));
    await repeat(
      () => sql`
        delete from dashboard_session where token_digest in (
          select token_digest from dashboard_session
          where expires_at <= ${dashboardSessionExpiry} limit ${ROWS_AT_ONCE}
        )
      `,
    );
    await sql`
      delete from dashboard_setup_code where expires_at <= ${dashboardSessionExpiry}
    `.execute(db);
    await sql`
      delete from member_invitation where expires_at <= ${dashboardSessionExpiry}
    `.execute(db);
    await sql`delete from client_secret where ends_at <= ${clientSecretEnd}`.execute(db);
    for (const [table, key, time] of PEOPLE)
      await repeat(
        () => sql`
          delete from ${sql.table(table)} where ${sql.ref(key)} in (
            select ${sql.ref(key)} from ${sql.table(table)}
            where ${sql.ref(time)} <= ${personSessionUse} limit ${ROWS_AT_ONCE}
          )
        `,
      );
    await repeat(
      () => sql`
        delete from person where person_id in (
          select person_id from person where created_at <= ${personSessionUse}
          and not exists (select 1 from person_item where person_item.person_id = person.person_id)
          limit ${ROWS_AT_ONCE}
        )
      `,
    );
    await deleteReadyReports(db, consumerReportEnd);
    await repeat(
      () => sql`
        delete from public_token where digest in
          (select digest from public_token where expires_at <= ${publicTokenExpiry} limit ${ROWS_AT_ONCE})
      `,
    );
    const parts = await db.dropExpiredParts("webhook_delivery", {
      until: deliveryAttempt,
      isKept: isTriedAfter(deliveryAttempt),
    });
    for (const part of parts)
      await repeat(
        () => sql`
          delete from ${sql.table(part)} where (created_at, delivery_id) in (
            select created_at, delivery_id from ${sql.table(part)}
            where created_at <= ${deliveryAttempt} and tried_since <= ${deliveryAttempt} limit ${ROWS_AT_ONCE}
          )
        `,
      );
    await repeat(
      () => sql`
        delete from job where job_id in
          (select job_id from job where given_up_at <= ${deadLetter} limit ${ROWS_AT_ONCE})
      `,
    );
    await repeat(
      () => sql`
        delete from ended_grant_key where digest in
          (select digest from ended_grant_key where ended_at <= ${endedGrantKey} limit ${ROWS_AT_ONCE})
      `,
    );
    await repeat(
      () => sql`
        delete from request_count where key in
          (select key from request_count where sent_at <= ${institutionRequest} limit ${ROWS_AT_ONCE})
      `,
    );

    async function repeat(statement: () => ReturnType<typeof sql>): Promise<void> {
      while (((await statement().execute(db)).numAffectedRows ?? 0n) > 0n);
    }
  };

/** How long after its creation a webhook is first tried, in ms, unless an index has it. */
const FIRST_TRY_MS = 3_600_000;

/** Finds webhooks of a part that were tried after a moment by two indexes, since others wait while it looks. */
export const isTriedAfter = (moment: number) =>
  sql`(tried_since > ${moment} and tried_since > created_at + ${sql.lit(FIRST_TRY_MS)})
    or (tried_since > ${moment} and created_at > ${moment - FIRST_TRY_MS})`;

/** The number of reports that one transaction deletes, which bounds the wait of other writers. */
const REPORTS_AT_ONCE = 100;

/** Deletes the reports that became ready by a moment. */
const deleteReadyReports = async (db: Database, readyUntil: number): Promise<void> => {
  for (let last: string | undefined = ""; last !== undefined; ) {
    const reports = await db
      .selectFrom("consumer_report")
      .select(["report_id as reportId", "state"])
      .where("status", "=", "ready")
      // A report becomes ready after its creation, and no column has the time it became ready.
      .where("created_at", "<=", readyUntil)
      .where("report_id", ">", last)
      .orderBy("report_id")
      .limit(REPORTS_AT_ONCE)
      .execute();
    await db.transact(async (transaction) => {
      for (const { reportId, state } of reports)
        if (JSON.parse(state).generatedAt <= readyUntil)
          await deleteReports(transaction, "report_id", reportId);
    });
    last = reports.at(-1)?.reportId;
  }
};
