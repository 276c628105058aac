import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CompiledQuery, sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { withParameters } from "../../../testing/postgres/databases.ts";
import { testDatabases } from "../../../testing/postgres/test-databases.ts";
import { queriesOf } from "../../../testing/store-contract/lookups.ts";
import { sampleClient } from "../../../testing/store-contract/samples.ts";
import { TEST_CIPHER } from "../../../testing/store-contract/test-cipher.ts";
import type { Cursor } from "../../domain/dashboard/lists.ts";
import type { Store } from "../../domain/store.ts";
import { postgres } from "../dialects/postgres.ts";
import { sqlite } from "../dialects/sqlite.ts";
import { openStore } from "../open-store.ts";
import type { Database, Queryable } from "../tables.ts";

const databases = await testDatabases();

/** The number of rows in each table. The oldest rows are those of the small client, the rare state, and so on. */
const ROWS = 8000;
const RARE = 150;
const LIMIT = 10;

/** A list, the leading columns of its index, and the function that reads the list. */
type List = {
  name: string;
  columns: string[];
  /**
   * The maximum number of rows in the range. If the other conditions match no row, the query reads
   * the whole range.
   */
  limit: number;
  read(store: Store, page: { after: Cursor | null; order: Order; limit: number }): unknown;
  after: Cursor;
};
type Order = "ascending" | "descending";

describe("a list of the Dashboard on PostgreSQL", () => {
  test("reads a page of its range, for any distribution of rows and any estimate of the planner", async () => {
    const address = await databases.migratedDatabase();
    const db = postgres.open(withParameters(address, "pool_size=1"));
    onTestFinished(() => db.destroy());
    const store = await openStore(db, TEST_CIPHER);
    for (const clientId of ["client-small", "client-large"])
      await store.clients.add(sampleClient({ clientId, publicKey: clientId }));
    for (const statement of FILL) await sql.raw(statement).execute(db);
    for (const list of LISTS)
      for (const { query, name } of await fetchPages(db, list))
        for (const mode of ["custom", "generic"] as const) {
          const count = await db.inIndexOrder((statements) => rowsRead(statements, query, mode));
          expect([name, mode, count, count <= list.limit]).toEqual([name, mode, count, true]);
        }
  });
});

test("a list of the Dashboard is a range of one index on SQLite", async () => {
  const folder = await mkdtemp(join(tmpdir(), "service-link-lists-"));
  const db = sqlite.open(join(folder, "store.db"));
  onTestFinished(async () => {
    await db.destroy();
    await rm(folder, { recursive: true });
  });
  for (const list of LISTS)
    for (const { query, name } of await fetchPages(db, list)) {
      const { rows } = await db.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]),
      );
      const [step = ""] = rows.map(({ detail }) => detail);
      const index = / INDEX (\w+)/.exec(step)?.[1] ?? "none";
      const columns = await sql<{ name: string }>`
        select name from pragma_index_info(${index}) order by seqno`.execute(db);
      const first = columns.rows.slice(0, list.columns.length).map((column) => column.name);
      expect([name, index, first]).toEqual([name, index, list.columns]);
      expect(rows.map(({ detail }) => detail).filter((detail) => /B-TREE/.test(detail))).toEqual(
        name.includes("sorted") ? [expect.stringContaining("ORDER BY")] : [],
      );
    }
});

const CLIENTS = { all: null, small: "client-small" };

/** All lists, each with the columns of its index. */
const LISTS: List[] = [...webhooks(), ...items(), ...linkUses(), ...requests()];

function webhooks(): List[] {
  const ofItem = ["created", "state"].map((sort) => ({
    name: `webhooks of an Item by ${sort}${sort === "state" ? ", sorted" : ""}`,
    columns: ["item_id", "created_at"],
    limit: RARE,
    after: sort === "state" ? ["failed", 7, "delivery"] : [7, "delivery"],
    read: ({ lists }: Store, page: Page) =>
      lists.webhooks({
        ...page,
        clientId: "client-small",
        itemId: "item-small",
        state: "given_up",
        sort: sort === "state" ? "state" : "created",
      }),
  }));
  const ofEvent = ([null, "given_up"] as const).flatMap((state) =>
    Object.values(CLIENTS).map((clientId) => ({
      name: `webhooks of ${clientId} and an event in ${state}`,
      columns: ["webhook", "created_at", "delivery_id"],
      limit: clientId || state ? RARE : LIMIT + 1,
      after: [100, "delivery"],
      read: ({ lists }: Store, page: Page) =>
        lists.webhooks({
          ...{ ...page, clientId, itemId: null, webhook: "RARE:EVENT", state },
          sort: "state",
        }),
    })),
  );
  return [
    ...ofItem,
    ...ofEvent,
    ...Object.values(CLIENTS).flatMap((clientId) =>
      ([null, "given_up"] as const).flatMap((state) =>
        (["created", "state"] as const).map((sort) => ({
          name: `webhooks of ${clientId} in ${state} by ${sort}`,
          columns: [
            ...(clientId ? ["client_id"] : []),
            ...(state || sort === "state" ? ["state"] : []),
            ...["created_at", "delivery_id"],
          ],
          limit: LIMIT + 1,
          after: sort === "state" ? ["given_up", 100, "delivery"] : [100, "delivery"],
          read: ({ lists }: Store, page: Page) =>
            lists.webhooks({ ...page, clientId, itemId: null, state, sort }),
        })),
      ),
    ),
  ];
}

function items(): List[] {
  return Object.values(CLIENTS).flatMap((clientId) =>
    [null, "ins_rare"].flatMap((institutionId) =>
      (["live", "error", "removed"] as const).map((state) => ({
        name: `Items of ${clientId} at ${institutionId}, ${state}`,
        columns: [
          ...(clientId ? ["client_id"] : []),
          ...(institutionId ? ["institution_id"] : []),
          ...["created_at", "item_id"],
        ],
        // Items of a client at an institution have one index, whether live or removed.
        limit: clientId && institutionId && state !== "error" ? RARE : LIMIT + 1,
        after: [100, "item"],
        read: ({ lists }: Store, page: Page) =>
          lists.items({ ...page, clientId, institutionId, state }),
      })),
    ),
  );
}

function linkUses(): List[] {
  return Object.values(CLIENTS).flatMap((clientId) =>
    ([null, "expired"] as const).flatMap((outcome) =>
      (["began", "outcome"] as const).map((sort) => ({
        name: `uses of Link of ${clientId}, ${outcome}, by ${sort}`,
        columns: [
          ...(clientId ? ["client_id"] : []),
          ...(outcome || sort === "outcome" ? ["outcome"] : []),
          ...["started_at", "link_session_id"],
        ],
        limit: LIMIT + 1,
        after: sort === "outcome" ? ["expired", 100, "session"] : [100, "session"],
        read: ({ traffic }: Store, page: Page) =>
          traffic.linkUses({ ...page, clientId, outcome, sort }),
      })),
    ),
  );
}

/** A list of requests has one condition as its range; the others narrow the rows of that range. */
function requests(): List[] {
  const narrowings = [
    { equal: {}, column: [] },
    { equal: { clientId: "client-small" }, column: ["client_id"] },
    { equal: { path: "/rare" }, column: ["path"] },
    { equal: { path: "/rare", clientId: "client-small" }, column: ["path"], limit: RARE },
    { equal: { path: "/rare", failed: true }, column: ["path"], limit: RARE },
    { equal: { errorCode: "RARE" }, column: ["error_code"] },
    { equal: { itemId: "item-rare" }, column: ["item_id"] },
    { equal: { version: "rare" }, column: ["version"] },
    {
      equal: { version: "rare", path: "/rare", failed: true, clientId: "client-small" },
      column: ["version"],
      limit: RARE,
    },
    {
      equal: { itemId: "item-rare", errorCode: "RARE", clientId: "client-small" },
      column: ["item_id"],
      limit: RARE,
    },
    {
      equal: { errorCode: "RARE", path: "/rare", clientId: "client-small" },
      column: ["error_code"],
      limit: RARE,
    },
  ];
  return narrowings.flatMap(({ equal, column, limit = LIMIT + 1 }) =>
    (["time", "latency"] as const).map((sort) => {
      const isSorted = sort === "latency" && column[0] === "error_code";
      const order =
        sort === "time" || /^(item_id|version)$/.test(column[0] ?? "")
          ? ["at", "request_id"]
          : ["ms", "request_id"];
      return {
        name: `requests of ${Object.keys(equal)} by ${sort}${isSorted ? ", sorted" : ""}`,
        columns: isSorted ? column : [...column, ...order],
        limit: isSorted ? RARE : limit,
        after: [100, "request"],
        read: ({ traffic }: Store, page: Page) =>
          traffic.requests({
            ...{
              clientId: null,
              failed: false,
              errorCode: null,
              path: null,
              itemId: null,
              since: null,
              until: null,
            },
            ...{ ...equal, ...page, sort },
          }),
      };
    }),
  );
}

type Page = Parameters<List["read"]>[1];

/** The queries of a list's first page and of a later page, in both orders. */
async function fetchPages(db: Database, { name, read, after }: List) {
  const pages = [];
  for (const order of ["ascending", "descending"] as const)
    for (const from of [null, after]) {
      const [query] = await queriesOf(db, async (store, begin) => {
        begin();
        await read(store, { after: from, order, limit: LIMIT });
      });
      if (query) pages.push({ query, name: `${name}, ${order}${from ? ", from a row on" : ""}` });
    }
  expect(pages).toHaveLength(4);
  return pages;
}

type Plan = {
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  "Relation Name"?: string;
  Plans?: Plan[];
};

/** The number of rows that a query reads from the listed table, under a custom plan and under a generic plan. */
async function rowsRead(
  db: Queryable,
  { sql: text, parameters }: CompiledQuery,
  mode: "custom" | "generic",
): Promise<number> {
  const values = parameters.map((value) =>
    typeof value === "string" ? `'${value}'` : String(value),
  );
  await sql.raw(`set local plan_cache_mode = force_${mode}_plan`).execute(db);
  await sql.raw(`prepare listing as ${text}`).execute(db);
  const { rows } = await db.executeQuery<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    CompiledQuery.raw(`explain (analyze, format json) execute listing(${values})`),
  );
  await sql`deallocate listing`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("PostgreSQL explains each query");
  return rowsIn(row["QUERY PLAN"][0].Plan);
}

function rowsIn(plan: Plan): number {
  const below = (plan.Plans ?? []).reduce((sum, each) => sum + rowsIn(each), 0);
  const isListed = /^(webhook_delivery|item|link_visit|request_log)$/.test(
    plan["Relation Name"] ?? "",
  );
  if (!isListed) return below;
  const { "Rows Removed by Filter": filtered = 0, "Rows Removed by Index Recheck": again = 0 } =
    plan;
  return below + (plan["Actual Rows"] + filtered + again) * plan["Actual Loops"];
}

/** The planner knows the share of each value, but not that all rare rows are the oldest. */
const FILL = [
  `insert into webhook_delivery (delivery_id, client_id, item_id, url, webhook, sealed_body, created_at, tried_since, state)
   select 'delivery-' || n, ${small("client")}, ${small("item")}, 'u', case when n < ${RARE} then 'RARE:EVENT' else 'w' end, 's', n, n,
     case when n < ${RARE} then 'given_up' else 'delivered' end from ${numbers()}`,
  `insert into item (item_id, client_id, institution_id, access_token_digest, access_token_generation, products, sealed_login, created_at, error, removed_at)
   select 'item-' || n, ${small("client")}, case when n < ${RARE} then 'ins_rare' else 'ins_other' end, n, 0, '[]', 's', n,
     case when n % 2 = 0 then 'ITEM_LOGIN_REQUIRED' end, case when n % 3 = 0 then n end from ${numbers()}`,
  `insert into link_visit (link_session_id, client_id, reached, outcome, update_mode, started_at, seen_at)
   select 'session-' || n, ${small("client")}, 1, case when n < ${RARE} then 'expired' else 'connected' end, 0, n, n
   from ${numbers()}`,
  `insert into request_log (request_id, client_id, path, version, status, failed, error_code, item_id, ms, at)
   select 'request-' || n, ${small("client")}, case when n < ${RARE} then '/rare' else '/other' end, case when n < ${RARE} then 'rare' else 'new' end, 400, 1,
     case when n < ${RARE} then 'RARE' else 'OTHER' end, case when n < ${RARE} then 'item-rare' else 'item-' || n % 40 end, n, n from ${numbers()}`,
  "analyze",
];

function numbers(): string {
  return `generate_series(0, ${ROWS - 1}) as n`;
}

function small(kind: string): string {
  return `case when n < ${RARE} then '${kind}-small' else '${kind}-large' end`;
}
