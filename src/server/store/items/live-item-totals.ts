import type { Queryable, Tables } from "../tables.ts";
import { addToTotals } from "../totals.ts";

/** Whose live Items are counted. */
export type Owner = { kind: Tables["live_item_total"]["kind"]; id: string };

/**
 * How many counters an owner has, whose sum counts: Items that are created at once seldom write the
 * same one. One counter alone may be below zero.
 */
const SLOTS = 16;

/** Adds to the counts of an Item's client and institution within the transaction that creates or removes it. */
export const addToLiveItems = async (
  transaction: Queryable,
  item: { itemId: string; clientId: string; institutionId: string },
  change: 1 | -1,
): Promise<void> => {
  const slot = item.itemId.charCodeAt(item.itemId.length - 1) % SLOTS;
  await addToTotals(transaction, "live_item_total", [
    { kind: "client", owner_id: item.clientId, slot, count: change },
    { kind: "institution", owner_id: item.institutionId, slot, count: change },
  ]);
};

/** The numbers of live Items of clients or institutions; those without any are left out. */
export const liveItemTotals = async (
  db: Queryable,
  kind: Owner["kind"],
  ids?: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const rows = await db
    .selectFrom("live_item_total")
    .select(({ fn }) => ["owner_id as id", fn.sum<number>("count").as("count")])
    .where("kind", "=", kind)
    .$if(ids !== undefined, (query) => query.where("owner_id", "in", ids ?? []))
    .groupBy("owner_id")
    .execute();
  return new Map(
    rows.map(({ id, count }) => [id, Number(count)] as const).filter(([, count]) => count > 0),
  );
};

/** How many live Items all clients have. */
export const sumLiveItems = async (db: Queryable): Promise<number> => {
  const { count } = await db
    .selectFrom("live_item_total")
    .select(({ fn }) => fn.sum<number | null>("count").as("count"))
    .where("kind", "=", "client")
    .executeTakeFirstOrThrow();
  return Number(count ?? 0);
};

/** How many live Items an owner has. Whether there are any at all, the Items themselves say. */
export const countLiveItems = async (db: Queryable, { kind, id }: Owner): Promise<number> => {
  const one = await db
    .selectFrom("item")
    .select("item_id")
    .where(kind === "client" ? "client_id" : "institution_id", "=", id)
    .where("removed_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return one ? Math.max(1, (await liveItemTotals(db, kind, [id])).get(id) ?? 0) : 0;
};

/**
 * Takes live Items of a client out of all counts, within the transaction that deletes them; `institutionIds` has
 * each one's institution.
 */
export const uncountLiveItems = async (
  transaction: Queryable,
  clientId: string,
  institutionIds: readonly string[],
): Promise<void> => {
  const count = institutionIds.length;
  if (count === 0) return;
  // Always in the same order, so that two writers never wait for each other.
  const ids = [...new Set(institutionIds)].toSorted();
  await addToTotals(transaction, "live_item_total", [
    { kind: "client", owner_id: clientId, slot: 0, count: -count },
    ...ids.map((id) => ({
      kind: "institution" as const,
      owner_id: id,
      slot: 0,
      count: -institutionIds.filter((institutionId) => institutionId === id).length,
    })),
  ]);
  await transaction
    .updateTable("live_items")
    .set((live) => ({ count: live("count", "-", count) }))
    .where("count", ">=", count)
    .execute();
};

/** Deletes the count of a client that has no Items any more. */
export const deleteLiveItemTotals = async (
  transaction: Queryable,
  clientId: string,
): Promise<void> => {
  await transaction
    .deleteFrom("live_item_total")
    .where("kind", "=", "client")
    .where("owner_id", "=", clientId)
    .execute();
};
