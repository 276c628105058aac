import type { ConnectorStateStore, SealedState } from "../../domain/connectors/connector-state.ts";
import type { WriteWithOutbox } from "../jobs/outbox.ts";
import { preparedRead } from "../prepared-query.ts";
import type { Database, Queryable } from "../tables.ts";

/** The number of states that one statement reads when states are sealed. */
const BATCH = 500;

/** The connectors' states, a row per Item. */
export const connectorStates = (
  db: Database,
  writeWithOutbox: WriteWithOutbox,
): ConnectorStateStore => ({
  byItemId: stateFinder(db),

  replace: (itemId, revision, sealed, jobs = []) =>
    writeWithOutbox(jobs, (transaction) =>
      revision === 0
        ? insertState(transaction, itemId, sealed)
        : moveOn(transaction, itemId, revision, sealed),
    ),

  plaintextStates: () =>
    db
      .selectFrom("unsealed_connector_state")
      .select(["item_id as itemId", "state"])
      .limit(BATCH)
      .execute(),

  seal: (itemId, sealed) =>
    db.transact(async (transaction) => {
      await insertState(transaction, itemId, sealed);
      await transaction
        .deleteFrom("unsealed_connector_state")
        .where("item_id", "=", itemId)
        .execute();
    }),
});

function stateFinder(db: Database): ConnectorStateStore["byItemId"] {
  const find = preparedRead<{ itemId: string }, SealedState>(db, (param) =>
    db
      .selectFrom("connector_state")
      .select(["sealed", "revision"])
      .where("item_id", "=", param("itemId")),
  );
  return async (itemId) => (await find({ itemId }))[0] ?? null;
}

/** Writes the first state of an Item; false if the Item was removed or already has a state. */
const insertState = async (db: Queryable, itemId: string, sealed: string): Promise<boolean> => {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto("connector_state")
    .columns(["item_id", "sealed", "revision"])
    // In a select, PostgreSQL takes a parameter for a text unless it is cast.
    .expression(({ cast, selectFrom, val }) =>
      selectFrom("item")
        .select([
          "item_id",
          val(sealed).as("sealed"),
          cast<number>(val(1), "bigint").as("revision"),
        ])
        .where("item_id", "=", itemId)
        .where("removed_at", "is", null),
    )
    .onConflict((conflict) => conflict.column("item_id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
};

async function moveOn(
  db: Queryable,
  itemId: string,
  revision: number,
  sealed: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("connector_state")
    .set({ sealed, revision: revision + 1 })
    .where("item_id", "=", itemId)
    .where("revision", "=", revision)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The state of an Item and its institution, locked until the transaction ends. */
export const lockState = async (
  transaction: Queryable,
  itemId: string,
): Promise<{ sealedState: string; institutionId: string } | undefined> => {
  // Writing first locks the row even if several transactions run at once.
  const state = await transaction
    .updateTable("connector_state")
    .set((row) => ({ revision: row("revision", "+", 0) }))
    .where("item_id", "=", itemId)
    .returning("sealed as sealedState")
    .executeTakeFirst();
  const item = await transaction
    .selectFrom("item")
    .select("institution_id as institutionId")
    .where("item_id", "=", itemId)
    .executeTakeFirst();
  return state && item && { ...state, ...item };
};

/** Locks the state of an Item until the transaction ends; false if the revision has changed. */
export const lockRevision = async (
  transaction: Queryable,
  itemId: string,
  revision: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await transaction
    .updateTable("connector_state")
    .set((row) => ({ revision: row("revision", "+", 0) }))
    .where("item_id", "=", itemId)
    .where("revision", "=", revision)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/**
 * Writes the state of a new login, in the transaction that creates or renews the Item. A
 * compare-and-set based on the previous login's state then fails.
 */
export const setState = async (
  transaction: Queryable,
  itemId: string,
  sealed: string,
): Promise<void> => {
  await transaction
    .insertInto("connector_state")
    .values({ item_id: itemId, sealed, revision: 1 })
    .onConflict((conflict) =>
      conflict.column("item_id").doUpdateSet((state) => ({
        sealed,
        revision: state("connector_state.revision", "+", 1),
      })),
    )
    .execute();
};
