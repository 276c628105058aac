import type { Aggregator } from "../../domain/institutions/aggregator.ts";
import { countLiveItems } from "../items/live-item-totals.ts";
import type { Queryable } from "../tables.ts";
import { readDescription } from "./stored-description.ts";

export const readAggregators = async (db: Queryable): Promise<Aggregator[]> => {
  const rows = await db.selectFrom("aggregator").selectAll().orderBy("added_at").execute();
  return rows.map((row) => ({
    aggregatorId: row.aggregator_id,
    kind: row.kind,
    address: row.address,
    applicationId: row.application_id,
    sealedKey: row.sealed_key,
    clientId: row.client_id,
    sealedPerson: row.sealed_person,
    addedAt: row.added_at,
    refreshedAt: row.refreshed_at,
    problem: row.problem,
  }));
};

/** Writes a key at an aggregator. An existing key is replaced, and keeps its `addedAt`. */
export const upsertAggregator = async (
  db: Queryable,
  { aggregatorId, addedAt, ...aggregator }: Aggregator,
): Promise<void> => {
  const values = {
    kind: aggregator.kind,
    address: aggregator.address,
    application_id: aggregator.applicationId,
    sealed_key: aggregator.sealedKey,
    client_id: aggregator.clientId,
    sealed_person: aggregator.sealedPerson,
    refreshed_at: aggregator.refreshedAt,
    problem: aggregator.problem,
  };
  await db
    .insertInto("aggregator")
    .values({ aggregator_id: aggregatorId, added_at: addedAt, ...values })
    .onConflict((conflict) => conflict.column("aggregator_id").doUpdateSet(values))
    .execute();
};

/** The number of institutions that one statement deletes. */
const ROWS_AT_ONCE = 500;

/** Deletes a key with its banks, unless a bank has live Items; returns the number of live Items. */
export const deleteAggregator = async (
  db: Queryable,
  aggregatorId: string,
): Promise<{ removed: boolean; liveItems: number }> => {
  const rows = await db
    .selectFrom("institution")
    .select(["institution_id", "description"])
    .where("description", "like", '%"protocol":"enable-banking"%')
    .execute();
  const ids = rows.flatMap(({ institution_id, description }) =>
    readDescription(description ?? "").aggregated?.aggregatorId === aggregatorId
      ? [institution_id]
      : [],
  );
  let liveItems = 0;
  for (const id of ids) liveItems += await countLiveItems(db, { kind: "institution", id });
  if (liveItems > 0) return { removed: false, liveItems };
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE)
    await db
      .deleteFrom("institution")
      .where("institution_id", "in", ids.slice(from, from + ROWS_AT_ONCE))
      .execute();
  const { numDeletedRows } = await db
    .deleteFrom("aggregator")
    .where("aggregator_id", "=", aggregatorId)
    .executeTakeFirst();
  return { removed: numDeletedRows > 0, liveItems: 0 };
};

/** Deletes a client's own keys with their banks, once no Item uses them. */
export const deleteAggregatorsOf = async (db: Queryable, clientId: string): Promise<void> => {
  const rows = await db
    .selectFrom("aggregator")
    .select("aggregator_id as id")
    .where("client_id", "=", clientId)
    .execute();
  for (const { id } of rows) await deleteAggregator(db, id);
};
