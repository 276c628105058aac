import { bigint, integer, table, text, time } from "./table.ts";

/** Members of the Dashboard, with their invitations and passkeys. */
export const members = [
  table("member", {
    columns: {
      member_id: text(),
      client_id: text({ isNullable: true, references: "client.client_id", onDelete: "cascade" }),
      email: text({ isUnique: true }),
      role: text(),
      password_hash: text({ isNullable: true }),
      sealed_totp: text({ isNullable: true }),
      totp_step: integer(),
      wrong_codes: integer({ initial: 0 }), // since the last sign-in, with the right password
      created_at: time(),
      signed_in_at: time({ isNullable: true }),
    },
    primaryKey: ["member_id"],
    indexes: {
      member_by_client_id: ["client_id", "email"],
    },
  }),
  table("member_invitation", {
    columns: {
      invitation_id: text(),
      token_digest: text({ isUnique: true }),
      client_id: text({ isNullable: true, references: "client.client_id", onDelete: "cascade" }),
      email: text({ isNullable: true }),
      role: text(),
      created_at: time(),
      expires_at: time(),
      invited_by: text({ isNullable: true, references: "member.member_id", onDelete: "cascade" }),
    },
    primaryKey: ["invitation_id"],
    indexes: {
      member_invitation_by_client_id: ["client_id", "created_at"],
      member_invitation_by_invited_by: ["invited_by"],
    },
  }),
  table("member_passkey", {
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
    indexes: {
      member_passkey_by_member_id: ["member_id", "created_at"],
    },
  }),
];
