import { flag, integer, table, text, time } from "./table.ts";

/** Grants of accounts to readers, with the links and agreements of applications. */
export const grants = [
  table("access_grant", {
    columns: {
      grant_id: text(),
      door: text(),
      name: text(),
      from_date: text({ isNullable: true }), // YYYY-MM-DD
      until: time({ isNullable: true }),
      created_at: time(),
      claim_digest: text({ isNullable: true, isUnique: true }),
      claim_expires_at: time({ isNullable: true }),
      secret_digest: text({ isNullable: true }),
      used_at: time({ isNullable: true }),
      used_from: text({ isNullable: true }),
      client_id: text({ isNullable: true, references: "client.client_id", onDelete: "cascade" }),
      pending: text({ initial: "as_they_are" }),
    },
    primaryKey: ["grant_id"],
    indexes: {
      access_grant_by_client_id: ["client_id"],
    },
  }),
  table("access_grant_account", {
    columns: {
      grant_id: text({ references: "access_grant.grant_id", onDelete: "cascade" }),
      item_id: text({ references: "item.item_id", onDelete: "cascade" }),
      account_id: text(),
      reader_id: text({ isNullable: true }),
      joins: flag({ initial: 0 }),
      aligned: text({ isNullable: true }), // the states of its transactions and of those it was compared with
    },
    primaryKey: ["grant_id", "item_id", "account_id"],
    indexes: {
      access_grant_account_by_item_id: ["item_id"],
      access_grant_account_by_reader_id: ["grant_id", "reader_id"],
    },
  }),
  table("access_grant_alias", {
    columns: {
      grant_id: text({ references: "access_grant.grant_id", onDelete: "cascade" }),
      item_id: text({ references: "item.item_id", onDelete: "cascade" }),
      transaction_id: text(),
      reader_id: text(), // the id under which the reader has read it by another connection
    },
    primaryKey: ["grant_id", "item_id", "transaction_id"],
    indexes: { access_grant_alias_by_item_id: ["item_id"] },
  }),
  table("access_grant_use", {
    columns: {
      grant_id: text({ references: "access_grant.grant_id", onDelete: "cascade" }),
      day: text(), // YYYY-MM-DD
      address: text(),
    },
    primaryKey: ["grant_id", "day", "address"],
  }),
  table("grant_link", {
    columns: {
      link_id: text(),
      grant_id: text({ references: "access_grant.grant_id", onDelete: "cascade" }),
      link_token_digest: text({ isUnique: true }),
      details: text(), // JSON
      access_days: integer({ isNullable: true }),
      created_at: time(),
      expires_at: time(),
      linked_at: time({ isNullable: true }),
      item_id: text({ isNullable: true }),
      reference: text({ isNullable: true }), // the application's own, which is unique in a grant
    },
    primaryKey: ["link_id"],
    indexes: {
      grant_link_by_grant_id: ["grant_id", "created_at"],
      grant_link_by_item_id: ["grant_id", "item_id"],
      grant_link_by_reference: { columns: ["grant_id", "reference"], isUnique: true },
    },
  }),
  table("grant_agreement", {
    columns: {
      agreement_id: text(),
      grant_id: text({ references: "access_grant.grant_id", onDelete: "cascade" }),
      details: text(), // JSON
      created_at: time(),
    },
    primaryKey: ["agreement_id"],
    indexes: {
      grant_agreement_by_grant_id: ["grant_id", "created_at"],
    },
  }),
  table("ended_grant_key", {
    columns: {
      digest: text(), // a secret that was claimed or has ended, and is no guess
      ended_at: time(),
    },
    primaryKey: ["digest"],
    indexes: {
      ended_grant_key_by_ended_at: ["ended_at"],
    },
  }),
];
