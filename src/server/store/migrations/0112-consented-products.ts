import type { Kysely, Migration } from "kysely";

/** The products that the user of an Item agreed to share, which `products` outgrows as more are added. */
export const consentedProducts: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("item").addColumn("consented_products", "text").execute();
}
