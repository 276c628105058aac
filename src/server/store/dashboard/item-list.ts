import { z } from "zod";
import { PRODUCTS } from "../../../protocol/vocabulary.ts";
import type { ItemList } from "../../domain/dashboard/lists.ts";
import { isOfPresentClient } from "../clients/present-client.ts";
import { jsonColumn } from "../json-column.ts";
import type { Database, Queryable } from "../tables.ts";
import { pageOf, rangeOf } from "./page-cursor.ts";

const ORDER = ["item.created_at", "item.item_id"];

const productList = jsonColumn(z.array(z.enum(PRODUCTS)));

/** Lists of Items. */
export const itemList =
  (db: Database): ItemList =>
  async (request) => {
    const rows = await db.inIndexOrder((statements) => selectItems(statements, request));
    return pageOf(
      rows.map((row) => ({ ...row, products: productList.read(row.products) })),
      request,
      ({ createdAt, itemId }) => [createdAt, itemId],
    );
  };

function selectItems(db: Queryable, request: Parameters<ItemList>[0]) {
  const { clientId, institutionId, state, limit } = request;
  const equal = {
    ...(clientId !== null && { "item.client_id": clientId }),
    ...(institutionId !== null && { "item.institution_id": institutionId }),
  };
  const range = rangeOf({ equal, order: ORDER }, request);
  return db
    .selectFrom("item")
    .leftJoin("transaction_feed", "transaction_feed.item_id", "item.item_id")
    .select([
      "item.item_id as itemId",
      "client_id as clientId",
      "client_user_id as clientUserId",
      "institution_id as institutionId",
      "error",
      "products",
      "consent_expires_at as consentExpiresAt",
      "logged_in_at as loggedInAt",
      "created_at as createdAt",
      "removed_at as removedAt",
      "pulled_at as pulledAt",
    ])
    .where("removed_at", state === "removed" ? "is not" : "is", null)
    .where(range.condition)
    .where(isOfPresentClient("item"))
    .$if(state === "error", (query) => query.where("error", "is not", null))
    .orderBy(range.order)
    .limit(limit + 1)
    .execute();
}
