import { z } from "zod";
import { PRODUCTS } from "../../../protocol/vocabulary.ts";
import type { ItemList } from "../../domain/dashboard/item-list.ts";
import { jsonColumn } from "../json-column.ts";
import type { Queryable } from "../tables.ts";
import { inOrder, isAfter, pageOf } from "./page.ts";

const ORDER = ["item.created_at", "item.item_id"];

const productList = jsonColumn(z.array(z.enum(PRODUCTS)));

/** Lists of Items. */
export const itemList =
  (db: Queryable): ItemList =>
  async (request) => {
    const { clientId, institutionId, state, limit } = request;
    const rows = await db
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
      .where(isAfter(ORDER, request))
      .$if(state === "error", (query) => query.where("error", "is not", null))
      .$if(clientId !== null, (query) => query.where("client_id", "=", clientId))
      .$if(institutionId !== null, (query) => query.where("institution_id", "=", institutionId))
      .orderBy(inOrder(ORDER, request))
      .limit(limit + 1)
      .execute();
    return pageOf(
      rows.map((row) => ({ ...row, products: productList.read(row.products) })),
      request,
      ({ createdAt, itemId }) => [createdAt, itemId],
    );
  };
