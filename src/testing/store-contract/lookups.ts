import {
  type CompiledQuery,
  createQueryId,
  type KyselyPlugin,
  type RootOperationNode,
} from "kysely";
import type { Store } from "../../server/domain/store.ts";
import { newFeed } from "../../server/domain/transactions/transaction-feed.ts";
import { openStore } from "../../server/store/open-store.ts";
import { ALL_TIME, type Database, type Queryable } from "../../server/store/tables.ts";
import {
  itemInReport,
  piecesOf,
  READY,
  sampleCopy,
  sampleDraft,
  sampleReport,
} from "./sample-report.ts";
import {
  BALANCES,
  NOW,
  sampleClient,
  sampleItem,
  sampleJob,
  sampleSession,
  sampleTransaction,
} from "./samples.ts";
import { TEST_CIPHER } from "./test-cipher.ts";

/** Returns the compiled queries of some work on a store that has the schema only. */
export const queriesOf = async (
  plain: Database,
  work: (store: Store, begin: () => void) => Promise<void>,
): Promise<CompiledQuery[]> => {
  const nodes: RootOperationNode[] = [];
  const listen: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const { readCommitted, skipLocked, leaseTime, isAnyOf, eraseDeleted, isBusy } = plain;
  const { makePartsAhead, dropExpiredParts } = plain;
  const listening = plain.withPlugin(listen);
  const db: Database = Object.assign(listening, {
    transact: <T>(work: (transaction: Queryable) => Promise<T>) =>
      listening.transaction().execute(work),
    byIndex: <T>(work: (statements: Queryable) => Promise<T>) => work(listening),
    inIndexOrder: <T>(work: (statements: Queryable) => Promise<T>) => work(listening),
    ...{ readCommitted, skipLocked, leaseTime, isAnyOf, eraseDeleted, isBusy },
    ...{ makePartsAhead, dropExpiredParts },
    // One time span, so that each list takes one statement.
    timeSpans: async () => [ALL_TIME],
  });
  const store = await openStore(db, TEST_CIPHER);
  await work(store, () => {
    nodes.length = 0;
  });
  const queries = nodes
    .splice(0)
    .map((node) => db.getExecutor().compileQuery(node, createQueryId()));
  return queries.map((query) => ({ ...query, parameters: query.parameters.map(bindable) }));
};

/** Lists of requests by order and filter, from the beginning and from a later row. */
export const fetchRequestLists = async (
  plain: Database,
): Promise<{ list: string; query: CompiledQuery }[]> => {
  const lists = [];
  const { sorts, choices } = REQUEST_LISTS;
  for (const sort of sorts)
    for (const choice of choices)
      for (const after of [null, [NOW, "request-1"]]) {
        const [query] = await queriesOf(plain, async ({ traffic }, begin) => {
          begin();
          await traffic.requests({
            ...{
              clientId: null,
              failed: false,
              errorCode: null,
              path: null,
              itemId: null,
              since: null,
              until: null,
            },
            ...{ ...choice, sort, after, order: "descending", limit: 50 },
          });
        });
        const list = [sort, ...Object.keys(choice), ...(after ? ["after"] : [])].join(" ");
        if (query) lists.push({ list, query });
      }
  return lists;
};

const REQUEST_LISTS = {
  sorts: ["time", "latency"],
  choices: [
    {},
    { since: NOW },
    { clientId: "client-1" },
    { clientId: "client-1", since: NOW },
    { path: "/auth/get" },
    { path: "/auth/get", clientId: "client-1", since: NOW },
    { failed: true },
    { failed: true, clientId: "client-1", since: NOW },
    { failed: true, path: "/auth/get" },
    { errorCode: "RATE_LIMIT" },
    { itemId: "item-1", failed: true, clientId: "client-1" },
    { errorCode: "RATE_LIMIT", clientId: "client-1", path: "/auth/get", since: NOW },
  ],
} as const;

/** Returns the compiled queries of every lookup of a store that has the schema only. */
export const lookupsOf = (plain: Database): Promise<CompiledQuery[]> => queriesOf(plain, callAll);

async function callAll(store: Store, begin: () => void): Promise<void> {
  const {
    clients,
    dashboardSessions,
    consents,
    linkTokens,
    sessions,
    items,
    publicTokens,
    processorTokens,
  } = store;
  const { assetReports, institutions, itemStatus, usage, jobs, transactions } = store;
  await clients.add(sampleClient());
  await sessions.start(sampleSession());
  await items.create(sampleItem("1"));
  const lease = { now: NOW, lease: "lease", leaseUntil: NOW + 60_000, limit: 2, perLane: 1 };
  await jobs.add([sampleJob("1"), sampleJob("2", { lane: "other" })]);
  begin();

  await clients.byClientId("client-1");
  await clients.byPublicKey("public-key-1");
  await clients.first();
  await clients.originsOfClientsWith("https://shop.example");
  await clients.allowOrigin("client-1", "https://a.example", 9);
  await clients.disallowOrigin("client-1", "https://a.example");
  await dashboardSessions.byTokenDigest("session-1");
  await dashboardSessions.end("session-1");
  await sessions.byTokenDigest("session-token-1");
  await sessions.start(sampleSession({ linkSessionId: "session-2", tokenDigest: "other" }));
  await sessions.advance(sampleSession(), { step: { at: "institution" } });
  await sessions.byLinkTokenDigest("link-1");
  await sessions.submission(sampleSession());
  await sessions.claim(sampleSession(), "first", NOW, NOW + 1);
  await linkTokens.byDigest("link-1");
  await consents.ofItem("item-1");
  await items.byItemId("item-1");
  await items.findByAccessToken("access-1");
  await items.accounts("item-1");
  await items.addProducts("item-1", ["assets"]);
  await institutions.revision();
  await institutions.remove("ins_1", 0);
  await publicTokens.byDigest("public-1");
  await publicTokens.redeem("public-1", NOW);
  const [job] = await jobs.claim({ ...lease, busy: new Map() });
  if (!job) throw new Error("a job is due");
  await jobs.renew([job], { now: NOW, leaseUntil: NOW + 1 });
  await jobs.complete(job);
  await jobs.count("sample");
  await items.compareAndSetStatus(sampleItem("1").item, { error: null, loggedInAt: NOW });
  await processorTokens.byDigest("processor-1");
  await itemStatus.of("item-1");
  await usage.totals("2026-01-01", "2026-02-01");
  await usage.totals("2026-01-01", "2026-02-01", "client-1");
  await institutions.liveItems("ins_1");
  await store.traffic.funnel("client-1", NOW);
  await store.portalUsers.reports("item-1");
  await assetReports.create(sampleReport("1"), []);
  await assetReports.byTokenDigest("assets-1");
  const draft = sampleDraft("report-1");
  await assetReports.begin(draft);
  await assetReports.discard(draft, ["item-a-account-1"]);
  await assetReports.write(draft, piecesOf("item-a"), itemInReport("item-a"));
  await assetReports.complete(draft, READY, []);
  await assetReports.items("report-1");
  await assetReports.piece("report-1", "item-a-account-1", "transactions", 0);
  await assetReports.writePdf("report-1", 0, Buffer.from("%PDF"));
  await assetReports.completePdf("report-1");
  await assetReports.pdfPiece("report-1", 0);
  await assetReports.copy("report-1", sampleReport("2", { state: READY }), []);
  await assetReports.addAuditCopy(sampleCopy("copy-1", "report-1"));
  await assetReports.auditCopy("copy-1");
  await assetReports.removeAuditCopy("copy-1");
  await assetReports.remove("report-1");
  const period = { from: "2026-01-01", to: "2026-01-31" };
  const pages = { after: 0, upTo: 9, count: 5 };
  await transactions.begin(newFeed("item-1"));
  const feed = await transactions.feed("item-1");
  if (!feed) throw new Error("the feed has begun");
  const one = sampleTransaction("1");
  const changes = { added: [one], modified: [], removed: [] };
  await transactions.apply(feed, changes, feed);
  await transactions.inPeriod("item-1", period);
  await store.connectorStates.byItemId("item-1");
  await store.connectorStates.replace("item-1", 0, "first");
  await store.connectorStates.replace("item-1", 1, "second");
  for (const accountIds of [null, [one.account_id]])
    for (const withDescription of [false, true])
      await transactions.page("item-1", {
        period,
        accountIds,
        count: 5,
        offset: 0,
        withDescription,
        publicUrl: null,
      });
  const view = { withDescription: false, publicUrl: null };
  await transactions.added("item-1", { ...pages, ...view });
  await transactions.modified("item-1", 9, { ...pages, ...view });
  await transactions.removed("item-1", 9, pages);
  await items.owners("item-1");
  await items.setOwners("item-1", new Map([[one.account_id, []]]));
  await items.liabilities("item-1");
  await store.investments.readAt("item-1");
  await store.investments.find("item-1");
  await store.statements.list("item-1");
  await store.statements.byId("item-1", "statement-1");
  await store.statements.document("item-1", "statement-1");
  await store.statements.keepDocument("item-1", "statement-1", Buffer.from("%PDF-"), 1);
  await store.statements.purgeDocuments(0);
  await items.setBalances("item-1", new Map([[one.account_id, BALANCES]]), 0);
  await store.portalUsers.items({ itemId: "item-1", personId: "person-1" });
}

/** A prepared query has placeholders among its parameters. Their values change no plan. */
const bindable = (parameter: unknown): unknown =>
  typeof parameter === "object" ? null : parameter;
