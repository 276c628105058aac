import { sql } from "kysely";
import type { RequestListRequest, TrafficStore } from "../../domain/dashboard/traffic.ts";
import { isInSpan, readSpans } from "../read-spans.ts";
import type { Database, Queryable, TimeSpan } from "../tables.ts";
import { rangeOf, timeOf, toPage, unindexed } from "./page-cursor.ts";

const ORDERS = { time: ["at", "request_id"], latency: ["ms", "request_id"] } as const;

/** The columns of a request in the list. */
export const REQUEST = [
  "request_id as requestId",
  "client_id as clientId",
  "item_id as itemId",
  "path",
  "status",
  "error_code as errorCode",
  "version",
  "ms",
  "at",
] as const;

/**
 * Lists API requests. Each condition is a range of an index that covers the other conditions, even
 * among a million rows.
 */
export const requestList = async (
  db: Database,
  request: RequestListRequest,
): ReturnType<TrafficStore["requests"]> => {
  const { after, order, limit } = request;
  const reading = {
    ...{ table: "request_log", order, count: limit + 1 },
    ...{ after: timeOf(after), isByTime: sortOf(request) === "time" },
  };
  const keys = await db.inIndexOrder((statements) =>
    readSpans(db, statements, reading, (span) => selectKeys(statements, request, span)),
  );
  const page = toPage(keys, request, ({ key, requestId }) => [key, requestId]);
  return { ...page, rows: await loadRows(db, page.rows) };
};

const sortOf = ({ itemId, version = null, sort }: RequestListRequest) =>
  itemId === null && version === null ? sort : "time";

function selectKeys(db: Queryable, request: RequestListRequest, span: TimeSpan) {
  const {
    clientId,
    itemId,
    failed,
    errorCode,
    path,
    version = null,
    since,
    until,
    limit,
  } = request;
  const sort = sortOf(request);
  const isFailed = failed || errorCode !== null;
  const isRangeOfClient =
    itemId === null &&
    path === null &&
    version === null &&
    errorCode === null &&
    (!failed || sort === "latency") &&
    clientId !== null;
  const equal =
    itemId !== null
      ? { item_id: itemId }
      : errorCode !== null
        ? { error_code: errorCode }
        : version !== null
          ? { version }
          : path !== null
            ? { path }
            : isRangeOfClient
              ? { client_id: clientId }
              : {};
  const range = rangeOf({ equal, order: ORDERS[sort] }, request);
  const time = sort === "time" ? sql<number | null>`at` : sql<number | null>`at + 0`;
  return (
    db
      .selectFrom("request_log")
      .select(["request_id as requestId", "at", sort === "latency" ? "ms as key" : "at as key"])
      .where(range.condition)
      .where(isInSpan("at", span))
      // A literal: with a parameter the planner would not recognize the condition of the partial
      // index.
      .$if(isFailed, (query) => query.where(sql<boolean>`failed = 1`))
      .$if(itemId !== null && errorCode !== null, (query) =>
        query.where(unindexed("error_code"), "=", errorCode),
      )
      .$if(path !== null && !("path" in equal), (query) =>
        query.where(unindexed("path"), "=", path),
      )
      .$if(version !== null && !("version" in equal), (query) =>
        query.where(unindexed("version"), "=", version),
      )
      .$if(clientId !== null && !isRangeOfClient, (query) =>
        query.where(unindexed("client_id"), "=", clientId),
      )
      .$if(since !== null, (query) => query.where(time, ">=", since))
      .$if(until !== null, (query) => query.where(time, "<", until))
      .orderBy(range.order)
      .limit(limit + 1)
      .execute()
  );
}

/** Counts the failed requests since a moment by error code, the most frequent code first. */
export const countErrors = async (
  db: Queryable,
  clientId: string | null,
  since: number,
): ReturnType<TrafficStore["errors"]> => {
  const rows = await db
    .selectFrom("request_log")
    .select(({ fn }) => ["error_code as errorCode", fn.countAll().as("count")])
    .where(sql<boolean>`failed = 1`)
    .where(sql<number>`at + 0`, ">=", since)
    .$if(clientId !== null, (query) => query.where(unindexed("client_id"), "=", clientId))
    .groupBy("error_code")
    .execute();
  return rows
    .map(({ errorCode, count }) => ({ errorCode, count: Number(count) }))
    .sort((a, b) => b.count - a.count);
};

/** The range of times lets a partitioned log skip other days. */
async function loadRows(db: Queryable, keys: readonly { requestId: string; at: number }[]) {
  if (keys.length === 0) return [];
  const ids = keys.map(({ requestId }) => requestId);
  const times = keys.map(({ at }) => Number(at));
  const rows = await db
    .selectFrom("request_log")
    .select(REQUEST)
    .where("request_id", "in", ids)
    .where("at", ">=", Math.min(...times))
    .where("at", "<=", Math.max(...times))
    .execute();
  const byId = new Map(rows.map((row) => [row.requestId, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
