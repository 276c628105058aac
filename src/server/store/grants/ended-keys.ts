import type { Queryable } from "../tables.ts";

/** Stores the digests of used or ended secrets; null digests are ignored. */
export const keepEndedKeys = async (
  transaction: Queryable,
  digests: readonly (string | null)[],
  now: number,
): Promise<void> => {
  const keys = digests.filter((digest) => digest !== null);
  if (keys.length === 0) return;
  await transaction
    .insertInto("ended_grant_key")
    .values(keys.map((digest) => ({ digest, ended_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Whether a secret was valid once: the key of an ended grant, or a live grant's claim. */
export const isEndedKey = async (db: Queryable, digest: string): Promise<boolean> => {
  const row = await db
    .selectFrom("ended_grant_key")
    .select("digest")
    .where("digest", "=", digest)
    .unionAll(
      db.selectFrom("access_grant").select("grant_id as digest").where("claim_digest", "=", digest),
    )
    .executeTakeFirst();
  return row !== undefined;
};
