import { REACHED, type TrafficStore } from "../../domain/dashboard/traffic.ts";
import type { Database, Queryable } from "../tables.ts";
import { linkUsesAt } from "./link-uses-at.ts";
import { pageOf, rangeOf } from "./page-cursor.ts";
import { countErrors, REQUEST, requestList } from "./request-list.ts";
import { forgetTraffic } from "./traffic-retention.ts";
import { writeTraffic } from "./traffic-writer.ts";
import { funnelOf } from "./visit-totals.ts";

const ORDERS = {
  began: ["started_at", "link_session_id"],
  outcome: ["outcome", "started_at", "link_session_id"],
} as const;

/** The log of requests and of uses of Link. */
export const traffic = (db: Database): TrafficStore => ({
  add: (batches) => writeTraffic(db, batches),

  requests: (request) => requestList(db, request),

  errors: (clientId, since) => countErrors(db, clientId, since),

  requestById: async (requestId) => {
    const row = await db
      .selectFrom("request_log")
      .select([...REQUEST, "request", "response"])
      .where("request_id", "=", requestId)
      .executeTakeFirst();
    return row ?? null;
  },

  linkUses: async (request) => {
    const { clientId, outcome, sort, limit } = request;
    const equal = {
      ...(clientId !== null && { client_id: clientId }),
      ...(outcome !== null && { outcome }),
    };
    const range = rangeOf({ equal, order: ORDERS[sort] }, request);
    const rows = await db.inIndexOrder((statements) =>
      selectLinkUses(statements)
        .where(range.condition)
        .orderBy(range.order)
        .limit(limit + 1)
        .execute(),
    );
    return pageOf(rows.map(linkUseOf), request, (row) =>
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

  funnel: (clientId, since) => funnelOf(db, clientId, since),

  linkUsesAt: (...request) => linkUsesAt(db, ...request),

  purge: (before, most) => forgetTraffic(db, before, most),
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
