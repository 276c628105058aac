import { sql } from "kysely";
import { z } from "zod";
import { PRODUCTS } from "../../../protocol/vocabulary.ts";
import type { ItemList } from "../../domain/dashboard/item-list.ts";
import type { PageRequest } from "../../domain/dashboard/page.ts";
import { isOfPresentClient } from "../clients/present-client.ts";
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
    const ofClient = institutionId === null && request.after === null ? clientId : null;
    const place = ofClient === null ? inAll(request) : inClient(request, ofClient);
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
      .where(place.condition)
      .where(isOfPresentClient("item"))
      .$if(state === "error", (query) => query.where("error", "is not", null))
      .$if(clientId !== ofClient, (query) => query.where("client_id", "=", clientId))
      .$if(institutionId !== null, (query) => query.where("institution_id", "=", institutionId))
      .orderBy(place.order)
      .limit(limit + 1)
      .execute();
    return pageOf(
      rows.map((row) => ({ ...row, products: productList.read(row.products) })),
      request,
      ({ createdAt, itemId }) => [createdAt, itemId],
    );
  };

/** Where a page of all Items begins, and their order. */
const inAll = (request: PageRequest) => ({
  condition: isAfter(ORDER, request),
  order: inOrder(ORDER, request),
});

/**
 * The same of the first Items of a client, which are a range of the index that begins with it. Where the client is
 * equated with a value, PostgreSQL sees that it is no part of the order, and may go through those of all clients
 * instead. (With a cursor it takes such a range for next to nothing, and an index in another order.)
 */
const inClient = (request: PageRequest, clientId: string) => ({
  condition: sql<boolean>`item.client_id >= ${clientId} and item.client_id <= ${clientId}`,
  order: inOrder(["item.client_id", ...ORDER], request),
});
