import type { PublicToken, Store } from "../domain/ports.ts";
import type { Database } from "./tables.ts";
import { writtenQuery } from "./written-query.ts";

/** Public tokens by their digests. */
export const publicTokens = (db: Database): Store["publicTokens"] => ({
  issue: (token) => insertPublicToken(db, token),

  byDigest: tokenFinder(db),

  redeem: tokenRedeemer(db),
});

/** Writes a new public token, in a transaction of its own or as part of a larger one. */
export const insertPublicToken = async (db: Database, token: PublicToken): Promise<void> => {
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

function tokenFinder(db: Database): Store["publicTokens"]["byDigest"] {
  const find = writtenQuery<{ digest: string }, PublicToken>(db, (place) =>
    db
      .selectFrom("public_token")
      .select([
        "digest",
        "item_id as itemId",
        "client_id as clientId",
        "created_at as createdAt",
        "expires_at as expiresAt",
        "exchanged_at as exchangedAt",
      ])
      .where("digest", "=", place("digest")),
  );
  return async (digest) => (await find({ digest }))[0] ?? null;
}

/** One statement that both asks and marks: of any number of calls at once, one changes the row. */
function tokenRedeemer(db: Database): Store["publicTokens"]["redeem"] {
  const mark = writtenQuery<{ digest: string; now: number }, { digest: string }>(db, (place) =>
    db
      .updateTable("public_token")
      .set({ exchanged_at: place("now") })
      .where("digest", "=", place("digest"))
      .where("exchanged_at", "is", null)
      .where("expires_at", ">", place("now"))
      .returning("digest"),
  );
  return async (digest, now) => (await mark({ digest, now })).length > 0;
}
