import {
  type CashFlowMonitorStore,
  MonitorState,
  newMonitor,
} from "../../domain/consumer-reports/cash-flow-updates/cash-flow-monitor.ts";
import type { WriteWithOutbox } from "../jobs/outbox.ts";
import { jsonColumn } from "../json-column.ts";
import type { Database } from "../tables.ts";
import { lockUser } from "../users/require-user.ts";

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
