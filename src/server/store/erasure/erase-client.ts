import { sql } from "kysely";
import type { ClientStore } from "../../domain/clients/client.ts";
import { ERASE_CLIENT_JOB, eraseClientJobId } from "../../domain/clients/erase-client.ts";
import { REVOKE_JOB } from "../../domain/connectors/revoke-job.ts";
import { markReports } from "../asset-reports/asset-reports.ts";
import { deleteReports } from "../consumer-reports/consumer-reports.ts";
import { endGrantsOfClient } from "../grants/end-grants.ts";
import { deleteAggregatorsOf } from "../institutions/aggregators.ts";
import { deleteLiveItemTotals } from "../items/live-item-totals.ts";
import { forgetWebhooksOf } from "../items/processor-tokens.ts";
import { jobPayload, type WriteWithOutbox } from "../jobs/outbox.ts";
import { revokeLogins } from "../link/expired-sessions.ts";
import type { Database, Queryable } from "../tables.ts";
import { eraseItems, REMOVED_CLIENT } from "./erase-items.ts";

/** Tables with few rows per client; one transaction deletes all of them. */
const SMALL_TABLES = [
  "client_secret",
  "dashboard_session",
  "member",
  "member_invitation",
  "client_origin",
  "client_redirect_uri",
  "client_brand",
  "client_alert",
  "legacy_use",
  "inbox_webhook",
] as const;

/**
 * Marks a client as removed, within a transaction. Its keys become invalid, and no lookup finds its
 * data. False for an unknown client.
 */
export const markRemoved = async (
  transaction: Queryable,
  clientId: string,
  now: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await transaction
    .updateTable("client")
    .set({
      removed_at: now,
      name: "",
      // Frees the public key for another client. No generated key has this form.
      public_key: `removed ${clientId}`,
      public_key_enabled: 0,
      production_note: "",
    })
    .where("client_id", "=", clientId)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  for (const table of SMALL_TABLES)
    await transaction.deleteFrom(table).where("client_id", "=", clientId).execute();
  await forgetWebhooksOf(transaction, clientId);
  await endGrantsOfClient(transaction, clientId, { at: now, actor: REMOVED_CLIENT });
  return true;
};

/** A table with many rows per client. `PARTS` lists referring tables before referenced tables. */
type Part = {
  table:
    | "webhook_delivery"
    | "failed_sign_in"
    | "consent"
    | "link_session"
    | "link_token"
    | "asset_report"
    | "end_user";
  key: string;
  /** The maximum number of rows per transaction, with their cascades. */
  limit: number;
  /** Writes that must precede the deletion. */
  before?: (transaction: Queryable, ids: string[], now: number) => Promise<void>;
};

const PARTS: readonly Part[] = [
  { table: "webhook_delivery", key: "delivery_id", limit: 100 },
  { table: "failed_sign_in", key: "link_session_id", limit: 200 },
  { table: "consent", key: "link_session_id", limit: 200 },
  {
    table: "link_session",
    key: "link_session_id",
    limit: 100,
    before: (transaction, ids, now) =>
      revokeLogins(transaction, (session) => session("link_session_id", "in", ids), now),
  },
  { table: "link_token", key: "digest", limit: 200 },
  { table: "asset_report", key: "asset_report_id", limit: 20, before: markReports },
  {
    table: "end_user",
    key: "user_id",
    limit: 50,
    before: async (transaction, ids) => {
      for (const userId of ids) await deleteReports(transaction, "user_id", userId);
    },
  },
];

/** The tables that must have no rows of a client before the client's own row is deleted. */
const TABLES = [...PARTS.map(({ table }) => table), "consumer_report", "item"] as const;

/** Erases a removed client's rows in batches, each in a transaction of few rows. */
export const eraseClient =
  (db: Database, writeWithOutbox: WriteWithOutbox): ClientStore["erase"] =>
  async (clientId, progress, { now, jobs = [] }) => {
    if (!(await isRemoved(db, clientId))) return null;
    // A job that names an Item can be found only while the Item exists.
    if (progress.jobsUpTo !== null)
      return { ...progress, jobsUpTo: await eraseJobs(db, clientId, progress.jobsUpTo) };
    // A later batch deletes rows that another transaction has locked now, so no transaction waits.
    const items = await db.transact(
      async (transaction) => {
        for (const part of PARTS)
          if (await erasePart(db, transaction, clientId, part, now)) return 0;
        return eraseItems(db, transaction, clientId, now);
      },
      { isolation: "read committed" },
    );
    if (items !== null) return { ...progress, items: progress.items + items };
    const isOver = await writeWithOutbox(jobs, (transaction) => eraseRow(transaction, clientId));
    return isOver ? null : progress;
  };

async function isRemoved(db: Queryable, clientId: string): Promise<boolean> {
  const row = await db
    .selectFrom("client")
    .select("removed_at")
    .where("client_id", "=", clientId)
    .executeTakeFirst();
  return row !== undefined && row.removed_at !== null;
}

async function erasePart(
  db: Database,
  transaction: Queryable,
  clientId: string,
  { table, key, limit, before }: Part,
  now: number,
): Promise<boolean> {
  const column = sql.ref<string>(key);
  const rows = await db
    .skipLocked(
      transaction
        .selectFrom(table)
        .select(column.as("id"))
        .where("client_id", "=", clientId)
        .limit(limit),
    )
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return false;
  await before?.(transaction, ids, now);
  await transaction.deleteFrom(table).where(column, "in", ids).execute();
  return true;
}

/** Deletes the client itself; false while a row refers to it. */
async function eraseRow(transaction: Queryable, clientId: string): Promise<boolean> {
  for (const table of TABLES) {
    const row = await transaction
      .selectFrom(table)
      .select("client_id")
      .where("client_id", "=", clientId)
      .limit(1)
      .executeTakeFirst();
    if (row) return false;
  }
  await deleteLiveItemTotals(transaction, clientId);
  await deleteAggregatorsOf(transaction, clientId);
  await transaction
    .deleteFrom("job")
    .where("job_id", "=", eraseClientJobId(clientId))
    .where("name", "=", ERASE_CLIENT_JOB)
    .execute();
  const { numDeletedRows } = await transaction
    .deleteFrom("client")
    .where("client_id", "=", clientId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Jobs per batch. */
const JOBS_AT_ONCE = 500;

/**
 * Deletes jobs after a cursor whose payload names the client or one of its Items. Keeps the erasure
 * itself, and revocations that do not need the Item. Returns the last job's id; null at the end.
 */
const eraseJobs = async (
  db: Queryable,
  clientId: string,
  after: string,
): Promise<string | null> => {
  const rows = await db
    .selectFrom("job")
    .select(["job_id as jobId", "name", "payload"])
    .where("job_id", ">", after)
    .orderBy("job_id")
    .limit(JOBS_AT_ONCE)
    .execute();
  const jobs = rows
    .map(({ payload, ...job }) => ({ ...job, payload: jobPayload.read(payload) }))
    .filter(
      ({ name, payload }) =>
        name !== ERASE_CLIENT_JOB && (name !== REVOKE_JOB || needsItem(payload)),
    );
  const items = await loadItems(
    db,
    clientId,
    jobs.map(({ payload: { item_id } }) => item_id).filter((id) => typeof id === "string"),
  );
  const ids = jobs
    .filter(
      ({ payload: { client_id, item_id } }) =>
        client_id === clientId || (typeof item_id === "string" && items.has(item_id)),
    )
    .map(({ jobId }) => jobId);
  if (ids.length > 0) await db.deleteFrom("job").where("job_id", "in", ids).execute();
  return rows.length < JOBS_AT_ONCE ? null : (rows.at(-1)?.jobId ?? null);
};

/** Whether a revocation cannot run without its Item: it has neither the login's state nor its callback. */
const needsItem = ({ sealed_state, sealed_return }: Record<string, unknown>): boolean =>
  sealed_state === null && sealed_return === undefined;

async function loadItems(
  db: Queryable,
  clientId: string,
  itemIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (itemIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("item")
    .select("item_id as itemId")
    .where("item_id", "in", [...new Set(itemIds)])
    .where("client_id", "=", clientId)
    .execute();
  return new Set(rows.map(({ itemId }) => itemId));
}
