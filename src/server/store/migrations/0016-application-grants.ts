import type { Migration } from "kysely";
import { integer, table, text, time } from "./0001-baseline/table.ts";

/** Adds the grants of applications: their client, the links that they open, and their agreements with users. */
export const applicationGrants: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable("access_grant")
      .addColumn("client_id", "text", (column) =>
        column.references("client.client_id").onDelete("cascade"),
      )
      .execute();
    await db.schema
      .createIndex("access_grant_by_client_id")
      .on("access_grant")
      .columns(["client_id"])
      .execute();
    await db.schema.alterTable("access_grant_account").addColumn("reader_id", "text").execute();
    await db.schema
      .createIndex("access_grant_account_by_reader_id")
      .on("access_grant_account")
      .columns(["grant_id", "reader_id"])
      .execute();
    for (const { create } of TABLES) await create(db);
  },
};

const TABLES = [
  table("grant_link", {
    columns: {
      link_id: text(),
      grant_id: text({ references: "access_grant.grant_id", onDelete: "cascade" }),
      link_token_digest: text({ isUnique: true }),
      details: text(),
      access_days: integer({ isNullable: true }),
      created_at: time(),
      expires_at: time(),
      linked_at: time({ isNullable: true }),
      item_id: text({ isNullable: true }),
    },
    primaryKey: ["link_id"],
    indexes: {
      grant_link_by_grant_id: ["grant_id", "created_at"],
      grant_link_by_item_id: ["grant_id", "item_id"],
    },
  }),
  table("grant_agreement", {
    columns: {
      agreement_id: text(),
      grant_id: text({ references: "access_grant.grant_id", onDelete: "cascade" }),
      details: text(),
      created_at: time(),
    },
    primaryKey: ["agreement_id"],
    indexes: { grant_agreement_by_grant_id: ["grant_id", "created_at"] },
  }),
];
