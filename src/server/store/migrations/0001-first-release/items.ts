import { bigint, flag, integer, table, text, time } from "./table.ts";

/** Items, with all that is co-located with them by item_id. */
export const items = [
  table("item", {
    columns: {
      item_id: text(),
      client_id: text({ references: "client.client_id" }),
      user_id: text({ isNullable: true }),
      client_user_id: text({ isNullable: true }),
      application_name: text({ isNullable: true }),
      institution_id: text(),
      access_token_digest: text({ isUnique: true }),
      access_token_generation: integer(),
      products: text(), // JSON
      consented_products: text({ isNullable: true }), // JSON
      consent_binds: flag({ initial: 0 }), // whether the consent limits the products
      webhook: text({ isNullable: true }),
      sealed_login: text(),
      error: text({ isNullable: true }),
      consent_end: text({ isNullable: true }), // the reason of the error, if the consent has ended
      consent_expires_at: time({ isNullable: true }),
      reconfirmable_until: time({ isNullable: true }), // until when the user's yes renews the consent
      reconfirmed_at: time({ isNullable: true }),
      created_at: time(),
      logged_in_at: time({ initial: 0 }),
      removed_at: time({ isNullable: true }),
      shown_accounts: text({ isNullable: true }), // sealed JSON
      auth_accounts: text({ isNullable: true }), // sealed JSON
      auth_numbers: text({ isNullable: true }), // sealed JSON
      auth_method: text({ isNullable: true }), // how the numbers were found
      account_keys: text({ isNullable: true }), // sealed JSON
      revision: integer({ initial: 0 }),
    },
    primaryKey: ["item_id"],
    indexes: {
      item_broken_by_client_id_created_at: {
        columns: ["client_id", "created_at", "item_id"],
        where: "removed_at is null and error is not null",
      },
      item_broken_by_client_id_institution_id_created_at: {
        columns: ["client_id", "institution_id", "created_at", "item_id"],
        where: "removed_at is null and error is not null",
      },
      item_broken_by_created_at: {
        columns: ["created_at", "item_id"],
        where: "removed_at is null and error is not null",
      },
      item_broken_by_institution_id_created_at: {
        columns: ["institution_id", "created_at", "item_id"],
        where: "removed_at is null and error is not null",
      },
      item_by_client_id_institution_id_created_at: [
        "client_id",
        "institution_id",
        "created_at",
        "item_id",
      ],
      item_client_user: ["client_id", "client_user_id"],
      item_live_by_client_id_created_at: {
        columns: ["client_id", "created_at", "item_id"],
        where: "removed_at is null",
      },
      item_live_by_created_at: { columns: ["created_at", "item_id"], where: "removed_at is null" },
      item_live_by_institution_id_created_at: {
        columns: ["institution_id", "created_at", "item_id"],
        where: "removed_at is null",
      },
      item_removed_by_client_id_created_at: {
        columns: ["client_id", "created_at", "item_id"],
        where: "removed_at is not null",
      },
      item_removed_by_created_at: {
        columns: ["created_at", "item_id"],
        where: "removed_at is not null",
      },
      item_removed_by_institution_id_created_at: {
        columns: ["institution_id", "created_at", "item_id"],
        where: "removed_at is not null",
      },
      item_user_id: ["user_id"],
      item_by_consent_end: {
        columns: ["consent_expires_at", "client_id", "item_id"],
        where: "consent_expires_at is not null and removed_at is null",
      },
    },
  }),
  table("item_account", {
    columns: {
      item_id: text({ references: "item.item_id", onDelete: "cascade" }),
      account_id: text(),
      position: integer(), // from 0
      account: text(), // sealed JSON
      numbers: text(), // sealed JSON
      account_key: text({ initial: "" }), // sealed
      verification: text({ isNullable: true }),
      owners: text({ isNullable: true }), // sealed JSON
      balances_at: time({ isNullable: true }),
      holdings: text({ isNullable: true }), // sealed JSON
      investment_transactions: text({ isNullable: true }), // sealed JSON
      investments_at: time({ isNullable: true }),
      liability: text({ isNullable: true }), // sealed JSON
    },
    primaryKey: ["item_id", "account_id"],
  }),
  table("statement_list", {
    columns: {
      item_id: text({ references: "item.item_id", onDelete: "cascade" }),
      start_date: text({ isNullable: true }), // YYYY-MM-DD
      end_date: text({ isNullable: true }), // YYYY-MM-DD
      read_at: time({ isNullable: true }),
    },
    primaryKey: ["item_id"],
  }),
  table("statement", {
    columns: {
      item_id: text(),
      statement_id: text(),
      account_id: text(),
      date: text(), // YYYY-MM-DD
      statement_key: text(), // sealed
      document: text({ isNullable: true }), // sealed bytes
      kept_at: time({ isNullable: true }), // the moment from which its document is kept
    },
    primaryKey: ["item_id", "statement_id"],
    foreignKey: {
      columns: ["item_id", "account_id"],
      references: { table: "item_account", columns: ["item_id", "account_id"] },
      onDelete: "cascade",
    },
    indexes: {
      statement_by_item_id_account_id: ["item_id", "account_id"],
      statement_by_kept_at: ["kept_at"],
    },
  }),
  table("item_status", {
    columns: {
      item_id: text({ references: "item.item_id", onDelete: "cascade" }),
      transactions_updated_at: time({ isNullable: true }),
      transactions_failed_at: time({ isNullable: true }),
      webhook_code: text({ isNullable: true }),
      webhook_sent_at: time({ isNullable: true }),
    },
    primaryKey: ["item_id"],
  }),
  table("item_read", {
    columns: {
      item_id: text({ references: "item.item_id", onDelete: "cascade" }),
      kind: text(),
      revision: bigint(),
      lease_until: time({ isNullable: true }),
      outcome: text({ isNullable: true }),
    },
    primaryKey: ["item_id", "kind"],
  }),
  table("item_pull", {
    columns: {
      item_id: text({ references: "item.item_id", onDelete: "cascade" }),
      since: text(), // YYYY-MM-DD
      new_accounts: flag(),
      owners: flag(),
      job_id: text(),
      revision: integer(),
    },
    primaryKey: ["item_id"],
  }),
  table("cash_flow_subscription", {
    columns: {
      subscription_id: text(),
      user_id: text({ isUnique: true, references: "end_user.user_id", onDelete: "cascade" }),
      item_id: text({ references: "item.item_id", onDelete: "cascade" }),
      webhook: text(),
      income_categories: text({ isNullable: true }), // JSON; null for all
      created_at: time(),
    },
    primaryKey: ["subscription_id"],
    indexes: {
      cash_flow_subscription_by_item_id: ["item_id"],
    },
  }),
  table("connector_state", {
    columns: {
      item_id: text({ references: "item.item_id", onDelete: "cascade" }),
      sealed: text(), // sealed JSON
      revision: bigint(),
    },
    primaryKey: ["item_id"],
  }),
  table("unsealed_connector_state", {
    columns: {
      item_id: text({ references: "item.item_id", onDelete: "cascade" }),
      state: text(), // JSON
    },
    primaryKey: ["item_id"],
  }),
  table("live_items", {
    columns: {
      count: integer(),
    },
  }),
  table("live_item_total", {
    columns: {
      kind: text(),
      owner_id: text(),
      slot: integer(),
      count: bigint(),
    },
    primaryKey: ["kind", "owner_id", "slot"],
  }),
];
