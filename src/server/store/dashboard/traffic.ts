import { REACHED, type TrafficStore } from "../../domain/dashboard/traffic.ts";
import type { Database, Queryable } from "../tables.ts";
import { direction, isAfter, pageOf } from "./page.ts";
import { forgetTraffic } from "./traffic-retention.ts";
import { writeTraffic } from "./traffic-writer.ts";
import { funnelOf } from "./visit-totals.ts";
import { visitsAt } from "./visits-at.ts";

/** The log of requests and of uses of Link. */
export const traffic = (db: Database): TrafficStore => ({
  add: (batches) => writeTraffic(db, batches),

  requests: async (request) => {
    const { clientId, failed, path, limit } = request;
    const rows = await db
      .selectFrom("request_log")
      .select(REQUEST)
      .where(isAfter("at", "request_id", request))
      .$if(clientId !== null, (query) => query.where("client_id", "=", clientId))
      .$if(failed, (query) => query.where("failed", "=", 1))
      .$if(path !== null, (query) => query.where("path", "=", path ?? ""))
      .orderBy("at", direction(request))
      .orderBy("request_id", direction(request))
      .limit(limit + 1)
      .execute();
    return pageOf(rows, request, ({ at, requestId }) => ({ at, id: requestId }));
  },

  requestById: async (requestId) => {
    const row = await db
      .selectFrom("request_log")
      .select([...REQUEST, "request", "response"])
      .where("request_id", "=", requestId)
      .executeTakeFirst();
    return row ?? null;
  },

  visits: async (request) => {
    const { clientId, outcome, limit } = request;
    const rows = await selectVisits(db)
      .where(isAfter("started_at", "link_session_id", request))
      .$if(clientId !== null, (query) => query.where("client_id", "=", clientId ?? ""))
      .$if(outcome !== null, (query) => query.where("outcome", "=", outcome ?? "running"))
      .orderBy("started_at", direction(request))
      .orderBy("link_session_id", direction(request))
      .limit(limit + 1)
      .execute();
    return pageOf(rows.map(visitOf), request, ({ startedAt, linkSessionId }) => ({
      at: startedAt,
      id: linkSessionId,
    }));
  },

  visitById: async (linkSessionId) => {
    const row = await selectVisits(db)
      .where("link_session_id", "=", linkSessionId)
      .executeTakeFirst();
    return row ? visitOf(row) : null;
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

  visitsAt: (...request) => visitsAt(db, ...request),

  forget: (before, most) => forgetTraffic(db, before, most),
});

const REQUEST = [
  "request_id as requestId",
  "client_id as clientId",
  "path",
  "status",
  "error_code as errorCode",
  "version",
  "ms",
  "at",
] as const;

const selectVisits = (db: Queryable) =>
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

type VisitRow = Awaited<ReturnType<ReturnType<typeof selectVisits>["execute"]>>[number];

const visitOf = ({ reached, updateMode, ...row }: VisitRow) => ({
  ...row,
  reached: REACHED[reached] ?? ("opened" as const),
  updateMode: updateMode === 1,
});
