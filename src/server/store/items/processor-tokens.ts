import type { ProcessorTokenStore } from "../../domain/items/processor-token.ts";
import type { Queryable } from "../tables.ts";

/** Processor tokens by their digests. */
export const processorTokens = (db: Queryable): ProcessorTokenStore => ({
  issue: async (token) => {
    await db
      .insertInto("processor_token")
      .values({
        digest: token.digest,
        item_id: token.itemId,
        account_id: token.accountId,
        processor: token.processor,
        products: token.products && JSON.stringify(token.products),
        created_at: token.createdAt,
      })
      .execute();
  },

  byDigest: async (digest) => {
    const row = await db
      .selectFrom("processor_token")
      .select([
        "digest",
        "item_id as itemId",
        "account_id as accountId",
        "processor",
        "products",
        "created_at as createdAt",
      ])
      .where("digest", "=", digest)
      .executeTakeFirst();
    return row
      ? { ...row, products: row.products === null ? null : JSON.parse(row.products) }
      : null;
  },

  setProducts: async ({ itemId, digest }, products) => {
    await db
      .updateTable("processor_token")
      .set({ products: products && JSON.stringify(products) })
      .where("item_id", "=", itemId)
      .where("digest", "=", digest)
      .execute();
  },
});
