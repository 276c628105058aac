import { type Migration, Migrator, sql } from "kysely";
import type { Queryable } from "../tables.ts";
import { start } from "./0001-start.ts";
import { removedItems } from "./0002-removed-items.ts";
import { sessionExpiry } from "./0003-session-expiry.ts";
import { linking } from "./0004-linking.ts";
import { transactions } from "./0006-transactions.ts";
import { jobs } from "./0007a-jobs.ts";
import { webhooks } from "./0007b-webhooks.ts";
import { assetReports } from "./0008-asset-reports.ts";
import { operation } from "./0009-operation.ts";
import { ownInstitutions } from "./0010-own-institutions.ts";
import { originalDescriptions } from "./0011-original-descriptions.ts";
import { shownAccounts } from "./0012-shown-accounts.ts";
import { resumeSecrets } from "./0013-resume-secrets.ts";
import { originRows } from "./0014-origin-rows.ts";
import { endedDashboardSessions } from "./0015-ended-dashboard-sessions.ts";
import { openingPublicTokens } from "./0016-opening-public-tokens.ts";
import { connectorStates } from "./0017-connector-states.ts";
import { users } from "./0018-users.ts";
import { reportPieces } from "./0019-report-pieces.ts";
import { cashFlowMonitors } from "./0020-cash-flow-monitors.ts";
import { consumerReports } from "./0021-consumer-reports.ts";
import { notifications } from "./0022-notifications.ts";
import { institutionConnections } from "./0023-institution-connections.ts";
import { oauthRedirects } from "./0024-oauth-redirects.ts";
import { endUsersOfItems } from "./0025-end-users-of-items.ts";
import { itemReads } from "./0026-item-reads.ts";
import { signInFlows } from "./0028-sign-in-flows.ts";
import { rateCounters } from "./0031-rate-counters.ts";
import { auditLog } from "./0033-audit-log.ts";
import { dashboard } from "./0037-dashboard.ts";
import { traffic } from "./0038-traffic.ts";
import { people } from "./0042-people.ts";
import { accountKeys } from "./0046-account-keys.ts";
import { requestQuotas } from "./0050-request-quotas.ts";
import { ownRedirectUris } from "./0051-own-redirect-uris.ts";
import { productionAccess } from "./0052-production-access.ts";
import { clientRedirectUris } from "./0053-client-redirect-uris.ts";
import { clientBrands } from "./0054-client-brands.ts";
import { outages } from "./0055-outages.ts";
import { usageTotals } from "./0056-usage-totals.ts";
import { updateItemId } from "./0065-update-item-id.ts";
import { institutionChecks } from "./0066-institution-checks.ts";
import { jobLeases } from "./0072-job-leases.ts";
import { itemLists } from "./0077-item-lists.ts";
import { jobFillFactor } from "./0078-job-fill-factor.ts";
import { redirectExpiry } from "./0079-redirect-expiry.ts";
import { usageMonths } from "./0080-usage-months.ts";
import { assetReportCoverage } from "./0081-asset-report-coverage.ts";
import { liveItemTotals } from "./0082-live-item-totals.ts";
import { itemListsOfInstitutions } from "./0083-item-lists-of-institutions.ts";
import { linkVisitTotals } from "./0084-link-visit-totals.ts";
import { requestLists } from "./0090-request-lists.ts";
import { webhookStates } from "./0091-webhook-states.ts";
import { codeGuesses } from "./0095-code-guesses.ts";
import { noticeRecipients } from "./0096-notice-recipients.ts";
import { removedClients } from "./0101-removed-clients.ts";
import { webhookStatesOfClients } from "./0102-webhook-states-of-clients.ts";
import { privateHosts } from "./0103-private-hosts.ts";
import { clientSecrets } from "./0104-client-secrets.ts";
import { plannedJobs } from "./0105-planned-jobs.ts";
import { dpopDecisions } from "./0110-dpop-decisions.ts";
import { keptBodies } from "./0111-kept-bodies.ts";
import { consentedProducts } from "./0112-consented-products.ts";

/** Every change of the schema by its name; they run in the order of their names. */
export const migrations: Record<string, Migration> = {
  "0001-start": start,
  "0002-removed-items": removedItems,
  "0003-session-expiry": sessionExpiry,
  "0004-linking": linking,
  "0006-transactions": transactions,
  "0007a-jobs": jobs,
  "0007b-webhooks": webhooks,
  "0008-asset-reports": assetReports,
  "0009-operation": operation,
  "0010-own-institutions": ownInstitutions,
  "0011-original-descriptions": originalDescriptions,
  "0012-shown-accounts": shownAccounts,
  "0013-resume-secrets": resumeSecrets,
  "0014-origin-rows": originRows,
  "0015-ended-dashboard-sessions": endedDashboardSessions,
  "0016-opening-public-tokens": openingPublicTokens,
  "0017-connector-states": connectorStates,
  "0018-users": users,
  "0019-report-pieces": reportPieces,
  "0020-cash-flow-monitors": cashFlowMonitors,
  "0021-consumer-reports": consumerReports,
  "0022-notifications": notifications,
  "0023-institution-connections": institutionConnections,
  "0024-oauth-redirects": oauthRedirects,
  "0025-end-users-of-items": endUsersOfItems,
  "0026-item-reads": itemReads,
  "0028-sign-in-flows": signInFlows,
  "0031-rate-counters": rateCounters,
  "0033-audit-log": auditLog,
  "0037-dashboard": dashboard,
  "0038-traffic": traffic,
  "0042-people": people,
  "0046-account-keys": accountKeys,
  "0050-request-quotas": requestQuotas,
  "0051-own-redirect-uris": ownRedirectUris,
  "0052-production-access": productionAccess,
  "0053-client-redirect-uris": clientRedirectUris,
  "0054-client-brands": clientBrands,
  "0055-outages": outages,
  "0056-usage-totals": usageTotals,
  "0065-update-item-id": updateItemId,
  "0066-institution-checks": institutionChecks,
  "0072-job-leases": jobLeases,
  "0077-item-lists": itemLists,
  "0078-job-fill-factor": jobFillFactor(60),
  "0079-redirect-expiry": redirectExpiry,
  "0080-usage-months": usageMonths,
  "0081-asset-report-coverage": assetReportCoverage,
  "0082-live-item-totals": liveItemTotals,
  "0083-item-lists-of-institutions": itemListsOfInstitutions,
  "0084-link-visit-totals": linkVisitTotals,
  "0090-request-lists": requestLists,
  "0091-webhook-states": webhookStates,
  "0095-code-guesses": codeGuesses,
  "0096-notice-recipients": noticeRecipients,
  // Room for a claim of every row, also where an old snapshot keeps each page from being cleaned up.
  "0100-job-page-room": jobFillFactor(40),
  "0101-removed-clients": removedClients,
  "0102-webhook-states-of-clients": webhookStatesOfClients,
  "0103-private-hosts": privateHosts,
  "0104-client-secrets": clientSecrets,
  "0105-planned-jobs": plannedJobs,
  "0110-dpop-decisions": dpopDecisions,
  "0111-kept-bodies": keptBodies,
  "0112-consented-products": consentedProducts,
};

/** The changes of the schema that this version knows, in the order in which they are made. */
export const migrationNames = (): string[] => Object.keys(migrations).sort();

/** Brings the schema up to date, all of it or nothing; refuses one newer than this version knows. */
export const migrate = async (db: Queryable): Promise<void> => {
  // Most starts find nothing to do, and need not look how tables are.
  const names = await appliedMigrations(db).catch(() => []);
  if (names.toSorted().join() === migrationNames().join()) return;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const unknown = await unknownMigrations(db, error);
  if (unknown.length === 0) throw error;
  throw new Error(
    `The store was written by a newer version of service-link: it has had ${unknown.join(", ")}, ` +
      "which this version does not know. Run the newer version, or restore a backup from before it.",
    { cause: error },
  );
};

/** What the store has been through and we have not heard of; `failure` where that cannot be read. */
async function unknownMigrations(db: Queryable, failure: unknown): Promise<string[]> {
  try {
    return (await appliedMigrations(db)).filter((name) => !(name in migrations));
  } catch {
    throw failure;
  }
}

async function appliedMigrations(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}
