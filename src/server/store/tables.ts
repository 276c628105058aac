import type {
  AliasableExpression,
  CompiledQuery,
  Expression,
  Generated,
  Kysely,
  SelectQueryBuilder,
} from "kysely";
import type { ErrorCode } from "../../protocol/errors.ts";
import type { TransactionsUpdateStatus } from "../../protocol/transaction.ts";
import type {
  AccountSelection,
  LogoShape,
  PermissiblePurpose,
  Product,
} from "../../protocol/vocabulary.ts";
import type { AssetReportState } from "../domain/asset-reports/asset-report.ts";
import type { ConsumerReportState } from "../domain/consumer-reports/consumer-report.ts";
import type { ClientAuthentication } from "../domain/institutions/connection.ts";
import type { Delivery } from "../domain/webhooks/delivery.ts";

/** The store's tables. Ids are text, times ms since 1970, and what has structure is JSON as text. */
export type Tables = {
  client: {
    client_id: string;
    secret_digest: string;
    public_key: string;
    /** 0 or 1. */
    public_key_enabled: number;
    /** 0 or 1. */
    partner: number;
    /** 0 or 1. */
    legacy_user_api: number;
    default_version: string;
    products: string;
    /** The ids of the institutions that it acts for, as JSON. */
    institutions: string;
    account_selection: AccountSelection;
    created_at: number;
  };
  client_origin: {
    client_id: string;
    origin: string;
    /** Orders the client's list. */
    position: number;
  };
  /** Sessions that were signed out of, for as long as their cookies would be good. */
  ended_dashboard_session: { session_id: string; expires_at: number };
  link_session: {
    link_session_id: string;
    token_digest: string;
    client_id: string;
    origin: string;
    config: string;
    link_token_digest: string | null;
    public_token_digest: string | null;
    resume_digest: string | null;
    /** The Item that the session mends, if it does. */
    mends: string | null;
    consent: string | null;
    guard: string;
    /** The last thing that was submitted; sealed once it is answered. */
    submission: string | null;
    submission_until: number | null;
    submission_answer: string | null;
    step: string;
    revision: number;
    created_at: number;
    expires_at: number;
  };
  oauth_redirect: {
    state_digest: string;
    link_session_id: string;
    via: string;
    ticket_digest: string;
    sealed_url: string;
    cookie_digest: string | null;
    returned_at: number | null;
    state_id_digest: string | null;
    state_id_used_at: number | null;
    expires_at: number;
  };
  link_token: {
    digest: string;
    client_id: string;
    config: string;
    mends: string | null;
    details: string;
    sealed_token: string | null;
    created_at: number;
    expires_at: number;
  };
  item: {
    item_id: string;
    client_id: string;
    /** The user that it was linked under, if any. */
    user_id: string | null;
    /** The application's own id of whom it was linked for, if it named one. */
    client_user_id: string | null;
    institution_id: string;
    access_token_digest: string;
    access_token_generation: number;
    products: string;
    webhook: string | null;
    sealed_login: string;
    error: ErrorCode | null;
    consent_expires_at: number | null;
    created_at: number;
    logged_in_at: number;
    removed_at: number | null;
    /** The accounts, those that have numbers, and these, each as JSON; null where they are not written. */
    shown_accounts: string | null;
    auth_accounts: string | null;
    auth_numbers: string | null;
    /** Counts the changes of the row. */
    revision: Generated<number>;
  };
  /** Named so since `user` is a word of SQL. */
  end_user: {
    user_id: string;
    client_id: string;
    client_user_id: string;
    legacy_user_id: string | null;
    sealed_identity: string | null;
    created_at: number;
  };
  /** How often a client used a field of the legacy user API at a path. */
  legacy_use: {
    client_id: string;
    path: string;
    field: string;
    count: number;
    last_at: number;
    request_id: string;
  };
  item_account: {
    item_id: string;
    account_id: string;
    /** The place in the Item's list, from 0. */
    position: number;
    account: string;
    numbers: string;
    /** The account's own key at its institution. */
    account_key: string;
    verification: string | null;
    owners: string | null;
  };
  /** What an Item is to be pulled for, since its institution has notified us. */
  item_pull: {
    item_id: string;
    /** The first day of what changed, YYYY-MM-DD. */
    since: string;
    /** 0 or 1. */
    new_accounts: number;
    /** 0 or 1. */
    owners: number;
    /** The one job that waits for it. */
    job_id: string;
    /** Counts what was merged into it. */
    revision: number;
  };
  transaction_feed: {
    item_id: string;
    status: TransactionsUpdateStatus;
    last_change: number;
    revision: number;
    first_date: string | null;
    last_date: string | null;
    pulled_at: number | null;
  };
  item_transaction: {
    item_id: string;
    transaction_id: string;
    account_id: string;
    date: string;
    /** The numbers of the change that it came with, and of the last one. */
    added: number;
    changed: number;
    /** All but the institution's own words, which are answered only where they are asked for. */
    body: string;
    original_description: string | null;
  };
  connector_state: {
    item_id: string;
    sealed: string;
    revision: number;
  };
  /** States in the clear, of an earlier version, until a server has sealed them. */
  unsealed_connector_state: { item_id: string; state: string };
  /** How many transactions an account of an Item has on a day; those with none have no row. */
  transaction_day: {
    item_id: string;
    date: string;
    account_id: string;
    count: number;
  };
  removed_transaction: {
    item_id: string;
    /** The number of the change that it went with. */
    removed: number;
    transaction_id: string;
    account_id: string;
    added: number;
  };
  consent: {
    link_session_id: string;
    item_id: string;
    client_id: string;
    institution_id: string;
    version: string;
    scope: string;
    given_at: number;
    expires_at: number;
  };
  public_token: {
    digest: string;
    item_id: string;
    client_id: string;
    created_at: number;
    expires_at: number;
    exchanged_at: number | null;
  };
  institution: {
    institution_id: string;
    /** Its place in the list. */
    position: number;
    name: string;
    aliases: string;
    products: string;
    country_codes: string;
    routing_numbers: string;
    /** 0 or 1. */
    oauth: number;
    url: string | null;
    mark: LogoShape | null;
    color: string | null;
    /** 0 or 1. */
    supported: number;
    added_at: number;
  };
  /** How often a table has changed that servers keep a copy of. */
  institution_connection: {
    institution_id: string;
    issuer: string;
    client_id: string;
    authentication: ClientAuthentication;
    data_url: string;
    /** Null for those that the issuer offers. */
    scopes: string | null;
    resource: string | null;
    sealed_secrets: string;
    connected_at: number;
  };
  table_revision: { name: string; revision: number };
  /** What users' accounts were like at the last update of their cash flow. */
  cash_flow_monitor: { user_id: string; state: string; revision: number };
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
    /** The tag of the state, to move on from. */
    status: AssetReportState["at"];
    state: string;
    /** 0 or 1: whether its PDF is stored. */
    has_pdf: Generated<number>;
  };
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
    /** Whose pieces its history is; a filtered report shares those of the one it was made from. */
    draft_id: string;
  };
  /** What a report says, in compressed pieces. */
  report_piece: {
    draft_id: string;
    /** Empty for what is about no account. */
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
    client_report_id: string | null;
    webhook: string | null;
    purpose: PermissiblePurpose;
    created_at: number;
    /** The tag of the state, to move on from. */
    status: ConsumerReportState["at"];
    state: string;
  };
  /** Pieces that are to be erased, unless a report still has them; an empty account stands for all. */
  report_erasure: { draft_id: string; account_id: string };
  audit_copy: {
    digest: string;
    asset_report_id: string;
    client_id: string;
    auditor_id: string | null;
    created_at: number;
  };
  job: {
    job_id: string;
    name: string;
    payload: string;
    lane: string;
    /** When it may be claimed, the end of a lease included; null once it was given up. */
    due_at: number | null;
    created_at: number;
    attempts: number;
    lease: string | null;
    given_up_at: number | null;
  };
  webhook_delivery: {
    delivery_id: string;
    client_id: string;
    item_id: string | null;
    url: string;
    webhook: string;
    sealed_body: string;
    created_at: number;
    tried_since: number;
    state: Delivery["state"];
  };
  webhook_attempt: {
    delivery_id: string;
    /** Counts a delivery's tries, from 1. */
    number: number;
    at: number;
    ms: number;
    status: number | null;
    failure: string | null;
    excerpt: string;
  };
  webhook_key: {
    key_id: string;
    x: string;
    y: string;
    sealed_private_key: string;
    created_at: number;
    expired_at: number | null;
  };
  /** One row. Counted only where there may not be any number of Items. */
  live_items: { count: number };
  item_status: {
    item_id: string;
    transactions_updated_at: number | null;
    transactions_failed_at: number | null;
    webhook_code: string | null;
    webhook_sent_at: number | null;
  };
  processor_token: {
    digest: string;
    item_id: string;
    account_id: string;
    processor: string;
    created_at: number;
  };
  /** No row refers to another: what was used is billed whatever became of the Item. */
  usage: { client_id: string; product: Product; item_id: string; day: string; count: number };
  mark: { name: string; value: string };
};

/** The database, or a transaction in it: whatever runs a query. */
export type Queryable = Kysely<Tables>;

/** The database, with what each dialect does in its own way. */
export type Database = Queryable & {
  /**
   * Runs `work` in a transaction. Those that write behave as if they ran one after another; where a
   * dialect finds that two did not, it rolls one back and runs it again.
   */
  transact<Answer>(work: (transaction: Queryable) => Promise<Answer>): Promise<Answer>;
  /** Reads what is committed, without waiting for a transaction that is under way. */
  readCommitted<Row>(query: CompiledQuery<Row>): Row[] | Promise<Row[]>;
  /** Leaves out the rows that another transaction has locked, where transactions run side by side. */
  skipLocked<DB, TB extends keyof DB, Row>(
    query: SelectQueryBuilder<DB, TB, Row>,
  ): SelectQueryBuilder<DB, TB, Row>;
  /** A text as its bytes in UTF-8. */
  toBytes(text: Expression<string>): AliasableExpression<Uint8Array>;
  /**
   * Erases what was deleted from the disk. False where somebody reads at that moment: nobody waits
   * for it.
   */
  eraseDeleted(): Promise<boolean>;
};
