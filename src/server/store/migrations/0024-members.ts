import type { Migration } from "kysely";
import { integer, table, text, time } from "./0001-baseline/table.ts";

/** Adds members, and to sessions on the Dashboard their member, address and browser. */
export const members: Migration = {
  up: async (db) => {
    for (const { create } of TABLES) await create(db);
    const sessions = () => db.schema.alterTable("dashboard_session");
    await sessions()
      .addColumn("member_id", "text", (column) =>
        column.references("member.member_id").onDelete("cascade"),
      )
      .execute();
    await sessions().addColumn("address", "text").execute();
    await sessions().addColumn("browser", "text").execute();
    await db.schema
      .createIndex("dashboard_session_by_member_id")
      .on("dashboard_session")
      .columns(["member_id"])
      .execute();
  },
};

const TABLES = [
  table("member", {
    columns: {
      member_id: text(),
      client_id: text({ isNullable: true, references: "client.client_id", onDelete: "cascade" }),
      email: text({ isUnique: true }),
      role: text(),
      password_hash: text({ isNullable: true }),
      sealed_totp: text({ isNullable: true }),
      totp_step: integer(),
      created_at: time(),
      signed_in_at: time({ isNullable: true }),
    },
    primaryKey: ["member_id"],
    indexes: { member_by_client_id: ["client_id", "email"] },
  }),
];
