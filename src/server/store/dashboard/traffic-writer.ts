import type {
  LinkEventRecord,
  LoggedRequest,
  TrafficBatch,
} from "../../domain/dashboard/traffic.ts";
import { REACHED } from "../../domain/dashboard/traffic.ts";
import type { SessionStep } from "../../domain/link/session-step.ts";
import { column } from "../link/session-columns.ts";
import type { Database, Queryable, Tables } from "../tables.ts";

/** A statement takes some 32,000 parameters at most. */
const ROWS_AT_ONCE = 500;

/** Writes what happened, in one transaction. */
export const writeTraffic = (db: Database, batches: readonly TrafficBatch[]): Promise<void> =>
  db.transact(async (transaction) => {
    for (const { requests, events } of batches) {
      for (const rows of partsOf(requests.map(requestRow)))
        await transaction
          .insertInto("request_log")
          .values(rows)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      for (const rows of partsOf(events.map(eventRow)))
        await transaction
          .insertInto("link_event")
          .values(rows)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      await writeVisits(transaction, events);
    }
  });

function partsOf<Row>(rows: Row[]): Row[][] {
  const parts = [];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    parts.push(rows.slice(from, from + ROWS_AT_ONCE));
  return parts;
}

/** Brings the uses of Link up to what their sessions are by now. */
async function writeVisits(
  transaction: Queryable,
  events: readonly LinkEventRecord[],
): Promise<void> {
  const ids = [...new Set(events.map(({ linkSessionId }) => linkSessionId))];
  for (const part of partsOf(ids)) {
    const sessions = await transaction
      .selectFrom("link_session")
      .select([
        "link_session_id as linkSessionId",
        "client_id as clientId",
        "update_item_id as updateItemId",
        "step",
        "created_at as createdAt",
      ])
      .where("link_session_id", "in", part)
      .execute();
    const before = new Map(
      (
        await transaction
          .selectFrom("link_visit")
          .select(["link_session_id", "reached", "institution_id", "error_code"])
          .where("link_session_id", "in", part)
          .execute()
      ).map((row) => [row.link_session_id, row]),
    );
    for (const row of sessions) {
      const session = { ...row, step: column.step.read(row.step) };
      const earlier = before.get(session.linkSessionId);
      const own = events.filter(({ linkSessionId }) => linkSessionId === session.linkSessionId);
      const error = own.findLast(({ errorCode }) => errorCode !== null)?.errorCode;
      const visit = {
        // A session that has ended meanwhile no longer says which one it was.
        institution_id:
          institutionOf(session.step) ??
          own.findLast(({ source, detail }) => source === "server" && detail !== null)?.detail ??
          earlier?.institution_id ??
          null,
        reached: Math.max(earlier?.reached ?? 0, REACHED.indexOf(reachedBy(session.step))),
        outcome: outcomeOf(session.step),
        exit_status: session.step.at === "exited" ? session.step.status : null,
        error_code: error ?? earlier?.error_code ?? null,
        seen_at: Math.max(...own.map(({ at }) => at)),
      };
      await transaction
        .insertInto("link_visit")
        .values({
          ...visit,
          link_session_id: session.linkSessionId,
          client_id: session.clientId,
          update_mode: session.updateItemId === null ? 0 : 1,
          started_at: session.createdAt,
        })
        .onConflict((conflict) => conflict.column("link_session_id").doUpdateSet(visit))
        .execute();
    }
  }
}

const institutionOf = (step: SessionStep): string | null =>
  "institutionId" in step ? step.institutionId : null;

function reachedBy(step: SessionStep): (typeof REACHED)[number] {
  const at = "from" in step ? step.from : step.at;
  if (at === "institution" || at === "exited" || at === "expired") return "opened";
  if (at === "credentials") return "institution";
  return at === "accounts" || at === "connected" ? at : "login";
}

const outcomeOf = ({ at }: SessionStep): Tables["link_visit"]["outcome"] =>
  at === "connected" || at === "exited" || at === "expired" ? at : "running";

const requestRow = (request: LoggedRequest): Tables["request_log"] => ({
  request_id: request.requestId,
  client_id: request.clientId,
  path: request.path,
  status: request.status,
  failed: request.status < 400 ? 0 : 1,
  error_code: request.errorCode,
  version: request.version,
  ms: request.ms,
  at: request.at,
  request: request.request,
  response: request.response,
});

const eventRow = (event: LinkEventRecord): Tables["link_event"] => ({
  event_id: event.eventId,
  link_session_id: event.linkSessionId,
  at: event.at,
  source: event.source,
  name: event.name,
  detail: event.detail,
  error_code: event.errorCode,
  ms: event.ms,
});
