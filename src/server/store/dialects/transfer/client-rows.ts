import { createHash } from "node:crypto";
import { sql } from "kysely";
import { jobPayload } from "../../jobs/outbox.ts";
import type { Database, Queryable } from "../../tables.ts";
import type { Guard } from "../dialect.ts";
import { CLIENT_TABLES, type ClientIds } from "./client-tables.ts";
import { CopyRefusal, type CopyTotals } from "./copy-store.ts";
import { type Columns, digestRows, loadColumns, type Row, tableRows } from "./rows.ts";
import { TABLE_NAMES, type TableName } from "./table-keys.ts";

const ROWS_AT_ONCE = 500;

/** Options of a pass over the rows of a client. */
export type ClientPass = {
  ids: ClientIds;
  /** The target's ids of people whom it knows by other ids. */
  people: ReadonlyMap<string, string>;
  /**
   * Called after each batch with the completed share of the pass, from 0 to 1; may throw to stop.
   */
  onBatch: (share: number) => void;
  rowsAtOnce?: number;
};

/** Reads the ids by which a client's rows are found. */
export const readClientIds = async (db: Queryable, clientId: string): Promise<ClientIds> => {
  const items = await db
    .selectFrom("item")
    .select("item_id as id")
    .where("client_id", "=", clientId)
    .orderBy("item_id")
    .execute();
  const grants = await sql<{ id: string }>`
    select grant_id as id from access_grant where client_id = ${clientId} or (client_id is null
      and exists (select 1 from access_grant_account as account join item on item.item_id = account.item_id
        where account.grant_id = access_grant.grant_id and item.client_id = ${clientId}))
    order by grant_id`.execute(db);
  return {
    clientId,
    items: items.map(({ id }) => id),
    grants: grants.rows.map(({ id }) => id),
    drafts: await readDrafts(db, clientId),
  };
};

/** Reads the names by which a router knows the grants of a client: their ids, and the digests of claims that are open. */
export const readGrantKeys = async (db: Queryable, clientId: string): Promise<string[]> => {
  const { grants } = await readClientIds(db, clientId);
  const keys = [];
  for (const grantId of grants) {
    const row = await db
      .selectFrom("access_grant")
      .select("claim_digest as claim")
      .where("grant_id", "=", grantId)
      .executeTakeFirst();
    if (row) keys.push(grantId, ...(row.claim === null ? [] : [row.claim]));
  }
  return keys;
};

/** Reads the ids of the unfinished drafts of a client's Asset Reports. */
export const readDrafts = async (db: Queryable, clientId: string): Promise<string[]> => {
  const reports = await db
    .selectFrom("asset_report")
    .select("state")
    .where("client_id", "=", clientId)
    .where("state", "like", '%"draftId"%')
    .execute();
  return reports.map(({ state }) => String(JSON.parse(state).draftId));
};

/** Copies the rows that the target does not have yet; each batch is a transaction. */
export const copyClientRows = (
  source: Queryable,
  target: Database,
  pass: ClientPass,
): Promise<void> =>
  eachBatch(source, pass, async ({ table, rows, after, rowsAtOnce }) => {
    // The target has only rows of the source, so this set has every row up to the batch's last row.
    const known = new Set((await table.read(target, after, rowsAtOnce)).map(table.keyOf));
    const missing = rows.filter((row) => !known.has(table.keyOf(row)));
    await target.transact((transaction) => table.insert(transaction, missing), {
      isolation: "read committed",
    });
  });

/** Compares a client's rows in both stores one by one; throws a `CopyRefusal` if they differ. */
export const compareClientRows = async (
  source: Queryable,
  target: Queryable,
  pass: ClientPass,
): Promise<CopyTotals> => {
  const hash = createHash("sha256");
  const there = new Map<TableName, { add(rows: readonly Row[]): void; end(): Digest }>();
  const here: typeof there = new Map();
  const digestIn = (map: typeof there, name: TableName) => {
    const digest = map.get(name) ?? digestRows();
    map.set(name, digest);
    return digest;
  };
  const half = (from: number) => ({
    ...pass,
    onBatch: (share: number) => pass.onBatch(from + share / 2),
  });
  await eachBatch(source, half(0), async ({ name, rows }) => digestIn(here, name).add(rows));
  await eachBatch(target, { ...half(0.5), people: new Map() }, async ({ name, rows }) =>
    digestIn(there, name).add(rows),
  );
  let total = 0;
  for (const name of TABLE_NAMES) {
    const [first, second] = [here, there].map((map) => digestIn(map, name).end());
    if (!first || first.count !== second?.count || first.digest !== second.digest)
      throw new CopyRefusal(
        "different",
        `its table ${name} has ${second?.count} rows that are not the ${first?.count} of the source`,
      );
    hash.update(`${name} ${first.count} ${first.digest}\n`);
    total += first.count;
  }
  return { rows: total, digest: hash.digest("hex") };
};

type Digest = { count: number; digest: string };

/** Deletes a client's rows, referring rows before referenced rows; each batch is a transaction. */
export const deleteClientRows = async (
  db: Database,
  {
    ids,
    onBatch,
    guard,
    rowsAtOnce = ROWS_AT_ONCE,
  }: Omit<ClientPass, "people"> & { guard?: Guard | undefined },
): Promise<void> => {
  const columns = await loadColumns(db);
  // A person's grant is found by its accounts, and its deletion removes them.
  const names = ["access_grant", ...TABLE_NAMES.toReversed()] as const;
  for (const [at, name] of names.entries())
    for (const [part, table, parts] of partsOf(name, columns, ids))
      for (let after: Row | null = null; ; ) {
        const rows = await table.read(db, after, rowsAtOnce);
        const last = rows.at(-1);
        if (!last) break;
        await db.transact(
          async (transaction) => {
            await guard?.(transaction);
            await table.remove(transaction, rows);
          },
          { isolation: "read committed" },
        );
        onBatch((at + part / parts) / names.length);
        after = last;
      }
};

type Batch = {
  name: TableName;
  table: ReturnType<typeof tableRows>;
  rows: readonly Row[];
  /** The last row of the previous batch, within the part. */
  after: Row | null;
  rowsAtOnce: number;
};

async function eachBatch(
  db: Queryable,
  { ids, people, onBatch, rowsAtOnce = ROWS_AT_ONCE }: ClientPass,
  use: (batch: Batch) => Promise<unknown>,
): Promise<void> {
  const columns = await loadColumns(db);
  for (const [at, name] of TABLE_NAMES.entries()) {
    const place = name === "person_item" ? (columns.get(name)?.indexOf("person_id") ?? -1) : -1;
    const known = (row: Row): Row =>
      place < 0 ? row : row.with(place, people.get(String(row[place])) ?? row[place]);
    for (const [part, table, parts] of partsOf(name, columns, ids))
      for (let after: Row | null = null; ; ) {
        const rows = await table.read(db, after, rowsAtOnce);
        const last = rows.at(-1);
        if (!last) break;
        await use({ name, table, rows: rows.map(known), after, rowsAtOnce });
        onBatch((at + part / parts) / TABLE_NAMES.length);
        after = last;
      }
  }
}

/**
 * The parts of a client's rows in a table, each with its position and the number of parts. Empty
 * for a table whose rows stay.
 */
export const partsOf = (name: TableName, columns: Columns, ids: ClientIds) => {
  const rule = CLIENT_TABLES[name];
  if (typeof rule === "string") return [];
  return rule(ids, name).map(
    (condition, part, { length }) =>
      [part, tableRows(name, columns.get(name) ?? [], condition), length] as const,
  );
};

/** Jobs per batch. */
const JOBS_AT_ONCE = 500;

/**
 * Reads a client's jobs in batches. A job's payload names the client, an Item, a report or a link
 * token.
 */
export async function* clientJobs(db: Queryable, { clientId, items }: ClientIds) {
  const ownItems = new Set(items);
  for (let after = ""; ; ) {
    const jobs = await db
      .selectFrom("job")
      .selectAll()
      .where("job_id", ">", after)
      .orderBy("job_id")
      .limit(JOBS_AT_ONCE)
      .execute();
    const own = [];
    for (const job of jobs)
      if (await isOfClient(db, jobPayload.read(job.payload), clientId, ownItems)) own.push(job);
    if (own.length > 0) yield own;
    const last = jobs.at(-1);
    if (!last) return;
    after = last.job_id;
  }
}

/**
 * Whether a job's payload names the client or a thing of the client. `items` caches the lookups of
 * Items.
 */
export const isOfClient = async (
  db: Queryable,
  payload: Record<string, unknown>,
  clientId: string,
  items?: ReadonlySet<string>,
): Promise<boolean> => {
  const { client_id, item_id, report, assetReportId, reportId, link_token_digest } = payload;
  if (client_id === clientId || Object(report).clientId === clientId) return true;
  if (typeof item_id === "string" && items) return items.has(item_id);
  const found = [
    [item_id, "item", "item_id"],
    [assetReportId, "asset_report", "asset_report_id"],
    [reportId, "consumer_report", "report_id"],
    [link_token_digest, "link_token", "digest"],
  ] as const;
  for (const [id, table, key] of found) {
    if (typeof id !== "string") continue;
    const { rows } = await sql`select 1 from ${sql.table(table)}
      where ${sql.ref(key)} = ${id} and client_id = ${clientId}`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
};
