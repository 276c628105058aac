import type { Queryable } from "../tables.ts";

/** The transactions of ids under which the institution of an Item lists them now. */
export const transactionAliases = async (
  db: Queryable,
  itemId: string,
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom("transaction_alias")
    .select(["alias", "transaction_id"])
    .where("item_id", "=", itemId)
    .execute();
  return new Map(rows.map(({ alias, transaction_id }) => [alias, transaction_id]));
};

/** Writes aliases; one that leads to another transaction from now on replaces the old one. */
export const writeAliases = async (
  transaction: Queryable,
  itemId: string,
  aliases: readonly (readonly [alias: string, transactionId: string])[],
): Promise<void> => {
  await transaction
    .insertInto("transaction_alias")
    .values(aliases.map(([alias, transaction_id]) => ({ item_id: itemId, alias, transaction_id })))
    .onConflict((conflict) =>
      conflict
        .columns(["item_id", "alias"])
        .doUpdateSet(({ ref }) => ({ transaction_id: ref("excluded.transaction_id") })),
    )
    .execute();
};
