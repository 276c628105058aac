import type { AssetReportStore } from "./asset-reports/asset-report.ts";
import type { ClientStore, DashboardSessionStore } from "./clients/client.ts";
import type { InstitutionStore } from "./institutions/institution.ts";
import type { ItemStatusStore, ItemStore } from "./items/item-store.ts";
import type { ProcessorTokenStore } from "./items/processor-token.ts";
import type { JobStore } from "./jobs/job.ts";
import type { UsageStore } from "./limits/usage.ts";
import type { ConsentStore } from "./link/consent.ts";
import type { LinkTokenStore } from "./link/link-token.ts";
import type { PublicTokenStore } from "./link/public-token.ts";
import type { SessionStore } from "./link/session-store.ts";
import type { TransactionStore } from "./transactions/transaction-feed.ts";
import type { DeliveryStore } from "./webhooks/delivery.ts";
import type { WebhookKeyStore } from "./webhooks/webhook-key.ts";

/**
 * Where everything durable lives. Each method is one transaction: all of it happens or nothing. Those
 * that take `jobs` add them in it; one that answers false has added none.
 */
export type Store = {
  clients: ClientStore;
  dashboardSessions: DashboardSessionStore;
  linkTokens: LinkTokenStore;
  sessions: SessionStore;
  items: ItemStore;
  transactions: TransactionStore;
  assetReports: AssetReportStore;
  publicTokens: PublicTokenStore;
  institutions: InstitutionStore;
  jobs: JobStore;
  deliveries: DeliveryStore;
  webhookKeys: WebhookKeyStore;
  processorTokens: ProcessorTokenStore;
  itemStatus: ItemStatusStore;
  usage: UsageStore;
  consents: ConsentStore;
  settings: {
    /** Keeps a value under a name, unless there is one; answers the one that is kept. */
    getOrSet(name: string, value: string): Promise<string>;
  };
  /** Forgets what was over, or was given up, by the times that are named. */
  forget(until: {
    sessionsExpired: number;
    dashboardSessionsExpired: number;
    publicTokensExpired: number;
    /** What was tried since, or begun anew, is kept. */
    deliveriesTried: number;
    jobsGivenUp: number;
  }): Promise<void>;
  /** Takes what was deleted off the disk as well; false where somebody reads at that moment. */
  eraseDeleted(): Promise<boolean>;
  close(): Promise<void>;
};
