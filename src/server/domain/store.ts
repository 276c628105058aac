import type { AssetReportStore } from "./asset-reports/asset-report.ts";
import type { AuditStore } from "./audit/audit-entry.ts";
import type { ClientStore } from "./clients/client.ts";
import type { BrandStore } from "./clients/client-brand.ts";
import type { RedirectUriStore } from "./clients/redirect-uri.ts";
import type { ConnectorStateStore } from "./connectors/connector-state.ts";
import type { CashFlowMonitorStore } from "./consumer-reports/cash-flow-updates/cash-flow-monitor.ts";
import type { CashFlowSubscriptionStore } from "./consumer-reports/cash-flow-updates/cash-flow-subscription.ts";
import type { ConsumerReportStore } from "./consumer-reports/consumer-report.ts";
import type { DashboardSessionStore } from "./dashboard/dashboard-session.ts";
import type { ClientList, ItemInstitutions, ItemList, WebhookList } from "./dashboard/lists.ts";
import type { MemberStore } from "./dashboard/member.ts";
import type { OperatorStore } from "./dashboard/operator.ts";
import type { RequestTotalStore } from "./dashboard/request-total.ts";
import type { TrafficStore } from "./dashboard/traffic.ts";
import type { WebhookTotalStore } from "./dashboard/webhook-total.ts";
import type { GrantStore } from "./grants/grant.ts";
import type { GrantAgreementStore } from "./grants/grant-agreement.ts";
import type { GrantLinkStore } from "./grants/grant-link.ts";
import type { InstitutionStore } from "./institutions/institution.ts";
import type { InstitutionCheckStore } from "./institutions/institution-check.ts";
import type { InstitutionIdStore } from "./institutions/institution-ids.ts";
import type { RequestCountStore } from "./institutions/request-quota.ts";
import type { ItemStatusStore, ItemStore } from "./items/item-store.ts";
import type { ProcessorTokenStore } from "./items/processor-token.ts";
import type { PublicTokenStore } from "./items/public-token.ts";
import type { ReminderStore } from "./items/reminder.ts";
import type { ItemReadStore } from "./items/shared-read.ts";
import type { JobStore } from "./jobs/job.ts";
import type { CallCounterStore } from "./limits/permits.ts";
import type { RateCounters } from "./limits/rate-limiter.ts";
import type { UsageStore } from "./limits/usage.ts";
import type { ConsentStore } from "./link/consent.ts";
import type { LinkTokenStore } from "./link/link-token.ts";
import type { NewItemStore } from "./link/new-item.ts";
import type { RedirectStore } from "./link/redirect-store.ts";
import type { SessionStore } from "./link/session-store.ts";
import type { SessionTotalStore } from "./link/session-totals.ts";
import type { NotifiedPullStore } from "./notifications/notified-pull.ts";
import type { FailedSignInStore } from "./outages/failed-sign-in.ts";
import type { AlertStore, OutageStore } from "./outages/outage.ts";
import type { PortalUserStore } from "./portal-users/portal-user.ts";
import type { SealedTextStore } from "./sealed-text.ts";
import type { SettingStore } from "./server-settings.ts";
import type { InvestmentStore } from "./transactions/investments/investments.ts";
import type { StatementStore } from "./transactions/statements/statement.ts";
import type { TransactionStore } from "./transactions/transaction-feed.ts";
import type { LegacyUseStore } from "./users/legacy-use.ts";
import type { UserStore } from "./users/user.ts";
import type { DeliveryStore } from "./webhooks/delivery.ts";
import type { InboxStore } from "./webhooks/inbox.ts";
import type { WebhookKeyStore } from "./webhooks/webhook-key.ts";

/**
 * The ports for all durable data. Each method is one transaction. `jobs` are a transactional
 * outbox: they are added in the same transaction, unless the method returns false.
 */
export type Store = {
  /**
   * Runs `work` in one transaction, with a store whose methods join the transaction. For a change
   * in several parts, or with an audit entry. `work` may run again, and must not use another store.
   */
  transact<Answer>(work: (store: Store) => Promise<Answer>): Promise<Answer>;
  audit: AuditStore;
  clients: ClientStore;
  redirectUris: RedirectUriStore;
  brands: BrandStore;
  dashboardSessions: DashboardSessionStore;
  members: MemberStore;
  operator: OperatorStore;
  traffic: TrafficStore;
  requestTotals: RequestTotalStore;
  outages: OutageStore;
  alerts: AlertStore;
  reminders: ReminderStore;
  failedSignIns: FailedSignInStore;
  /** The paged lists of the Dashboard. */
  lists: {
    clients: ClientList;
    items: ItemList;
    itemInstitutions: ItemInstitutions;
    webhooks: WebhookList;
  };
  linkTokens: LinkTokenStore;
  sessions: SessionStore;
  redirects: RedirectStore;
  items: ItemStore & NewItemStore;
  itemReads: ItemReadStore;
  investments: InvestmentStore;
  statements: StatementStore;
  grants: GrantStore;
  grantLinks: GrantLinkStore;
  grantAgreements: GrantAgreementStore;
  users: UserStore;
  portalUsers: PortalUserStore;
  connectorStates: ConnectorStateStore;
  legacyUses: LegacyUseStore;
  notifiedPulls: NotifiedPullStore;
  transactions: TransactionStore;
  assetReports: AssetReportStore;
  cashFlowMonitors: CashFlowMonitorStore;
  cashFlowSubscriptions: CashFlowSubscriptionStore;
  consumerReports: ConsumerReportStore;
  publicTokens: PublicTokenStore;
  institutions: InstitutionStore;
  institutionChecks: InstitutionCheckStore;
  institutionIds: InstitutionIdStore;
  requestCounts: RequestCountStore;
  jobs: JobStore;
  deliveries: DeliveryStore;
  webhookKeys: WebhookKeyStore;
  webhookTotals: WebhookTotalStore;
  webhookInbox: InboxStore;
  sessionTotals: SessionTotalStore;
  processorTokens: ProcessorTokenStore;
  itemStatus: ItemStatusStore;
  usage: UsageStore;
  rateCounters: RateCounters;
  callCounters: CallCounterStore;
  consents: ConsentStore;
  sealedTexts: SealedTextStore;
  settings: SettingStore;
  /** The schema changes that this version would make, and those that a newer version has made. */
  schema(): Promise<{ pending: string[]; unknown: string[] }>;
  /**
   * Makes a small write and undoes it; throws if the database refuses writes, as on a full disk.
   */
  tryWrite(): Promise<void>;
  /**
   * Creates the partitions of the coming days, if tables are partitioned by day and the database
   * user may do so.
   */
  makePartsAhead(): Promise<void>;
  /** Deletes expired data and dead letters, by the given times. */
  purgeExpired(until: {
    sessionExpiry: number;
    dashboardSessionExpiry: number;
    clientSecretEnd: number;
    /**
     * Account-site sessions last seen before this time, and one-time addresses and codes that
     * expired before it.
     */
    personSessionUse: number;
    publicTokenExpiry: number;
    /** Consumer reports that became ready before this time, with their contents. */
    consumerReportEnd: number;
    /** Deliveries without an attempt or replay since this time. */
    deliveryAttempt: number;
    deadLetter: number;
    /** Counts of requests to institutions without a request since this time. */
    institutionRequest: number;
    /** Keys of grants that ended before this time. */
    endedGrantKey: number;
  }): Promise<void>;
  /** Erases deleted rows from the disk; false if a reader prevents it. */
  eraseDeletedRows(): Promise<boolean>;
  /** Whether the database's queue is so long that more work would only wait. */
  isBusy(): boolean;
  close(): Promise<void>;
};
