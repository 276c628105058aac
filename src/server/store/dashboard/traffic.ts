import { sql } from "kysely";
import {
  type InstitutionUses,
  REACHED,
  type TrafficStore,
} from "../../domain/dashboard/traffic.ts";
import type { LongReads } from "../long-reads.ts";
import type { Database, Queryable } from "../tables.ts";
import { loadFunnel, purgeLinkUseTotals } from "./link-use-totals.ts";
import { loadValues, rangeOf, toPage } from "./page-cursor.ts";
import { countErrors, REQUEST, requestList } from "./request-list.ts";
import { writeTraffic } from "./traffic-writer.ts";

const ORDERS = {
  began: ["started_at", "link_session_id"],
  outcome: ["outcome", "started_at", "link_session_id"],
} as const;

/** An upper bound: more versions than the API has. */
const MAX_VERSIONS = 100;

export const traffic = (db: Database, { recent }: LongReads): TrafficStore => ({
  add: (batches) => writeTraffic(db, batches),

  requests: (request) => recent((source) => requestList(source, request)),

  errors: (clientId, since) => recent((source) => countErrors(source, clientId, since)),

  versions: () =>
    recent((source) => loadValues(source, "request_log", "version", { limit: MAX_VERSIONS })),

  requestById: async (requestId) => {
    const row = await db
      .selectFrom("request_log")
      .select([...REQUEST, "request", "response"])
      .where("request_id", "=", requestId)
      .executeTakeFirst();
    return row ?? null;
  },

  linkUses: async (request) => {
    const { clientId, outcome, since = null, until = null, sort, limit } = request;
    const equal = {
      ...(clientId !== null && { client_id: clientId }),
      ...(outcome !== null && { outcome }),
    };
    const range = rangeOf({ equal, order: ORDERS[sort] }, request);
    const rows = await recent((source) =>
      source.inIndexOrder((statements) =>
        selectLinkUses(statements)
          .where(range.condition)
          .$if(since !== null, (query) => query.where("started_at", ">=", since ?? 0))
          .$if(until !== null, (query) => query.where("started_at", "<", until ?? 0))
          .orderBy(range.order)
          .limit(limit + 1)
          .execute(),
      ),
    );
    return toPage(rows.map(linkUseOf), request, (row) =>
      sort === "outcome"
        ? [row.outcome, row.startedAt, row.linkSessionId]
        : [row.startedAt, row.linkSessionId],
    );
  },

  linkUseById: async (linkSessionId) => {
    const row = await selectLinkUses(db)
      .where("link_session_id", "=", linkSessionId)
      .executeTakeFirst();
    return row ? linkUseOf(row) : null;
  },

  itemsOf: async (linkSessionId) => {
    const rows = await db
      .selectFrom("link_visit_item")
      .select("item_id")
      .where("link_session_id", "=", linkSessionId)
      .orderBy("item_id")
      .execute();
    return rows.map((row) => row.item_id);
  },

  linkUsesOf: async (itemId, limit) => {
    const rows = await selectLinkUses(db)
      .where("link_session_id", "in", (query) =>
        query.selectFrom("link_visit_item").select("link_session_id").where("item_id", "=", itemId),
      )
      .orderBy("started_at", "desc")
      .orderBy("link_session_id", "desc")
      .limit(limit)
      .execute();
    return rows.map(linkUseOf);
  },

  eventsOf: (linkSessionId) =>
    db
      .selectFrom("link_event")
      .select([
        "event_id as eventId",
        "link_session_id as linkSessionId",
        "at",
        "source",
        "name",
        "detail",
        "error_code as errorCode",
        "ms",
      ])
      .where("link_session_id", "=", linkSessionId)
      .orderBy("at")
      .orderBy("event_id")
      .limit(1000)
      .execute(),

  funnel: (clientId, since) => recent((source) => loadFunnel(source, clientId, since)),

  linkUsesAt: (...request) => recent((source) => linkUsesAt(source, ...request)),

  purge: (before, limit) => purgeTraffic(db, before, limit),
});

const selectLinkUses = (db: Queryable) =>
  db
    .selectFrom("link_visit")
    .select([
      "link_session_id as linkSessionId",
      "client_id as clientId",
      "institution_id as institutionId",
      "reached",
      "outcome",
      "exit_status as exitStatus",
      "error_code as errorCode",
      "update_mode as updateMode",
      "started_at as startedAt",
      "seen_at as seenAt",
    ]);

type LinkUseRow = Awaited<ReturnType<ReturnType<typeof selectLinkUses>["execute"]>>[number];

const linkUseOf = ({ reached, updateMode, ...row }: LinkUseRow) => ({
  ...row,
  reached: REACHED[reached] ?? ("opened" as const),
  updateMode: updateMode === 1,
});

/** The number of sessions whose events one statement reads. */
const SESSIONS_AT_ONCE = 500;

/** The latest uses of Link with an institution, with the views shown in each. */
const linkUsesAt = async (
  db: Database,
  ...[institutionId, { clientId, since, limit }]: Parameters<TrafficStore["linkUsesAt"]>
): Promise<InstitutionUses> => {
  const uses = await db
    .selectFrom("link_visit")
    .select(["link_session_id as id", "outcome", "error_code as errorCode"])
    .where("institution_id", "=", institutionId)
    .where("started_at", ">=", since)
    .$if(clientId !== null, (query) => query.where("client_id", "=", clientId ?? ""))
    .orderBy("started_at", "desc")
    .limit(limit)
    .execute();
  const views = new Map<string, string[]>(uses.map(({ id }) => [id, []]));
  for (let from = 0; from < uses.length; from += SESSIONS_AT_ONCE) {
    const events = await db
      .selectFrom("link_event")
      .select(["link_session_id as id", "detail"])
      .where(
        "link_session_id",
        "in",
        uses.slice(from, from + SESSIONS_AT_ONCE).map(({ id }) => id),
      )
      .where("name", "=", "TRANSITION_VIEW")
      .orderBy("link_session_id")
      .orderBy("at")
      .execute();
    // The detail begins with the view.
    for (const { id, detail } of events) views.get(id)?.push(detail?.split(" ")[0] ?? "");
  }
  return uses.map(({ id, outcome, errorCode }) => ({
    isConnected: outcome === "connected",
    errorCode,
    views: views.get(id)?.filter((view) => view !== "") ?? [],
  }));
};

/** The number of rows that one statement deletes, which bounds how long other writers wait. */
const ROWS_AT_ONCE = 1000;

const TABLES = [
  { table: "request_log", key: ["at", "request_id"], time: "at" },
  { table: "link_event", key: ["link_session_id", "at", "event_id"], time: "at" },
  { table: "link_visit", key: ["link_session_id"], time: "started_at" },
] as const;

/** Deletes traffic up to a time, and all but the newest `limit` requests. */
const purgeTraffic = async (db: Database, before: number, limit: number): Promise<void> => {
  const oldest = await db
    .selectFrom("request_log")
    .select("at")
    .orderBy("at", "desc")
    .offset(limit)
    .limit(1)
    .executeTakeFirst();
  for (const { table, key, time } of TABLES) {
    const until = table === "request_log" ? Math.max(before, oldest?.at ?? 0) : before;
    const columns = sql.join(key.map((column) => sql.ref(column)));
    for (const part of await db.dropExpiredParts(table, { until })) {
      const statement = sql`
        delete from ${sql.table(part)} where (${columns}) in (
          select ${columns} from ${sql.table(part)} where ${sql.ref(time)} <= ${until}
          limit ${ROWS_AT_ONCE}
        )
      `;
      while (((await statement.execute(db)).numAffectedRows ?? 0n) > 0n);
    }
  }
  await purgeLinkUseTotals(db, before);
};
