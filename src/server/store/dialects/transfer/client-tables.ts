import { type RawBuilder, sql } from "kysely";
import type { TableName } from "./table-keys.ts";

/** The ids by which a client's rows are found, read from the store that has the client. */
export type ClientIds = {
  clientId: string;
  items: readonly string[];
  /** The client's own grants, and people's grants of its accounts alone. */
  grants: readonly string[];
  /** The unfinished drafts of the client's Asset Reports. */
  drafts: readonly string[];
};

/** The conditions of a client's rows in a table, each for one part of the rows. */
type Rows = ((ids: ClientIds, table: TableName) => RawBuilder<unknown>[]) & {
  /**
   * Returns an SQL expression for the client of a row, given the row's alias; null if SQL cannot
   * tell.
   */
  ownerOf: ((row: string) => string) | null;
};

const withOwner = (
  conditions: (ids: ClientIds, table: TableName) => RawBuilder<unknown>[],
  ownerOf: Rows["ownerOf"],
): Rows => Object.assign(conditions, { ownerOf });

const findOwnerIn = (parent: TableName, column: string) => (row: string) =>
  `(select parent.client_id from ${parent} as parent where parent.${column} = ${row}.${column} limit 1)`;

/**
 * A table's rule when a client moves to another cell. `Rows` belong to the client and move.
 * `shared` rows may belong to several clients, and are copied unless the target has them. `cell`
 * rows belong to the server and stay.
 */
type Rule = Rows | "shared" | "cell";

/** Rows with a column for the client. */
const own = withOwner(
  ({ clientId }) => [sql`client_id = ${clientId}`],
  (row) => `${row}.client_id`,
);

/** Rows that refer to the client's rows in another table. */
const of = (parent: TableName, column: string): Rows =>
  withOwner(
    ({ clientId }, table) => [
      sql`exists (select 1 from ${sql.table(parent)} as parent
        where ${sql.ref(`parent.${column}`)} = ${sql.ref(`${table}.${column}`)}
        and parent.client_id = ${clientId})`,
    ],
    findOwnerIn(parent, column),
  );

/** The number of Items in one condition; one for tables with many rows per Item. */
const ITEMS_AT_ONCE = 100;

const inParts =
  (column: string, idsOf: (ids: ClientIds) => readonly string[], size = ITEMS_AT_ONCE) =>
  (ids: ClientIds) => {
    const list = idsOf(ids);
    return Array.from({ length: Math.ceil(list.length / size) }, (_, part) => {
      const some = list.slice(part * size, (part + 1) * size);
      return sql`${sql.ref(column)} in (${sql.join(some)})`;
    });
  };

const itemOwner = findOwnerIn("item", "item_id");
const ofItems = withOwner(
  inParts("item_id", ({ items }) => items),
  itemOwner,
);
const ofEachItem = withOwner(
  inParts("item_id", ({ items }) => items, 1),
  itemOwner,
);

const inGrants = inParts("grant_id", ({ grants }) => grants);
/**
 * A person's grant has no client of its own. Its accounts decide, since no grant of several clients
 * moves.
 */
const ofGrants = withOwner(
  inGrants,
  (row) => `(select coalesce(parent.client_id,
    (select item.client_id from access_grant_account as account join item on item.item_id = account.item_id
      where account.grant_id = parent.grant_id limit 1))
    from access_grant as parent where parent.grant_id = ${row}.grant_id)`,
);
const ofGrantedAccounts = withOwner((ids) => inGrants(ids), itemOwner);

/** The pieces of the client's reports, found by the drafts' ids. */
const ofReports = withOwner(({ clientId, drafts }, table) => {
  const draft = sql.ref(`${table}.draft_id`);
  return [
    sql`(
      exists (select 1 from asset_report_account as account
        join asset_report as report on report.asset_report_id = account.asset_report_id
        where account.draft_id = ${draft} and report.client_id = ${clientId})
      or exists (select 1 from consumer_report as report
        where report.report_id = substr(${draft}, ${sql.lit("consumer-report ".length + 1)})
        and report.client_id = ${clientId})
      ${drafts.length > 0 ? sql`or ${draft} in (${sql.join(drafts)})` : sql``}
    )`,
  ];
}, null);

export const CLIENT_TABLES: { readonly [Name in TableName]: Rule } = {
  client: own,
  client_secret: own,
  client_origin: own,
  client_redirect_uri: own,
  client_brand: own,
  member: own,
  member_invitation: own,
  member_passkey: of("member", "member_id"),
  // Cookies belong to the cell's own origin, so members sign in again.
  dashboard_session: "cell",
  dashboard_operator: "cell",
  dashboard_setup_code: "cell",
  // The other cell signs with its own key. Earlier keys verify earlier webhooks.
  webhook_key: "shared",
  institution: "cell",
  institution_connection: "cell",
  end_user: own,
  legacy_use: own,
  cash_flow_monitor: of("end_user", "user_id"),
  item: own,
  item_account: ofItems,
  cash_flow_subscription: of("end_user", "user_id"),
  statement_list: ofItems,
  statement: ofEachItem,
  item_contact: ofItems,
  reminder_opt_out: "shared",
  access_grant: ofGrants,
  access_grant_account: ofGrantedAccounts,
  access_grant_alias: ofGrantedAccounts,
  access_grant_use: ofGrants,
  ended_grant_key: "cell",
  grant_link: ofGrants,
  grant_agreement: ofGrants,
  item_read: ofItems,
  item_pull: ofItems,
  item_status: ofItems,
  connector_state: ofItems,
  unsealed_connector_state: ofItems,
  live_items: "cell",
  live_item_total: withOwner(
    ({ clientId }) => [sql`kind = 'client' and owner_id = ${clientId}`],
    (row) => `(case when ${row}.kind = 'client' then ${row}.owner_id else '' end)`,
  ),
  transaction_feed: ofItems,
  item_transaction: ofEachItem,
  transaction_alias: ofEachItem,
  match_candidate: ofEachItem,
  transaction_day: ofEachItem,
  removed_transaction: ofEachItem,
  link_token: own,
  link_session: own,
  oauth_redirect: of("link_session", "link_session_id"),
  consent: own,
  public_token: own,
  processor_token: ofItems,
  person: "shared",
  person_item: ofItems,
  // People sign in again at the account site of the other cell.
  person_session: "cell",
  used_one_time_address: "shared",
  email_code: "cell",
  asset_report: own,
  asset_report_coverage: of("asset_report", "asset_report_id"),
  asset_report_item: of("asset_report", "asset_report_id"),
  asset_report_account: of("asset_report", "asset_report_id"),
  audit_copy: own,
  consumer_report: own,
  report_piece: ofReports,
  // The pieces of deleted reports, which this cell erases.
  report_erasure: "cell",
  // A job's payload names its client, and no SQL condition reads payloads.
  job: "cell",
  webhook_delivery: own,
  webhook_attempt: of("webhook_delivery", "delivery_id"),
  inbox_webhook: own,
  webhook_total: own,
  request_log: own,
  request_total: own,
  link_visit: own,
  link_visit_item: of("link_visit", "link_session_id"),
  link_visit_total: own,
  link_session_total: own,
  link_event: of("link_visit", "link_session_id"),
  institution_check: "cell",
  institution_ids: "cell",
  aggregator: own,
  institution_request_count: "cell",
  institution_outage: "cell",
  client_alert: own,
  failed_sign_in: own,
  usage_total: own,
  usage: own,
  usage_batch: "cell",
  rate_counter: "cell",
  call_counter: "cell",
  request_count: "cell",
  table_revision: "cell",
  // Each digest includes the previous entry's digest, so the log stays whole in its own cell.
  audit_entry: "cell",
  audit_head: "cell",
  client_move: "cell",
  client_move_change: "cell",
  mark: "cell",
};
