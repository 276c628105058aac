import type { Database } from "../tables.ts";
import { deleteReports } from "./consumer-reports.ts";

/** How many reports one transaction deletes: other writers wait no longer than for these. */
const REPORTS_AT_ONCE = 100;

/** Deletes the reports that were ready by a moment. */
export const deleteReadyReports = async (db: Database, readyUntil: number): Promise<void> => {
  for (let last: string | undefined = ""; last !== undefined; ) {
    const reports = await db
      .selectFrom("consumer_report")
      .select(["report_id as reportId", "state"])
      .where("status", "=", "ready")
      // No report is ready before it was created, and the state is no column of its own to compare.
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
