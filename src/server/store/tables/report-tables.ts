import type { Generated } from "kysely";
import type { PermissiblePurpose } from "../../../protocol/vocabulary.ts";
import type { AssetReportState } from "../../domain/asset-reports/asset-report.ts";
import type { ConsumerReportState } from "../../domain/consumer-reports/consumer-report.ts";

/** Asset Reports and consumer reports. */
export type ReportTables = {
  asset_report: {
    asset_report_id: string;
    client_id: string;
    token_digest: string;
    item_ids: string;
    excluded_account_ids: string;
    days_requested: number;
    client_report_id: string | null;
    webhook: string | null;
    sealed_user: string;
    created_at: number;
    /** The tag of the state, by which changes compare and set it. */
    status: AssetReportState["at"];
    state: string;
    /** 0 or 1: whether its PDF is stored. */
    has_pdf: Generated<number>;
    /** 0 or 1: whether it fails without one of its Items. */
    require_all_items: Generated<number>;
  };
  /** Which reports cover an Item, while they were not removed. */
  asset_report_coverage: { item_id: string; asset_report_id: string };
  asset_report_item: {
    asset_report_id: string;
    /** The place in the report's list, from 0. */
    position: number;
    item_id: string;
    institution_id: string;
    institution_name: string;
    updated_at: number;
  };
  asset_report_account: {
    asset_report_id: string;
    item_position: number;
    position: number;
    account_id: string;
    summary: string;
    /**
     * The draft that has the pieces of the history; a filtered report shares the draft of the
     * report it was made from.
     */
    draft_id: string;
  };
  /** The content of reports, in compressed pieces. */
  report_piece: {
    draft_id: string;
    /** Empty for pieces that belong to no account. */
    account_id: string;
    part: string;
    position: number;
    /** Bytes in base64. */
    body: string;
  };
  consumer_report: {
    report_id: string;
    client_id: string;
    user_id: string;
    products: string;
    days_requested: number;
    days_required: number;
    /** 0 or 1: whether it fails without the owners of an Item's accounts. */
    require_identity: Generated<number>;
    client_report_id: string | null;
    webhook: string | null;
    purpose: PermissiblePurpose;
    created_at: number;
    /** The tag of the state, to move on from. */
    status: ConsumerReportState["at"];
    state: string;
  };
  /** Pieces to erase, unless a report still uses them; an empty account means all. */
  report_erasure: { draft_id: string; account_id: string };
  audit_copy: {
    digest: string;
    asset_report_id: string;
    client_id: string;
    auditor_id: string | null;
    created_at: number;
  };
};
