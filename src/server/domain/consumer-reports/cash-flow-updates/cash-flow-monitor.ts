import { z } from "zod";
import type { NewJob } from "../../jobs/job.ts";

/** The state of an Item at its last update. */
const MonitoredItem = z.strictObject({
  /** The last change of a transaction that was looked at: a cursor. */
  lastChange: z.int(),
  /** Whether each account's balance is low; null if its institution has reported none. */
  lowAccounts: z.record(z.string(), z.boolean().nullable()),
  /** The transactions of the last weeks that led to an insight, by id, each with its date. */
  insightTransactions: z.record(z.string(), z.string()),
});
export type MonitoredItem = z.infer<typeof MonitoredItem>;

/** The state of a user's accounts at their last updates, which the next one is compared with. */
export const MonitorState = z.strictObject({
  items: z.record(z.string(), MonitoredItem),
  /** The lenders that were paid before, by their keys (`payeeOf`). */
  lenders: z.array(z.string()),
});
export type MonitorState = z.infer<typeof MonitorState>;

/** The monitor of a user's cash flow; `revision` is an optimistic lock, 0 before the first update. */
export type CashFlowMonitor = { userId: string; revision: number; state: MonitorState };

/** The monitor of a user before the first update. */
export const newMonitor = (userId: string): CashFlowMonitor => ({
  userId,
  revision: 0,
  state: { items: {}, lenders: [] },
});

/** The port for the monitors of users. */
export type CashFlowMonitorStore = {
  ofUser(userId: string): Promise<CashFlowMonitor>;
  /**
   * Compare-and-set of the state; false, and nothing changed, if another update was faster or the
   * user was removed.
   */
  record(monitor: CashFlowMonitor, state: MonitorState, jobs?: readonly NewJob[]): Promise<boolean>;
};
