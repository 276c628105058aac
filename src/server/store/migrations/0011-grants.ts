import type { Migration } from "kysely";
import { flag, table, text, time } from "./0001-baseline/table.ts";

/** Adds the grants of accounts to readers, and to clients whether they allow grants. */
export const grants: Migration = {
  up: async (db) => {
    for (const { create } of TABLES) await create(db);
    await db.schema
      .alterTable("client")
      .addColumn("grants_allowed", flag().type, (column) => column.notNull().defaultTo(1))
      .execute();
  },
};

const TABLES = [
  table("access_grant", {
    columns: {
      grant_id: text(),
      door: text(),
      name: text(),
      from_date: text({ isNullable: true }),
      until: time({ isNullable: true }),
      created_at: time(),
      claim_digest: text({ isNullable: true, isUnique: true }),
      claim_expires_at: time({ isNullable: true }),
      secret_digest: text({ isNullable: true }),
      used_at: time({ isNullable: true }),
      used_from: text({ isNullable: true }),
    },
    primaryKey: ["grant_id"],
  }),
  table("access_grant_account", {
    columns: {
      grant_id: text({ references: "access_grant.grant_id", onDelete: "cascade" }),
      item_id: text({ references: "item.item_id", onDelete: "cascade" }),
      account_id: text(),
    },
    primaryKey: ["grant_id", "item_id", "account_id"],
    indexes: { access_grant_account_by_item_id: ["item_id"] },
  }),
  table("access_grant_use", {
    columns: {
      grant_id: text({ references: "access_grant.grant_id", onDelete: "cascade" }),
      day: text(),
      address: text(),
    },
    primaryKey: ["grant_id", "day", "address"],
  }),
];
