import { yieldToEventLoop } from "../../domain/jobs/yield-to-event-loop.ts";
import type { Queryable } from "../tables.ts";

/** How many aliases are read in a turn of the event loop. */
const ALIASES_AT_ONCE = 2000;

/** The transactions of ids under which the institution of an Item lists them now. */
export const transactionAliases = async (
  db: Queryable,
  itemId: string,
): Promise<ReadonlyMap<string, string>> => {
  const aliases = new Map<string, string>();
  for (let after = ""; ; ) {
    const rows = await db
      .selectFrom("transaction_alias")
      .select(["alias", "transaction_id"])
      .where("item_id", "=", itemId)
      .where("alias", ">", after)
      .orderBy("alias")
      .limit(ALIASES_AT_ONCE)
      .execute();
    for (const { alias, transaction_id } of rows) aliases.set(alias, transaction_id);
    const last = rows.at(-1);
    if (!last || rows.length < ALIASES_AT_ONCE) return aliases;
    after = last.alias;
    await yieldToEventLoop();
  }
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
