import type { Migration } from "kysely";
import { table, text } from "./0001-baseline/table.ts";

/** Adds the Item of a logged request, and the Items of a use of Link. */
export const threads: Migration = {
  up: async (db) => {
    await db.schema.alterTable("request_log").addColumn("item_id", "text").execute();
    await db.schema
      .createIndex("request_log_by_item_id")
      .on("request_log")
      .columns(["item_id", "at", "request_id", "client_id", "failed"])
      .execute();
    await VISIT_ITEMS.create(db);
  },
};

const VISIT_ITEMS = table("link_visit_item", {
  columns: {
    link_session_id: text({ references: "link_visit.link_session_id", onDelete: "cascade" }),
    item_id: text(),
  },
  primaryKey: ["link_session_id", "item_id"],
  indexes: { link_visit_item_by_item_id: ["item_id"] },
});
