import { integer, table, text, time } from "./table.ts";

/** The people whose accounts are connected, and their sessions on the account site. */
export const portalUsers = [
  table("person", {
    columns: {
      person_id: text(),
      email_digest: text({ isUnique: true }),
      sealed_email: text(),
      mailed_at: time({ isNullable: true }),
      reminder_language: text({ isNullable: true }),
      created_at: time(),
    },
    primaryKey: ["person_id"],
  }),
  table("person_item", {
    columns: {
      item_id: text({ references: "item.item_id", onDelete: "cascade" }),
      person_id: text({ references: "person.person_id", onDelete: "cascade" }),
    },
    primaryKey: ["item_id"],
    indexes: {
      person_item_by_person: ["person_id"],
    },
  }),
  table("person_session", {
    columns: {
      session_digest: text(),
      item_id: text({ isNullable: true, references: "item.item_id", onDelete: "cascade" }),
      person_id: text({ isNullable: true, references: "person.person_id", onDelete: "cascade" }),
      opened_at: time(),
      seen_at: time(),
    },
    primaryKey: ["session_digest"],
    indexes: {
      person_session_by_item_id: ["item_id"],
      person_session_by_person_id: ["person_id"],
    },
  }),
  table("used_one_time_address", {
    columns: {
      address_id: text(),
      expires_at: time(),
    },
    primaryKey: ["address_id"],
  }),
  table("email_code", {
    columns: {
      session_digest: text({ references: "person_session.session_digest", onDelete: "cascade" }),
      code_digest: text(),
      email_digest: text(),
      sealed_email: text(),
      expires_at: time(),
      sent: integer(),
      guesses: integer(),
    },
    primaryKey: ["session_digest"],
  }),
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
    columns: {
      email_digest: text(),
      at: time(),
    },
    primaryKey: ["email_digest"],
  }),
];
