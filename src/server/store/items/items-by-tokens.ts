import type { ItemStore } from "../../domain/items/item-store.ts";
import { isOfPresentClient } from "../clients/present-client.ts";
import type { Database } from "../tables.ts";

/** How many are looked up by one statement: as many as keep other requests waiting for a millisecond. */
const AT_ONCE = 250;

/** The Items of many access tokens. */
export const itemsByTokens =
  (db: Database): ItemStore["byAccessTokens"] =>
  async (digests) => {
    const references: Awaited<ReturnType<ItemStore["byAccessTokens"]>> = new Map();
    for (const some of partsOf(digests)) {
      const query = db
        .selectFrom("item")
        .select([
          "access_token_digest as digest",
          "item_id as itemId",
          "client_id as clientId",
          "institution_id as institutionId",
          "removed_at as removedAt",
        ])
        .where("access_token_digest", "in", some)
        .where(isOfPresentClient("item"));
      for (const { digest, ...item } of await db.readCommitted(query.compile()))
        references.set(digest, item);
    }
    return references;
  };

/** The ids of the accounts of many Items. */
export const accountIdsOf =
  (db: Database): ItemStore["accountIdsOf"] =>
  async (itemIds) => {
    const references = new Map<string, Set<string>>();
    for (const some of partsOf(itemIds)) {
      const query = db
        .selectFrom("item_account")
        .select(["item_id as itemId", "account_id as accountId"])
        .where("item_id", "in", some);
      for (const { itemId, accountId } of await db.readCommitted(query.compile())) {
        const ids = references.get(itemId) ?? new Set();
        references.set(itemId, ids.add(accountId));
      }
    }
    return references;
  };

/** A list in parts of the same length, so that there is one statement to prepare; the last is filled up. */
function* partsOf(values: readonly string[]): Generator<string[]> {
  for (let from = 0; from < values.length; from += AT_ONCE) {
    const part = values.slice(from, from + AT_ONCE);
    const filling = Array.from({ length: AT_ONCE - part.length }, () => part[0] ?? "");
    yield [...part, ...filling];
  }
}
