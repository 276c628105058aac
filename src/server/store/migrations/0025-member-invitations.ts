import type { Migration } from "kysely";
import { table, text, time } from "./0001-baseline/table.ts";

/** Adds invitations of members. */
export const memberInvitations: Migration = {
  up: (db) => INVITATION.create(db),
};

const INVITATION = table("member_invitation", {
  columns: {
    invitation_id: text(),
    token_digest: text({ isUnique: true }),
    client_id: text({ isNullable: true, references: "client.client_id", onDelete: "cascade" }),
    email: text({ isNullable: true }),
    role: text(),
    created_at: time(),
    expires_at: time(),
  },
  primaryKey: ["invitation_id"],
  indexes: { member_invitation_by_client_id: ["client_id", "created_at"] },
});
