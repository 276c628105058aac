import { type Kysely, type Migration, sql } from "kysely";

/**
 * Indexes of the lists of Items: of all, of a client or at an institution, live, broken or removed. PostgreSQL
 * does not see that a column that is null in all rows of a list does not change their order, so that is the
 * condition of an index and not its first column.
 */
export const itemLists: Migration = { up };

const LIVE = ["live", "removed_at is null"] as const;
const REMOVED = ["removed", "removed_at is not null"] as const;
const BROKEN = ["broken", "removed_at is null and error is not null"] as const;

async function up(db: Kysely<unknown>): Promise<void> {
  for (const list of [LIVE, REMOVED, BROKEN]) {
    await index(db, list, []);
    await index(db, list, ["client_id"]);
  }
  await index(db, LIVE, ["institution_id"]);
  await db.schema.dropIndex("item_by_removed_at_created_at_item_id").execute();
  await db.schema.dropIndex("item_by_client_id_removed_at_created_at_item_id").execute();
  await db.schema.dropIndex("item_by_institution_id").execute();
}

function index(
  db: Kysely<unknown>,
  [name, condition]: readonly [string, string],
  columns: string[],
): Promise<void> {
  return db.schema
    .createIndex(["item", name, "by", ...columns, "created_at"].join("_"))
    .on("item")
    .columns([...columns, "created_at", "item_id"])
    .where(sql<boolean>`${sql.raw(condition)}`)
    .execute();
}
