import type { ReadGate } from "../asset-reports/read-gate.ts";
import type { ClientStore } from "../clients/client.ts";
import type { TransactionDeps } from "../transactions/deps.ts";
import type { UserStore } from "../users/user.ts";
import type { CashFlowMonitorStore } from "./cash-flow-updates/cash-flow-monitor.ts";
import type { CashFlowSubscriptionStore } from "./cash-flow-updates/cash-flow-subscription.ts";
import type { ConsumerReportStore, PrintableConsumerReport } from "./consumer-report.ts";

/** The services for consumer reports: those of transactions, the users' stores, and a renderer. */
export type ConsumerReportDeps = TransactionDeps & {
  /** Renders a consumer report as a document, in chunks. */
  renderConsumerReportPdf: (report: PrintableConsumerReport) => AsyncIterable<Uint8Array>;
  /** Limits how many consumer reports are made at once. */
  consumerReportMaking: ReadGate;
  store: {
    cashFlowMonitors: CashFlowMonitorStore;
    cashFlowSubscriptions: CashFlowSubscriptionStore;
    clients: ClientStore;
    consumerReports: ConsumerReportStore;
    users: UserStore;
  };
};
