import { type Migration, Migrator, sql } from "kysely";
import type { Queryable } from "../tables.ts";
import { baseline } from "./0001-baseline/index.ts";
import { clientTheme } from "./0002-client-theme.ts";
import { linkResults } from "./0003-link-results.ts";
import { institutionLogo } from "./0004-institution-logo.ts";
import { processorProducts } from "./0005-processor-products.ts";
import { trustPane } from "./0006-trust-pane.ts";
import { recurringDigests } from "./0007-recurring-digests.ts";
import { reportConditions } from "./0008-report-conditions.ts";
import { authMethod } from "./0009-auth-method.ts";
import { transactionEnrichment } from "./0010-transaction-enrichment.ts";
import { grants } from "./0011-grants.ts";
import { bankDescription } from "./0012-bank-description.ts";
import { usageBatches } from "./0013-usage-batches.ts";
import { transactionAlias } from "./0014-transaction-alias.ts";
import { requestTotals } from "./0015-request-totals.ts";
import { applicationGrants } from "./0016-application-grants.ts";
import { secretRestrictions } from "./0017-secret-restrictions.ts";
import { matchCandidate } from "./0018-match-candidate.ts";
import { threads } from "./0019-threads.ts";
import { auditLists } from "./0020-audit-lists.ts";
import { webhookTotals } from "./0021-webhook-totals.ts";
import { sessionTotals } from "./0022-session-totals.ts";
import { modifiedTransactions } from "./0023-modified-transactions.ts";
import { members } from "./0024-members.ts";
import { memberInvitations } from "./0025-member-invitations.ts";
import { memberPasskeys } from "./0026-member-passkeys.ts";
import { deliveriesByEvent } from "./0027-deliveries-by-event.ts";
import { wrongCodes } from "./0028-wrong-codes.ts";
import { requestsByVersion } from "./0029-requests-by-version.ts";
import { invitedBy } from "./0030-invited-by.ts";
import { endedGrantKeys } from "./0031-ended-grant-keys.ts";
import { jobSuspects } from "./0032-job-suspects.ts";
import { institutionIds } from "./0033-institution-ids.ts";
import { grantPending } from "./0034-grant-pending.ts";
import { linkReference } from "./0035-link-reference.ts";
import { rebookedPayments } from "./0036-rebooked-payments.ts";
import { pendingDays } from "./0037-pending-days.ts";
import { paymentEvidence } from "./0038-payment-evidence.ts";
import { aggregators } from "./0039-aggregators.ts";
import { reminders } from "./0040-reminders.ts";
import { callCounters } from "./0041-call-counters.ts";
import { endsOfConsents } from "./0042-ends-of-consents.ts";
import { investments } from "./0043-investments.ts";
import { liabilities } from "./0044-liabilities.ts";
import { institutionStandards } from "./0045-institution-standards.ts";

const BASELINE = "0001-baseline";

/** Every change of the schema by its name; they run in the order of their names. */
export const migrations: Record<string, Migration> = {
  [BASELINE]: baseline,
  "0002-client-theme": clientTheme,
  "0003-link-results": linkResults,
  "0004-institution-logo": institutionLogo,
  "0005-processor-products": processorProducts,
  "0006-trust-pane": trustPane,
  "0007-recurring-digests": recurringDigests,
  "0008-report-conditions": reportConditions,
  "0009-auth-method": authMethod,
  "0010-transaction-enrichment": transactionEnrichment,
  "0011-grants": grants,
  "0012-bank-description": bankDescription,
  "0013-usage-batches": usageBatches,
  "0014-transaction-alias": transactionAlias,
  "0015-request-totals": requestTotals,
  "0016-application-grants": applicationGrants,
  "0017-secret-restrictions": secretRestrictions,
  "0018-match-candidate": matchCandidate,
  "0019-threads": threads,
  "0020-audit-lists": auditLists,
  "0021-webhook-totals": webhookTotals,
  "0022-session-totals": sessionTotals,
  "0023-modified-transactions": modifiedTransactions,
  "0024-members": members,
  "0025-member-invitations": memberInvitations,
  "0026-member-passkeys": memberPasskeys,
  "0027-deliveries-by-event": deliveriesByEvent,
  "0028-wrong-codes": wrongCodes,
  "0029-requests-by-version": requestsByVersion,
  "0030-invited-by": invitedBy,
  "0031-ended-grant-keys": endedGrantKeys,
  "0032-job-suspects": jobSuspects,
  "0033-institution-ids": institutionIds,
  "0034-grant-pending": grantPending,
  "0035-link-reference": linkReference,
  "0036-rebooked-payments": rebookedPayments,
  "0037-pending-days": pendingDays,
  "0038-payment-evidence": paymentEvidence,
  "0039-aggregators": aggregators,
  "0040-reminders": reminders,
  "0041-call-counters": callCounters,
  "0042-ends-of-consents": endsOfConsents,
  "0044-liabilities": liabilities,
  "0043-investments": investments,
  "0045-institution-standards": institutionStandards,
};

/** The changes of the schema that this version knows, in the order in which they are made. */
export const migrationNames = (): string[] => Object.keys(migrations).sort();

/** The migrations that a store still needs, and those in it that this version does not know. */
export const compareMigrations = (
  names: readonly string[],
): { pending: string[]; unknown: string[] } => ({
  pending: migrationNames().filter((name) => !names.includes(name)),
  unknown: names.filter((name) => !(name in migrations)),
});

/**
 * Classifies a database by its tables and applied migrations: `isBare` if a start was killed before it made more
 * than the migrator's tables, `isOurs` if it is a store. `place` names it in the problem.
 */
export const classifyStore = (
  tables: readonly string[],
  applied: readonly string[],
  place: string,
) => {
  const isBare = tables.every((table) => table.startsWith("kysely_migration"));
  const isOurs = isBare || isUnreleased(applied) || isKnown(applied);
  return {
    isBare,
    isOurs,
    state: {
      problem: isUnreleased(applied)
        ? { ...UNRELEASED, reason: `${place} ${UNRELEASED.reason}` }
        : null,
      foreign: isOurs ? [] : [...tables],
      ...compareMigrations(applied),
    },
  };
};

/** Whether any change of a database is one of ours. */
const isKnown = (names: readonly string[]): boolean => names.some((name) => name in migrations);

/** Whether a store was made by a build from before the first release, which no version upgrades. */
const isUnreleased = (names: readonly string[]): boolean =>
  names.includes("0001-start") && !names.includes(BASELINE);

/** The refusal of such a store, and the advice that goes with it. */
const UNRELEASED = {
  reason:
    "was made by a build of service-link from before its first release, which no version reads",
  advice: "start with a new data folder or an empty database, and link the Items again",
};

/** Migrates the schema to the latest version, all or nothing; refuses a schema that this version does not know. */
export const migrate = async (db: Queryable): Promise<void> => {
  // Most starts find nothing to do, and need not look how tables are.
  const names = await appliedMigrations(db).catch(() => []);
  if (names.toSorted().join() === migrationNames().join()) return;
  if (isUnreleased(names)) throw new Error(`The store ${UNRELEASED.reason}: ${UNRELEASED.advice}.`);
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

/** Returns the changes of the store that this version does not know; throws `failure` if they cannot be read. */
async function unknownMigrations(db: Queryable, failure: unknown): Promise<string[]> {
  try {
    return compareMigrations(await appliedMigrations(db)).unknown;
  } catch {
    throw failure;
  }
}

async function appliedMigrations(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}
