import { describe, onTestFinished } from "vitest";
import { openStore } from "../../server/store/open-store.ts";
import { samples } from "../property-samples.ts";
import { accountKeysContract } from "./account-keys.ts";
import { assetReportsContract } from "./asset-reports.ts";
import { auditContract } from "./audit.ts";
import { cashFlowMonitorsContract } from "./cash-flow-monitors.ts";
import { changesOfAccountContract } from "./changes-of-account.ts";
import { clientLiveMoveContract } from "./client-live-moves.ts";
import { clientMoveRunContract } from "./client-move-runs.ts";
import { clientMoveContract } from "./client-moves.ts";
import { clientRemovalContract } from "./client-removal.ts";
import { clientSecretsContract } from "./client-secrets.ts";
import { clientStaleMoveContract } from "./client-stale-moves.ts";
import { clientsContract } from "./clients.ts";
import { connectorStatesContract } from "./connector-states.ts";
import { consumerReportsContract } from "./consumer-reports.ts";
import type { ContractContext } from "./contract-context.ts";
import { deliveriesContract } from "./deliveries.ts";
import { type DialectName, dialects } from "./dialects.ts";
import { enrichmentContract } from "./enrichment.ts";
import { grantLinksContract } from "./grant-links.ts";
import { grantsContract } from "./grants.ts";
import { institutionsContract } from "./institutions.ts";
import { itemListsContract } from "./item-lists.ts";
import { itemReadsContract } from "./item-reads.ts";
import { itemRemovalContract } from "./item-removal.ts";
import { itemRenewalsContract } from "./item-renewals.ts";
import { itemsContract } from "./items.ts";
import { jobsContract } from "./jobs.ts";
import { linkTokensContract } from "./link-tokens.ts";
import { linkUsesContract } from "./link-uses.ts";
import { membersContract } from "./members.ts";
import { notifiedPullsContract } from "./notified-pulls.ts";
import { openingContract } from "./opening.ts";
import { operationContract } from "./operation.ts";
import { outagesContract } from "./outages.ts";
import { portalUsersContract } from "./portal-users.ts";
import { processesContract } from "./processes.ts";
import { publicTokensContract } from "./public-tokens.ts";
import { rateCountersContract } from "./rate-counters.ts";
import { redirectsContract } from "./redirects.ts";
import { requestCountsContract } from "./request-counts.ts";
import { roundTripsContract } from "./round-trips.ts";
import { sessionsContract } from "./sessions.ts";
import { submissionsContract } from "./submissions.ts";
import { summariesContract } from "./summaries.ts";
import { suspectsContract } from "./suspects.ts";
import { TEST_CIPHER } from "./test-cipher.ts";
import { trafficContract } from "./traffic.ts";
import { transactionAliasesContract } from "./transaction-aliases.ts";
import { transactionPeriodsContract } from "./transaction-periods.ts";
import { transactionStagingContract } from "./transaction-staging.ts";
import { transactionsContract } from "./transactions.ts";
import { upgradeContract } from "./upgrade.ts";
import { usersContract } from "./users.ts";
import { writesContract } from "./writes.ts";

/** Creates a new database for each test. A database is identified by its address. */
type Databases = {
  /** Creates an empty database. */
  newDatabase(): Promise<string>;
  /** A database with only the schema, which takes less time. */
  migratedDatabase(): Promise<string>;
  /** Drops a database after its test, since a thousand databases do not fit into memory. */
  drop?(address: string): Promise<void>;
  runs?: number;
};

/** The contract of every store, in any database. */
export const storeContract = (
  dialect: DialectName,
  { newDatabase, migratedDatabase, drop, runs = samples(100) }: Databases,
): void => {
  const forTest = (make: () => Promise<string>) => async () => {
    const address = await make();
    onTestFinished(() => drop?.(address));
    return address;
  };
  const connect = (address: string) => {
    const db = dialects[dialect].open(address);
    onTestFinished(() => db.destroy());
    return db;
  };
  const open = (address: string) => openStore(connect(address), TEST_CIPHER);
  const context: ContractContext = {
    dialect,
    newDatabase: forTest(newDatabase),
    migratedDatabase: forTest(migratedDatabase),
    connect,
    open,
    empty: async () => open(await context.migratedDatabase()),
    runs,
  };

  describe("clients", () => clientsContract(context));
  describe("secrets of clients", () => clientSecretsContract(context));
  describe("removal of Items", () => itemRemovalContract(context));
  describe("removal of clients", () => clientRemovalContract(context));
  describe("moves of clients", () => clientMoveContract(context));
  describe("moves of clients of running servers", () => clientLiveMoveContract(context));
  describe("runs of moves of clients", () => clientMoveRunContract(context));
  describe("moves of clients whose command stops", () => clientStaleMoveContract(context));
  describe("members", () => membersContract(context));
  describe("audit log", () => auditContract(context));
  describe("sessions", () => sessionsContract(context));
  describe("link tokens", () => linkTokensContract(context));
  describe("Item renewals", () => itemRenewalsContract(context));
  describe("redirects", () => redirectsContract(context));
  describe("submissions", () => submissionsContract(context));
  describe("items", () => itemsContract(context));
  describe("lists of Items", () => itemListsContract(context));
  describe("reads of Items", () => itemReadsContract(context));
  describe("account keys", () => accountKeysContract(context));
  describe("portal users", () => portalUsersContract(context));
  describe("users", () => usersContract(context));
  describe("grants", () => grantsContract(context));
  describe("links of grants", () => grantLinksContract(context));
  describe("connector states", () => connectorStatesContract(context));
  describe("transactions", () => transactionsContract(context));
  describe("changes of an account", () => changesOfAccountContract(context));
  describe("transaction aliases", () => transactionAliasesContract(context));
  describe("periods of transactions", () => transactionPeriodsContract(context));
  describe("transaction staging", () => transactionStagingContract(context));
  describe("enrichment", () => enrichmentContract(context));
  describe("notified pulls", () => notifiedPullsContract(context));
  describe("jobs", () => jobsContract(context));
  describe("suspects", () => suspectsContract(context));
  describe("Asset Reports", () => assetReportsContract(context));
  describe("consumer reports", () => consumerReportsContract(context));
  describe("cash-flow monitors", () => cashFlowMonitorsContract(context));
  describe("public tokens", () => publicTokensContract(context));
  describe("institutions", () => institutionsContract(context));
  describe("outages", () => outagesContract(context));
  describe("deliveries", () => deliveriesContract(context));
  describe("operation", () => operationContract(context));
  describe("uses of Link", () => linkUsesContract(context));
  describe("summaries", () => summariesContract(context));
  describe("rate counters", () => rateCountersContract(context));
  describe("requests to institutions", () => requestCountsContract(context));
  describe("traffic", () => trafficContract(context));
  describe("round trips", () => roundTripsContract(context));
  describe("opening", () => openingContract(context));
  describe("refused writes", () => writesContract(context));
  describe("upgrades", () => upgradeContract(context));
  describe("several processes", () => processesContract(context));
};
