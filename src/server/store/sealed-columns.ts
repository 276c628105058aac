import type { Tables } from "./tables.ts";

type Column<Table extends keyof Tables> = keyof Tables[Table] & string;

/** A column with sealed texts, and what tells its rows apart. */
export type SealedColumn<Table extends keyof Tables = keyof Tables> = {
  table: Table;
  key: readonly Column<Table>[];
  column: Column<Table>;
  /** Whether a value is one sealed text, or has some among other text. */
  holds: "one" | "some";
};

const sealed = <Table extends keyof Tables>(
  table: Table,
  key: readonly Column<Table>[],
  columns: Partial<Record<Column<Table>, SealedColumn["holds"]>>,
): SealedColumn[] =>
  Object.entries(columns).map(
    ([column, holds]) => ({ table, key, column, holds }) as unknown as SealedColumn,
  );

/** Every column with something sealed in it: another master key needs them sealed again. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  ...sealed("item", ["item_id"], { sealed_login: "one" }),
  ...sealed("connector_state", ["item_id"], { sealed: "one" }),
  ...sealed("institution_connection", ["institution_id"], { sealed_secrets: "one" }),
  ...sealed("webhook_key", ["key_id"], { sealed_private_key: "one" }),
  ...sealed("webhook_delivery", ["delivery_id"], { sealed_body: "one" }),
  ...sealed("end_user", ["user_id"], { sealed_identity: "one" }),
  ...sealed("asset_report", ["asset_report_id"], { sealed_user: "one" }),
  ...sealed("oauth_redirect", ["state_digest"], { sealed_url: "one" }),
  ...sealed("link_token", ["digest"], { sealed_token: "one" }),
  ...sealed("link_session", ["link_session_id"], { submission_answer: "some", step: "some" }),
  ...sealed("job", ["job_id"], { payload: "some" }),
];
