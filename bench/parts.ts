// The server's modules for the benchmarks, built by `npm run bench`.

export { NO_ENRICHMENT } from "../src/protocol/enrichment.ts";
export { redactTokens } from "../src/protocol/redact-tokens.ts";
export { expand } from "../src/protocol/search/compact-institutions.ts";
export { searchInstitutions } from "../src/protocol/search/institution-search.ts";
export { searchIndex } from "../src/protocol/search/search-index.ts";
export { wait } from "../src/server/adapters/timers.ts";
export { indexQuery, institutionIndex } from "../src/server/bridge/session/institution-index.ts";
export { addFile } from "../src/server/connectors/files/add-file.ts";
export { connectorsFor } from "../src/server/connectors/index.ts";
export { SANDBOX_INSTITUTIONS } from "../src/server/connectors/sandbox/catalogue/index.ts";
export { createSandboxConnector } from "../src/server/connectors/sandbox/connector.ts";
export { householdOf } from "../src/server/connectors/sandbox/transactions/household.ts";
export {
  quantile,
  statisticsOf,
} from "../src/server/connectors/sandbox/transactions/statistics.fixture.ts";
export { createSimpleFinConnector } from "../src/server/connectors/simplefin/connector.ts";
export { makeAssetReport } from "../src/server/domain/asset-reports/make-asset-report.ts";
export { newAssetReport } from "../src/server/domain/asset-reports/new-asset-report.ts";
export { printAssetReport } from "../src/server/domain/asset-reports/print-asset-report.ts";
export { createDirectory } from "../src/server/domain/connectors/directory.ts";
export { sealCredentials } from "../src/server/domain/connectors/open-login.ts";
export { makeBaseReport } from "../src/server/domain/consumer-reports/base-report/make-base-report.ts";
export { makeIncomeInsights } from "../src/server/domain/consumer-reports/income/make-income-insights.ts";
export { makeNetworkInsights } from "../src/server/domain/consumer-reports/make-network-insights.ts";
export { enrich } from "../src/server/domain/enrichment/enrich.ts";
export { enrichTransaction } from "../src/server/domain/enrichment/enrich-transaction.ts";
export { loadKnowledge } from "../src/server/domain/enrichment/knowledge.ts";
export { FINANCE_CATEGORIES } from "../src/server/domain/enrichment/taxonomy.ts";
export { makeGrant } from "../src/server/domain/grants/make-grant.ts";
export { readerAccounts } from "../src/server/domain/grants/reader-account.ts";
export { claimGrant } from "../src/server/domain/grants/use-grant.ts";
export { digest } from "../src/server/domain/identifiers.ts";
export { eraseRemovedItem } from "../src/server/domain/items/erase-removed-item.ts";
export { incomeOf } from "../src/server/domain/items/income.ts";
export { issuePublicToken } from "../src/server/domain/items/public-token.ts";
export { newJob } from "../src/server/domain/jobs/job.ts";
export { newItem } from "../src/server/domain/link/new-item.ts";
export { limitStoreWaits } from "../src/server/domain/store-wait.ts";
export { matchTransactions } from "../src/server/domain/transactions/match/match-transactions.ts";
export { nothingTells, scenarios } from "../src/server/domain/transactions/match/pairs.fixture.ts";
export { rowOf } from "../src/server/domain/transactions/match/row.ts";
export {
  judge,
  ruleCases,
} from "../src/server/domain/transactions/match/rule/rule-cases.fixture.ts";
export { pullTransactions } from "../src/server/domain/transactions/pull-transactions.ts";
export { recurringStreamsIn } from "../src/server/domain/transactions/recurring/recurring-streams.ts";
export {
  changesBetween,
  enrichChanges,
} from "../src/server/domain/transactions/transaction-changes.ts";
export { newFeed } from "../src/server/domain/transactions/transaction-feed.ts";
export { writeChanges } from "../src/server/domain/transactions/write-changes.ts";
export { DOORS } from "../src/server/doors/index.ts";
export { readStatements } from "../src/server/formats/index.ts";
export { openStatements } from "../src/server/formats/open-statements.ts";
export { WRITERS } from "../src/server/formats/writers.ts";
export { openServices } from "../src/server/host/open-services.ts";
export { readSettings } from "../src/server/host/settings/settings.ts";
export { job } from "../src/server/jobs/job.ts";
export { createWorker, WORKER_LIMITS } from "../src/server/jobs/worker.ts";
export { openDatabase } from "../src/server/store/dialects/index.ts";
export { partition } from "../src/server/store/dialects/postgres/partitions/partition.ts";
export { openStore } from "../src/server/store/open-store.ts";
export { startCluster } from "../src/testing/failover/cluster.ts";
export { DISTURBANCES } from "../src/testing/failover/disturbances.ts";
export { startReceiver } from "../src/testing/failover/receiver.ts";
export { runFailovers } from "../src/testing/failover/run-failovers.ts";
export { freePorts } from "../src/testing/free-ports.ts";
export { startServer } from "../src/testing/postgres/server.ts";
export * as sampleReports from "../src/testing/store-contract/sample-report.ts";
export * as samples from "../src/testing/store-contract/samples.ts";
export { TEST_CIPHER } from "../src/testing/store-contract/test-cipher.ts";
export { CERTIFICATE, KEY } from "../src/testing/test-app/certificate.ts";
export { KEYS } from "../src/testing/traffic/keys.ts";
export { measureAccuracy } from "./enrichment/accuracy.ts";
