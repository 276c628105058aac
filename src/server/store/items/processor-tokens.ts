import type { ProcessorTokenStore } from "../../domain/items/processor-token.ts";
import type { WriteWithOutbox } from "../jobs/outbox.ts";
import type { Database, Queryable } from "../tables.ts";

/** Processor tokens by their digests. */
export const processorTokens = (
  db: Database,
  writeWithOutbox: WriteWithOutbox,
): ProcessorTokenStore => ({
  issue: async (token) => {
    await db
      .insertInto("processor_token")
      .values({
        digest: token.digest,
        item_id: token.itemId,
        account_id: token.accountId,
        processor: token.processor,
        products: token.products && JSON.stringify(token.products),
        webhook: null,
        webhook_client_id: null,
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

  setWebhook: ({ itemId, digest }, receiver, jobs = []) =>
    writeWithOutbox(jobs, async (transaction) => {
      await transaction
        .updateTable("processor_token")
        .set({
          webhook: receiver?.webhook ?? null,
          webhook_client_id: receiver?.clientId ?? null,
        })
        .where("item_id", "=", itemId)
        .where("digest", "=", digest)
        .execute();
    }),

  receivers: async (itemId, product) => {
    const rows = await db
      .selectFrom("processor_token as token")
      .innerJoin("client", "client.client_id", "token.webhook_client_id")
      .select([
        "token.item_id as itemId",
        "token.account_id as accountId",
        "client.client_id as clientId",
        "token.webhook",
        "token.products",
      ])
      .where("token.item_id", "=", itemId)
      .where("token.webhook", "is not", null)
      .where("client.partner", "=", 1)
      .where("client.removed_at", "is", null)
      .orderBy("token.created_at")
      .orderBy("token.digest")
      .execute();
    return rows.flatMap(({ webhook, products, ...row }) =>
      webhook !== null && (products === null || JSON.parse(products).includes(product))
        ? [{ ...row, webhook }]
        : [],
    );
  },
});

/** Forgets the addresses that a removed processor has given, within a transaction. */
export const forgetWebhooksOf = async (transaction: Queryable, clientId: string): Promise<void> => {
  await transaction
    .updateTable("processor_token")
    .set({ webhook: null, webhook_client_id: null })
    .where("webhook_client_id", "=", clientId)
    .execute();
};
