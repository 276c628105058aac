import type {
  LinkEventRecord,
  LoggedRequest,
  TrafficBatch,
} from "../../domain/dashboard/traffic.ts";
import { REACHED } from "../../domain/dashboard/traffic.ts";
import type { SessionStep } from "../../domain/link/session-step.ts";
import { column } from "../link/session-columns.ts";
import type { Database, Queryable, Tables } from "../tables.ts";
import { moveUses, type UseChange } from "./link-use-totals.ts";

/** One statement takes some 32,000 parameters at most. */
const ROWS_AT_ONCE = 500;

/** Writes events in one transaction. */
export const writeTraffic = (db: Database, batches: readonly TrafficBatch[]): Promise<void> =>
  db.transact(
    async (transaction) => {
      const events = batches.flatMap((batch) => batch.events);
      for (const rows of splitRows(batches.flatMap(({ requests }) => requests.map(requestRow))))
        await transaction
          .insertInto("request_log")
          .values(rows)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      for (const rows of splitRows(events.map(eventRow)))
        await transaction
          .insertInto("link_event")
          .values(rows)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      await moveUses(transaction, await writeUses(transaction, events));
    },
    // The update locks the row of a use of Link and compares its previous values, so it needs no
    // stronger isolation.
    { isolation: "read committed" },
  );

function splitRows<Row>(rows: Row[]): Row[][] {
  const parts = [];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    parts.push(rows.slice(from, from + ROWS_AT_ONCE));
  return parts;
}

/** Updates the uses of Link from the current state of their sessions; returns the changes. */
async function writeUses(
  transaction: Queryable,
  events: readonly LinkEventRecord[],
): Promise<UseChange[]> {
  const eventsOf = new Map<string, LinkEventRecord[]>();
  for (const event of events) {
    const own = eventsOf.get(event.linkSessionId);
    if (own) own.push(event);
    else eventsOf.set(event.linkSessionId, [event]);
  }
  const changes: UseChange[] = [];
  // All writers lock uses in the same order, which prevents deadlocks.
  for (const part of splitRows([...eventsOf.keys()].toSorted())) {
    const sessions = await transaction
      .selectFrom("link_session")
      .select([
        "link_session_id as linkSessionId",
        "client_id as clientId",
        "update_item_id as updateItemId",
        "step",
        "results",
        "created_at as createdAt",
      ])
      .where("link_session_id", "in", part)
      .orderBy("link_session_id")
      .execute();
    const uses = new Map(
      (await selectUses(transaction).where("link_session_id", "in", part).execute()).map((use) => [
        use.link_session_id,
        use,
      ]),
    );
    const items: Tables["link_visit_item"][] = [];
    for (const row of sessions) {
      const session = { ...row, step: column.step.read(row.step) };
      const results = column.results.read(row.results).map(({ itemId }) => itemId);
      for (const item_id of new Set([...results, ...(row.updateItemId ? [row.updateItemId] : [])]))
        items.push({ link_session_id: row.linkSessionId, item_id });
      const id = session.linkSessionId;
      // Compare-and-set: another process may have written the row since this process read it.
      for (let previous = uses.get(id); ; previous = await findUse(transaction, id)) {
        const updated = toUse(session, eventsOf.get(id) ?? [], previous);
        if (!(await replaceUse(transaction, previous, updated))) continue;
        changes.push({ before: previous ?? null, after: updated });
        break;
      }
    }
    for (const rows of splitRows(items))
      await transaction
        .insertInto("link_visit_item")
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  }
  return changes;
}

type LinkUseRow = Tables["link_visit"];

const selectUses = (transaction: Queryable) =>
  transaction
    .selectFrom("link_visit")
    .select([
      "link_session_id",
      "client_id",
      "institution_id",
      "reached",
      "error_code",
      "started_at",
    ]);

type EarlierUse = Awaited<ReturnType<ReturnType<typeof selectUses>["execute"]>>[number];

const findUse = (transaction: Queryable, id: string): Promise<EarlierUse | undefined> =>
  selectUses(transaction).where("link_session_id", "=", id).executeTakeFirst();

/** Writes a use of Link by compare-and-set; false if it has changed since it was read. */
async function replaceUse(
  transaction: Queryable,
  previous: EarlierUse | undefined,
  { link_session_id, client_id, update_mode, started_at, ...changes }: LinkUseRow,
): Promise<boolean> {
  if (!previous) {
    const { numInsertedOrUpdatedRows = 0n } = await transaction
      .insertInto("link_visit")
      .values({ link_session_id, client_id, update_mode, started_at, ...changes })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows > 0n;
  }
  const { institution_id, reached, error_code } = previous;
  const { numUpdatedRows } = await transaction
    .updateTable("link_visit")
    .set(changes)
    .where("link_session_id", "=", link_session_id)
    .where("reached", "=", reached)
    .where("institution_id", institution_id === null ? "is" : "=", institution_id)
    .where("error_code", error_code === null ? "is" : "=", error_code)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type Session = {
  linkSessionId: string;
  clientId: string;
  updateItemId: string | null;
  step: SessionStep;
  createdAt: number;
};

/** A use of Link from its session, its new events and its previous row. */
function toUse(
  { linkSessionId, clientId, updateItemId, step, createdAt }: Session,
  events: readonly LinkEventRecord[],
  previous: EarlierUse | undefined,
): LinkUseRow {
  const error = events.findLast(({ errorCode }) => errorCode !== null)?.errorCode;
  return {
    link_session_id: linkSessionId,
    client_id: previous?.client_id ?? clientId,
    // A session that has ended no longer names its institution.
    institution_id:
      findInstitution(step) ??
      events.findLast(({ source, detail }) => source === "server" && detail !== null)?.detail ??
      previous?.institution_id ??
      null,
    reached: Math.max(previous?.reached ?? 0, REACHED.indexOf(reachedBy(step))),
    outcome: toOutcome(step),
    exit_status: step.at === "exited" ? step.status : null,
    error_code: error ?? previous?.error_code ?? null,
    update_mode: updateItemId === null ? 0 : 1,
    started_at: previous?.started_at ?? createdAt,
    seen_at: Math.max(...events.map(({ at }) => at)),
  };
}

const findInstitution = (step: SessionStep): string | null =>
  "institutionId" in step ? step.institutionId : null;

function reachedBy(step: SessionStep): (typeof REACHED)[number] {
  const at = "from" in step ? step.from : step.at;
  if (at === "institution" || at === "exited" || at === "expired") return "opened";
  if (at === "credentials") return "institution";
  return at === "accounts" || at === "connected" ? at : "login";
}

const toOutcome = ({ at }: SessionStep): Tables["link_visit"]["outcome"] =>
  at === "connected" || at === "exited" || at === "expired" ? at : "running";

const requestRow = (request: LoggedRequest): Tables["request_log"] => ({
  request_id: request.requestId,
  client_id: request.clientId,
  item_id: request.itemId,
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
