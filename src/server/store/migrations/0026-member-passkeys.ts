import type { Migration } from "kysely";
import { bigint, table, text, time } from "./0001-baseline/table.ts";

/** Adds passkeys of members. */
export const memberPasskeys: Migration = {
  up: (db) => PASSKEY.create(db),
};

const PASSKEY = table("member_passkey", {
  columns: {
    credential_id: text(),
    member_id: text({ references: "member.member_id", onDelete: "cascade" }),
    name: text(),
    public_key: text(),
    counter: bigint(),
    challenged_at: time(),
    created_at: time(),
    used_at: time({ isNullable: true }),
  },
  primaryKey: ["credential_id"],
  indexes: { member_passkey_by_member_id: ["member_id", "created_at"] },
});
