import { sql } from "kysely";
import { yieldToEventLoop } from "../domain/jobs/yield-to-event-loop.ts";
import type { Timers } from "../domain/runtime.ts";
import type { Store } from "../domain/store.ts";
import { limitStoreWaits } from "../domain/store-wait.ts";
import { assetReports } from "./asset-reports/asset-reports.ts";
import { erasePieces } from "./asset-reports/report-pieces.ts";
import { auditLog } from "./audit/audit-log.ts";
import { clientBrands, redirectUris } from "./clients/client-settings.ts";
import { clients } from "./clients/clients.ts";
import { type ColumnCipher, withCipher } from "./column-cipher.ts";
import { connectorStates } from "./connectors/connector-states.ts";
import { cashFlowSubscriptions } from "./consumer-reports/cash-flow-subscriptions.ts";
import { cashFlowMonitors, consumerReports } from "./consumer-reports/consumer-reports.ts";
import { clientList, itemInstitutions, itemList, webhookList } from "./dashboard/lists.ts";
import { members } from "./dashboard/members.ts";
import { requestTotals } from "./dashboard/request-totals.ts";
import { dashboardSessions, operators } from "./dashboard/sign-in.ts";
import { traffic } from "./dashboard/traffic.ts";
import { purgeExpired } from "./erasure/retention.ts";
import { grantAgreements } from "./grants/grant-agreements.ts";
import { grantLinks } from "./grants/grant-links.ts";
import { grants } from "./grants/grants.ts";
import { institutionChecks } from "./institutions/checks.ts";
import { institutionIds } from "./institutions/institution-ids.ts";
import { institutions } from "./institutions/institutions.ts";
import { requestCounts } from "./institutions/request-counts.ts";
import { investments } from "./items/investments.ts";
import { itemFinder } from "./items/item-finders.ts";
import { itemReads } from "./items/item-reads.ts";
import { itemStatus } from "./items/item-status.ts";
import { items } from "./items/items.ts";
import { processorTokens } from "./items/processor-tokens.ts";
import { publicTokens } from "./items/public-tokens.ts";
import { reminders } from "./items/reminders.ts";
import { statements } from "./items/statements.ts";
import { jobs } from "./jobs/jobs.ts";
import { createLaneCursors, createPauseShortener } from "./jobs/lanes.ts";
import { createOutboxWriter } from "./jobs/outbox.ts";
import { joinTransaction } from "./join-transaction.ts";
import { callCounters } from "./limits/call-counters.ts";
import { rateCounters } from "./limits/rate-counters.ts";
import { usage } from "./limits/usage.ts";
import { consents } from "./link/consents.ts";
import { linkTokens } from "./link/link-tokens.ts";
import { redirects } from "./link/redirects.ts";
import { sessionTotals } from "./link/session-totals.ts";
import { sessions } from "./link/sessions.ts";
import { type LongReads, type ReadStandby, readsOver, toReads } from "./long-reads.ts";
import { compareMigrations, migrate } from "./migrations/index.ts";
import { notifiedPulls } from "./notifications/notified-pulls.ts";
import { failedSignIns } from "./outages/failed-sign-ins.ts";
import { alerts, outages } from "./outages/outages.ts";
import { portalUsers } from "./portal-users/portal-users.ts";
import { sealedTexts } from "./sealed-texts.ts";
import { settings } from "./settings.ts";
import type { Database } from "./tables.ts";
import { transactions } from "./transactions/transactions.ts";
import { tryWrite } from "./try-write.ts";
import { legacyUses, users } from "./users/users.ts";
import { deliveries, webhookKeys } from "./webhooks/deliveries.ts";
import { webhookInbox } from "./webhooks/inbox.ts";
import { webhookTotals } from "./webhooks/webhook-totals.ts";

type Elapsed = Timers["elapsed"];

/** How a store is opened; a standby serves long reads while it is up to date. */
type StoreOptions = { elapsed?: Elapsed; standby?: ReadStandby | null };

/** Opens the store in a database, e.g. `openStore(openDatabase(address))`; brings its schema up to date. */
export const openStore = async (
  db: Database,
  cipher?: ColumnCipher,
  { elapsed = () => performance.now(), standby = null }: StoreOptions = {},
): Promise<Store> => {
  const closeAll = () => Promise.all([db.destroy(), standby?.db.destroy()]);
  try {
    // A large table takes its time.
    await limitStoreWaits(Number.POSITIVE_INFINITY, () => migrate(db));
  } catch (failure) {
    await closeAll();
    throw failure;
  }
  const listeners = new Set<() => void>();
  const announce = () => {
    for (const listener of listeners) listener();
  };
  if (cipher) for (const each of [db, standby?.db]) if (each) withCipher(each, cipher);
  const reads = standby ? readsOver(db, standby, elapsed) : toReads(db);
  const store = storeIn(db, { listeners, announce, elapsed, reads });
  return { ...store, close: async () => void (await closeAll()) };
};

/** The ports of a database; `announce` is called after a commit that added jobs. */
function storeIn(
  db: Database,
  {
    listeners,
    announce,
    elapsed,
    reads,
  }: { listeners: Set<() => void>; announce: () => void; elapsed: Elapsed; reads: LongReads },
): Store {
  const writeWithOutbox = createOutboxWriter(db, announce);
  const findItem = itemFinder(db);
  return {
    transact: async (work) => {
      let hasJobs = false;
      const answer = await db.transact((transaction) => {
        hasJobs = false;
        const note = () => {
          hasJobs = true;
        };
        const joined = joinTransaction(db, transaction);
        const own = { listeners, announce: note, elapsed, reads: toReads(joined) };
        return work(storeIn(joined, own));
      });
      if (hasJobs) announce();
      return answer;
    },
    audit: auditLog(db),
    clients: clients(db, writeWithOutbox),
    redirectUris: redirectUris(db),
    brands: clientBrands(db),
    dashboardSessions: dashboardSessions(db),
    members: members(db),
    operator: operators(db),
    traffic: traffic(db, reads),
    requestTotals: requestTotals(db, reads),
    webhookTotals: webhookTotals(db, reads),
    webhookInbox: webhookInbox(db),
    sessionTotals: sessionTotals(db, reads),
    outages: outages(db, writeWithOutbox),
    alerts: alerts(db),
    reminders: reminders(db),
    failedSignIns: failedSignIns(db, writeWithOutbox),
    lists: {
      clients: (request) => reads.recent((recent) => clientList(recent)(request)),
      items: (request) => reads.recent((recent) => itemList(recent)(request)),
      itemInstitutions: (...request) =>
        reads.recent((recent) => itemInstitutions(recent)(...request)),
      webhooks: (request) => reads.recent((recent) => webhookList(recent)(request)),
    },
    linkTokens: linkTokens(db),
    sessions: sessions(db, writeWithOutbox),
    grants: grants(db),
    grantLinks: grantLinks(db),
    grantAgreements: grantAgreements(db),
    items: items(db, writeWithOutbox, findItem),
    itemReads: itemReads(db),
    investments: investments(db, writeWithOutbox),
    statements: statements(db, writeWithOutbox),
    users: users(db, writeWithOutbox),
    portalUsers: portalUsers(db, writeWithOutbox),
    legacyUses: legacyUses(db),
    jobs: jobs(db, {
      writeWithOutbox,
      laneCursors: createLaneCursors(db, elapsed),
      shortenPauses: createPauseShortener(db, elapsed),
      announce,
      onAdded: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    }),
    deliveries: deliveries(db, writeWithOutbox),
    webhookKeys: webhookKeys(db),
    makePartsAhead: () => db.makePartsAhead(),
    purgeExpired: purgeExpired(db),
    connectorStates: connectorStates(db, writeWithOutbox),
    notifiedPulls: notifiedPulls(db, writeWithOutbox),
    transactions: transactions(db, writeWithOutbox, findItem, reads),
    assetReports: assetReports(db, writeWithOutbox),
    cashFlowMonitors: cashFlowMonitors(db, writeWithOutbox),
    cashFlowSubscriptions: cashFlowSubscriptions(db),
    consumerReports: consumerReports(db, writeWithOutbox),
    publicTokens: publicTokens(db),
    redirects: redirects(db),
    institutions: institutions(db),
    institutionChecks: institutionChecks(db, writeWithOutbox),
    institutionIds: institutionIds(db),
    processorTokens: processorTokens(db, writeWithOutbox),
    itemStatus: itemStatus(db, findItem),
    usage: usage(db),
    rateCounters: rateCounters(db),
    callCounters: callCounters(db),
    requestCounts: requestCounts(db),
    settings: settings(db),
    schema: schema(db),
    tryWrite: tryWrite(db),
    consents: consents(db),
    sealedTexts: sealedTexts(db),
    eraseDeletedRows: async () => {
      await erasePieces(db, writeWithOutbox, yieldToEventLoop);
      return db.eraseDeleted();
    },
    isBusy: db.isBusy,
    close: () => db.destroy(),
  };
}

/** Compares the applied migrations with those that this version knows. */
const schema =
  (db: Database): Store["schema"] =>
  async () => {
    const query = sql<{ name: string }>`select name from kysely_migration`.compile(db);
    return compareMigrations((await db.readCommitted(query)).map(({ name }) => name));
  };
