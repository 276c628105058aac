import { REVOKE_JOB, revokeJob } from "../../domain/connectors/revoke-job.ts";
import { markReportsOf } from "../asset-reports/asset-reports.ts";
import { deleteReports } from "../consumer-reports/consumer-reports.ts";
import { uncountClient } from "../items/live-item-totals.ts";
import { insertJobs, jobPayload } from "../jobs/outbox.ts";
import { revokeLogins } from "../link/expired-sessions.ts";
import type { Queryable } from "../tables.ts";

/** The tables of a client; rows that refer to one of these are deleted by cascade. */
const TABLES_OF_CLIENT = [
  "consent",
  "link_session",
  "link_token",
  "public_token",
  "audit_copy",
  "asset_report",
  "webhook_delivery",
  "item",
  "end_user",
  "legacy_use",
  "client_origin",
  "client_redirect_uri",
  "client_brand",
  "client",
] as const;

/**
 * Deletes a client with all its data, within a transaction; false where there is none. What ends the access
 * of its logins at their institutions is left.
 */
export const removeClient = async (
  transaction: Queryable,
  clientId: string,
  now: number,
): Promise<boolean> => {
  const liveItems = await uncountClient(transaction, clientId);
  // These tables have no client_id.
  const items = transaction.selectFrom("item").select("item_id").where("client_id", "=", clientId);
  for (const table of TABLES_OF_ITEMS)
    await transaction.deleteFrom(table).where("item_id", "in", items).execute();
  await removeJobs(transaction, clientId);
  await revokeLogins(transaction, (session) => session("client_id", "=", clientId), now);
  await revokeItems(transaction, clientId, now);
  await markReportsOf(transaction, clientId);
  await deleteReports(transaction, "client_id", clientId);
  let clientRows = 0n;
  for (const table of TABLES_OF_CLIENT) {
    const { numDeletedRows } = await transaction
      .deleteFrom(table)
      .where("client_id", "=", clientId)
      .executeTakeFirst();
    clientRows = numDeletedRows;
  }
  await transaction
    .updateTable("live_items")
    .set((live) => ({ count: live("count", "-", liveItems) }))
    .where("count", ">=", liveItems)
    .execute();
  return clientRows > 0n;
};

/** How many logins are read at once. */
const LOGINS_AT_ONCE = 200;

/** Adds the jobs that end the access of the client's Items, as far as somebody signed in to get it. */
async function revokeItems(transaction: Queryable, clientId: string, now: number): Promise<void> {
  for (let last = ""; ; ) {
    const logins = await transaction
      .selectFrom("item")
      .innerJoin("connector_state", "connector_state.item_id", "item.item_id")
      .select([
        "item.item_id as itemId",
        "item.institution_id as institutionId",
        "connector_state.sealed as sealedState",
      ])
      .where("item.client_id", "=", clientId)
      .where("item.institution_id", "in", (query) =>
        query.selectFrom("institution_connection").select("institution_connection.institution_id"),
      )
      .where("item.item_id", ">", last)
      .orderBy("item.item_id")
      .limit(LOGINS_AT_ONCE)
      .execute();
    await insertJobs(
      transaction,
      logins.map((login) => revokeJob(login, now)),
    );
    if (logins.length < LOGINS_AT_ONCE) return;
    last = logins.at(-1)?.itemId ?? "";
  }
}

/** How many jobs are looked at at once: SQLite allows 32,766 parameters. */
const JOBS_AT_ONCE = 1000;

/**
 * Deletes the jobs whose payload names the client or one of its Items; revocations stay that do not need
 * the Item. Each job is looked at once, however many Items there are.
 */
async function removeJobs(transaction: Queryable, clientId: string): Promise<void> {
  for (let last = ""; ; ) {
    const rows = await transaction
      .selectFrom("job")
      .select(["job_id as jobId", "name", "payload"])
      .where("job_id", ">", last)
      .orderBy("job_id")
      .limit(JOBS_AT_ONCE)
      .execute();
    const jobs = rows
      .map(({ payload, ...job }) => ({ ...job, payload: jobPayload.read(payload) }))
      .filter(({ name, payload }) => name !== REVOKE_JOB || needsItem(payload));
    const items = await itemsOf(
      transaction,
      clientId,
      jobs.map(({ payload: { item_id } }) => item_id).filter((id) => typeof id === "string"),
    );
    const ids = jobs
      .filter(
        ({ payload: { client_id, item_id } }) =>
          client_id === clientId || (typeof item_id === "string" && items.has(item_id)),
      )
      .map(({ jobId }) => jobId);
    if (ids.length > 0) await transaction.deleteFrom("job").where("job_id", "in", ids).execute();
    if (rows.length < JOBS_AT_ONCE) return;
    last = rows.at(-1)?.jobId ?? "";
  }
}

/** Whether a revocation cannot run without its Item: it has neither the login's state nor what came back. */
const needsItem = ({ sealed_state, sealed_return }: Record<string, unknown>): boolean =>
  sealed_state === null && sealed_return === undefined;

async function itemsOf(
  transaction: Queryable,
  clientId: string,
  itemIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (itemIds.length === 0) return new Set();
  const rows = await transaction
    .selectFrom("item")
    .select("item_id as itemId")
    .where("item_id", "in", [...new Set(itemIds)])
    .where("client_id", "=", clientId)
    .execute();
  return new Set(rows.map(({ itemId }) => itemId));
}

const TABLES_OF_ITEMS = [
  "transaction_feed",
  "item_transaction",
  "removed_transaction",
  "transaction_day",
] as const;
