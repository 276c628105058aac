import { type Kysely, type Migration, sql } from "kysely";

/**
 * Indexes of the lists of Items at an institution: those that are broken or removed, and those of one client. The
 * last one is also what all of a client's Items are found by, which no index had.
 */
export const itemListsOfInstitutions: Migration = { up };

const REMOVED = "removed_at is not null";
const BROKEN = "removed_at is null and error is not null";

async function up(db: Kysely<unknown>): Promise<void> {
  await index(db, "item_removed_by_institution_id_created_at", ["institution_id"], REMOVED);
  await index(db, "item_broken_by_institution_id_created_at", ["institution_id"], BROKEN);
  const both = ["client_id", "institution_id"];
  await index(db, "item_broken_by_client_id_institution_id_created_at", both, BROKEN);
  await index(db, "item_by_client_id_institution_id_created_at", both);
}

function index(
  db: Kysely<unknown>,
  name: string,
  columns: string[],
  condition?: string,
): Promise<void> {
  const all = db.schema
    .createIndex(name)
    .on("item")
    .columns([...columns, "created_at", "item_id"]);
  return (condition ? all.where(sql<boolean>`${sql.raw(condition)}`) : all).execute();
}
