import { describe, onTestFinished } from "vitest";
import { openStore } from "../../server/store/open-store.ts";
import { accountKeysContract } from "./account-keys.ts";
import { assetReportsContract } from "./asset-reports.ts";
import { auditContract } from "./audit.ts";
import type { Bench } from "./bench.ts";
import { cashFlowMonitorsContract } from "./cash-flow-monitors.ts";
import { clientRemovalContract } from "./client-removal.ts";
import { clientSecretsContract } from "./client-secrets.ts";
import { clientsContract } from "./clients.ts";
import { connectorStatesContract } from "./connector-states.ts";
import { consumerReportsContract } from "./consumer-reports.ts";
import { type DialectName, dialects } from "./dialects.ts";
import { institutionsContract } from "./institutions.ts";
import { itemListsContract } from "./item-lists.ts";
import { itemReadsContract } from "./item-reads.ts";
import { itemRenewalsContract } from "./item-renewals.ts";
import { itemsContract } from "./items.ts";
import { jobsContract } from "./jobs.ts";
import { linkTokensContract } from "./link-tokens.ts";
import { linkUsesContract } from "./link-uses.ts";
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
import { TEST_CIPHER } from "./test-cipher.ts";
import { trafficContract } from "./traffic.ts";
import { transactionsContract } from "./transactions.ts";
import { upgradeContract } from "./upgrade.ts";
import { usersContract } from "./users.ts";
import { writesContract } from "./writes.ts";

/** What the contract is run on: databases that are new for each test, by their addresses. */
type Databases = {
  /** An empty one. */
  newDatabase(): Promise<string>;
  /** One that has the schema and nothing else, which takes less time. */
  migratedDatabase(): Promise<string>;
  runs?: number;
};

/** What every store must do, whichever database it is in. */
export const storeContract = (
  dialect: DialectName,
  { newDatabase, migratedDatabase, runs = 100 }: Databases,
): void => {
  const connect = (address: string) => {
    const db = dialects[dialect].open(address);
    onTestFinished(() => db.destroy());
    return db;
  };
  const open = (address: string) => openStore(connect(address), TEST_CIPHER);
  const empty = async () => open(await migratedDatabase());
  const bench: Bench = { dialect, newDatabase, migratedDatabase, connect, open, empty, runs };

  describe("clients", () => clientsContract(bench));
  describe("secrets of clients", () => clientSecretsContract(bench));
  describe("removal of clients", () => clientRemovalContract(bench));
  describe("audit log", () => auditContract(bench));
  describe("sessions", () => sessionsContract(bench));
  describe("link tokens", () => linkTokensContract(bench));
  describe("Item renewals", () => itemRenewalsContract(bench));
  describe("redirects", () => redirectsContract(bench));
  describe("submissions", () => submissionsContract(bench));
  describe("items", () => itemsContract(bench));
  describe("lists of Items", () => itemListsContract(bench));
  describe("reads of Items", () => itemReadsContract(bench));
  describe("account keys", () => accountKeysContract(bench));
  describe("portal users", () => portalUsersContract(bench));
  describe("users", () => usersContract(bench));
  describe("connector states", () => connectorStatesContract(bench));
  describe("transactions", () => transactionsContract(bench));
  describe("notified pulls", () => notifiedPullsContract(bench));
  describe("jobs", () => jobsContract(bench));
  describe("Asset Reports", () => assetReportsContract(bench));
  describe("consumer reports", () => consumerReportsContract(bench));
  describe("cash-flow monitors", () => cashFlowMonitorsContract(bench));
  describe("public tokens", () => publicTokensContract(bench));
  describe("institutions", () => institutionsContract(bench));
  describe("outages", () => outagesContract(bench));
  describe("operation", () => operationContract(bench));
  describe("uses of Link", () => linkUsesContract(bench));
  describe("summaries", () => summariesContract(bench));
  describe("rate counters", () => rateCountersContract(bench));
  describe("requests to institutions", () => requestCountsContract(bench));
  describe("traffic", () => trafficContract(bench));
  describe("round trips", () => roundTripsContract(bench));
  describe("opening", () => openingContract(bench));
  describe("refused writes", () => writesContract(bench));
  describe("upgrades", () => upgradeContract(bench));
  describe("several processes", () => processesContract(bench));
};
