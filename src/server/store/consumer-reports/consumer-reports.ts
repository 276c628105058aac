import {
  type CashFlowMonitorStore,
  MonitorState,
  newMonitor,
} from "../../domain/consumer-reports/cash-flow-updates/cash-flow-monitor.ts";
import type {
  ConsumerReportRecord,
  ConsumerReportState,
  ConsumerReportStore,
} from "../../domain/consumer-reports/consumer-report.ts";
import { insertPiece, markForErasure, openPiece } from "../asset-reports/report-pieces.ts";
import type { WriteWithOutbox } from "../jobs/outbox.ts";
import { jsonColumn } from "../json-column.ts";
import { isOfPresentClient } from "../present-client.ts";
import { lockUser, requireUser } from "../require-user.ts";
import type { Database, Queryable } from "../tables.ts";

/** Consumer reports. A draft with the report's id holds the document's pieces. */
export const consumerReports = (
  db: Queryable,
  writeWithOutbox: WriteWithOutbox,
): ConsumerReportStore => ({
  create: async (report, jobs) => {
    await writeWithOutbox(jobs, async (transaction) => {
      await requireUser(transaction, report.userId);
      if (await findReport(transaction, "report_id", report.reportId)) return false;
      await deleteReports(transaction, "user_id", report.userId);
      await insertReport(transaction, report);
      return true;
    });
  },

  byId: (reportId) => findReport(db, "report_id", reportId),

  byUserId: (userId) => findReport(db, "user_id", userId),

  complete: (reportId, state, pieces, jobs) =>
    writeWithOutbox(jobs, async (transaction) => {
      if (!(await endMaking(transaction, reportId, state))) return false;
      for (const { document, position, bytes } of pieces)
        await insertPiece(transaction, {
          draft_id: toDraft(reportId),
          account_id: "",
          part: document,
          position,
          bytes,
        });
      return true;
    }),

  fail: (reportId, state, jobs) =>
    writeWithOutbox(jobs, (transaction) => endMaking(transaction, reportId, state)),

  piece: async (reportId, document, position) => {
    const row = await db
      .selectFrom("report_piece")
      .select("body")
      .where("draft_id", "=", toDraft(reportId))
      .where("account_id", "=", "")
      .where("part", "=", document)
      .where("position", "=", position)
      .executeTakeFirst();
    if (!row) return null;
    const key = { draft_id: toDraft(reportId), account_id: "", part: document, position };
    return openPiece(db, { ...key, ...row });
  },
});

/** Deletes reports within a transaction; a later job erases their contents. */
export const deleteReports = async (
  transaction: Queryable,
  key: "report_id" | "user_id",
  value: string,
): Promise<void> => {
  const reports = await transaction
    .selectFrom("consumer_report")
    .select("report_id as reportId")
    .where(key, "=", value)
    .execute();
  for (const { reportId } of reports) await markForErasure(transaction, toDraft(reportId));
  await transaction.deleteFrom("consumer_report").where(key, "=", value).execute();
};

const toDraft = (reportId: string): string => `consumer-report ${reportId}`;

const stateRow = (state: ConsumerReportState) => ({
  status: state.at,
  state: JSON.stringify(state),
});

async function insertReport(transaction: Queryable, report: ConsumerReportRecord): Promise<void> {
  await transaction
    .insertInto("consumer_report")
    .values({
      report_id: report.reportId,
      client_id: report.clientId,
      user_id: report.userId,
      products: JSON.stringify(report.products),
      days_requested: report.daysRequested,
      days_required: report.daysRequired,
      require_identity: Number(report.requireIdentity),
      client_report_id: report.clientReportId,
      webhook: report.webhook,
      purpose: report.purpose,
      created_at: report.createdAt,
      ...stateRow(report.state),
    })
    .execute();
}

async function endMaking(
  transaction: Queryable,
  reportId: string,
  state: ConsumerReportState,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable("consumer_report")
    .set(stateRow(state))
    .where("report_id", "=", reportId)
    .where("status", "=", "making")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Rows were validated when they were written, so that a read only parses them. */
async function findReport(
  db: Queryable,
  key: "report_id" | "user_id",
  value: string,
): Promise<ConsumerReportRecord | null> {
  const row = await db
    .selectFrom("consumer_report")
    .select([
      "report_id as reportId",
      "client_id as clientId",
      "user_id as userId",
      "products",
      "days_requested as daysRequested",
      "days_required as daysRequired",
      "require_identity as requireIdentity",
      "client_report_id as clientReportId",
      "webhook",
      "purpose",
      "created_at as createdAt",
      "state",
    ])
    .where(key, "=", value)
    .where(isOfPresentClient("consumer_report"))
    .executeTakeFirst();
  if (!row) return null;
  return {
    ...row,
    products: JSON.parse(row.products),
    requireIdentity: row.requireIdentity === 1,
    state: JSON.parse(row.state),
  };
}

const monitorState = jsonColumn(MonitorState);

/** The monitors of users' cash flow. */
export const cashFlowMonitors = (
  db: Database,
  writeWithOutbox: WriteWithOutbox,
): CashFlowMonitorStore => ({
  ofUser: async (userId) => {
    const row = await db
      .selectFrom("cash_flow_monitor")
      .select(["state", "revision"])
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (!row) return newMonitor(userId);
    return { userId, revision: row.revision, state: monitorState.read(row.state) };
  },

  record: ({ userId, revision }, state, jobs = []) =>
    writeWithOutbox(jobs, async (transaction) => {
      if (!(await lockUser(transaction, userId))) return false;
      const row = { state: monitorState.write(state), revision: revision + 1 };
      if (revision === 0) {
        const { numInsertedOrUpdatedRows = 0n } = await transaction
          .insertInto("cash_flow_monitor")
          .values({ user_id: userId, ...row })
          .onConflict((conflict) => conflict.column("user_id").doNothing())
          .executeTakeFirst();
        return numInsertedOrUpdatedRows > 0n;
      }
      const { numUpdatedRows } = await transaction
        .updateTable("cash_flow_monitor")
        .set(row)
        .where("user_id", "=", userId)
        .where("revision", "=", revision)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    }),
});
