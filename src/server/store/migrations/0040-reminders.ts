import type { Migration } from "kysely";
import { table, text, time } from "./0001-baseline/table.ts";

/** Adds reminders by mail: their switches, the contact of each Item's user, and the addresses that get none. */
export const reminders: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable("client_alert")
      .addColumn("remind_users", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable("person").addColumn("reminder_language", "text").execute();
    for (const { create } of TABLES) await create(db);
  },
};

const TABLES = [
  table("item_contact", {
    columns: {
      item_id: text({ references: "item.item_id", onDelete: "cascade" }),
      language: text(),
      email_digest: text({ isNullable: true }),
      sealed_email: text({ isNullable: true }),
    },
    primaryKey: ["item_id"],
  }),
  table("reminder_opt_out", {
    columns: { email_digest: text(), at: time() },
    primaryKey: ["email_digest"],
  }),
];
