import type { PublicToken, PublicTokenStore } from "../../domain/items/public-token.ts";
import { preparedQuery } from "../prepared-query.ts";
import { isOfPresentClient } from "../present-client.ts";
import type { Queryable } from "../tables.ts";

/** Public tokens by their digests. */
export const publicTokens = (db: Queryable): PublicTokenStore => ({
  issue: (token) => insertPublicToken(db, token),

  byDigest: async (digest) => {
    const row = await db
      .selectFrom("public_token")
      .select([
        "digest",
        "item_id as itemId",
        "client_id as clientId",
        "created_at as createdAt",
        "expires_at as expiresAt",
        "exchanged_at as exchangedAt",
      ])
      .where("digest", "=", digest)
      .where(isOfPresentClient("public_token"))
      .executeTakeFirst();
    return row ?? null;
  },

  forExchange: exchangeFinder(db),

  redeem: tokenRedeemer(db),
});

/** Writes a new public token, in a transaction of its own or as part of a larger one. */
export const insertPublicToken = async (db: Queryable, token: PublicToken): Promise<void> => {
  await db
    .insertInto("public_token")
    .values({
      digest: token.digest,
      item_id: token.itemId,
      client_id: token.clientId,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
      exchanged_at: token.exchangedAt,
    })
    .execute();
};

/** Whether a public token is used up; its row is locked until the transaction ends. */
export const isUsedUp = async (transaction: Queryable, digest: string): Promise<boolean> => {
  // Writing locks the row even if several transactions run at once.
  const row = await transaction
    .updateTable("public_token")
    .set((token) => ({ exchanged_at: token.ref("exchanged_at") }))
    .where("digest", "=", digest)
    .returning("exchanged_at")
    .executeTakeFirst();
  return row !== undefined && row.exchanged_at !== null;
};

/** Uses up a public token without an exchange, expired or not. */
export const useUp = async (transaction: Queryable, digest: string, now: number): Promise<void> => {
  await transaction
    .updateTable("public_token")
    .set({ exchanged_at: now })
    .where("digest", "=", digest)
    .execute();
};

/**
 * A token with the data of its exchange. Uses the connection that redeems it: the read connection would have
 * to reload the pages that were just written.
 */
function exchangeFinder(db: Queryable): PublicTokenStore["forExchange"] {
  const find = preparedQuery<{ digest: string }, ExchangeRow>(db, (param) =>
    db
      .selectFrom("public_token")
      .innerJoin("item", "item.item_id", "public_token.item_id")
      .select([
        "public_token.client_id as clientId",
        "expires_at as expiresAt",
        "item.item_id as itemId",
        "access_token_digest as accessTokenDigest",
        "access_token_generation as accessTokenGeneration",
        "removed_at as removedAt",
      ])
      .where("digest", "=", param("digest")),
  );
  return async (digest) => (await find({ digest }))[0] ?? null;
}

type ExchangeRow = NonNullable<Awaited<ReturnType<PublicTokenStore["forExchange"]>>>;

/** A compare-and-set in one statement: of any number of concurrent calls, one changes the row. */
function tokenRedeemer(db: Queryable): PublicTokenStore["redeem"] {
  const mark = preparedQuery<{ digest: string; now: number }, { digest: string }>(db, (param) =>
    db
      .updateTable("public_token")
      .set({ exchanged_at: param("now") })
      .where("digest", "=", param("digest"))
      .where("exchanged_at", "is", null)
      .where("expires_at", ">", param("now"))
      .returning("digest"),
  );
  return async (digest, now) => (await mark({ digest, now })).length > 0;
}
