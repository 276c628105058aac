import type { Migration } from "kysely";

/** Adds to invitations the member who made them, with whom they end. */
export const invitedBy: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable("member_invitation")
      .addColumn("invited_by", "text", (column) =>
        column.references("member.member_id").onDelete("cascade"),
      )
      .execute();
    await db.schema
      .createIndex("member_invitation_by_invited_by")
      .on("member_invitation")
      .columns(["invited_by"])
      .execute();
  },
};
