import { flag, integer, table, text, time } from "./table.ts";

/** Asset Reports, consumer reports, and cash-flow monitors. */
export const reports = [
  table("asset_report", {
    columns: {
      asset_report_id: text(),
      client_id: text({ references: "client.client_id" }),
      token_digest: text({ isUnique: true }),
      item_ids: text(), // JSON
      excluded_account_ids: text(), // JSON
      days_requested: integer(), // days
      client_report_id: text({ isNullable: true }),
      webhook: text({ isNullable: true }),
      sealed_user: text(),
      created_at: time(),
      status: text(),
      state: text(), // JSON
      has_pdf: flag({ initial: 0 }),
      require_all_items: flag({ initial: 0 }),
    },
    primaryKey: ["asset_report_id"],
    indexes: {
      asset_report_by_client_id: ["client_id"],
    },
  }),
  table("asset_report_coverage", {
    columns: {
      item_id: text(),
      asset_report_id: text({ references: "asset_report.asset_report_id", onDelete: "cascade" }),
    },
    primaryKey: ["item_id", "asset_report_id"],
    indexes: {
      asset_report_coverage_by_asset_report_id: ["asset_report_id"],
    },
  }),
  table("asset_report_item", {
    columns: {
      asset_report_id: text({ references: "asset_report.asset_report_id", onDelete: "cascade" }),
      position: integer(), // from 0
      item_id: text(),
      institution_id: text(),
      institution_name: text(),
      updated_at: time(),
    },
    primaryKey: ["asset_report_id", "position"],
  }),
  table("asset_report_account", {
    columns: {
      asset_report_id: text({ references: "asset_report.asset_report_id", onDelete: "cascade" }),
      item_position: integer(), // from 0
      position: integer(), // from 0
      account_id: text(),
      summary: text(), // sealed JSON
      draft_id: text({ initial: "" }),
    },
    primaryKey: ["asset_report_id", "account_id"],
    indexes: {
      asset_report_account_by_draft_id: ["draft_id", "account_id"],
    },
  }),
  table("report_piece", {
    columns: {
      draft_id: text(),
      account_id: text(), // empty for pieces that belong to no account
      part: text(),
      position: integer(), // from 0
      body: text(), // sealed: compressed JSON
    },
    primaryKey: ["draft_id", "account_id", "part", "position"],
  }),
  table("report_erasure", {
    columns: {
      draft_id: text(),
      account_id: text(), // empty for all accounts
    },
    primaryKey: ["draft_id", "account_id"],
  }),
  table("audit_copy", {
    columns: {
      digest: text(),
      asset_report_id: text({ references: "asset_report.asset_report_id", onDelete: "cascade" }),
      client_id: text(),
      auditor_id: text({ isNullable: true }),
      created_at: time(),
    },
    primaryKey: ["digest"],
    indexes: {
      audit_copy_by_asset_report_id: ["asset_report_id"],
    },
  }),
  table("consumer_report", {
    columns: {
      report_id: text(),
      client_id: text({ references: "client.client_id" }),
      user_id: text({ isUnique: true, references: "end_user.user_id" }),
      products: text(), // JSON
      days_requested: integer(), // days
      days_required: integer(), // days
      client_report_id: text({ isNullable: true }),
      webhook: text({ isNullable: true }),
      purpose: text(),
      created_at: time(),
      status: text(),
      state: text(), // JSON
      require_identity: flag({ initial: 0 }),
    },
    primaryKey: ["report_id"],
  }),
  table("cash_flow_monitor", {
    columns: {
      user_id: text({ references: "end_user.user_id", onDelete: "cascade" }),
      state: text(), // JSON
      revision: integer(),
    },
    primaryKey: ["user_id"],
  }),
];
