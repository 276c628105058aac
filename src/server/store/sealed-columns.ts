import { summaryPlace } from "./asset-reports/report-contents.ts";
import { piecePlace } from "./asset-reports/report-pieces.ts";
import { accountsJsonPlace } from "./items/account-json.ts";
import { accountKeysPlace } from "./items/account-keys.ts";
import { accountPlace } from "./items/item-accounts.ts";
import { statementPlace } from "./items/statements.ts";
import { linkTokenConfigPlace } from "./link/link-tokens.ts";
import { sessionConfigPlace } from "./link/session-columns.ts";
import type { Tables } from "./tables.ts";

type Column<Table extends keyof Tables> = keyof Tables[Table] & string;
type Row = Record<string, string | number>;

/** A column with sealed texts, and the key of its rows. */
export type SealedColumn = {
  table: keyof Tables;
  key: readonly string[];
  column: string;
  /** Whether a value is one sealed text, or has some among other text. */
  holds: "one" | "some";
  /** The purpose for which its values are sealed, if the store itself seals them. */
  place?: (row: Row) => string;
  /** Bytes that an earlier version left in the clear are in base64. */
  isBytes?: boolean;
};

const columns = <Table extends keyof Tables>(
  table: Table,
  key: readonly Column<Table>[],
  all: Partial<Record<Column<Table>, Omit<SealedColumn, "table" | "key" | "column">>>,
): SealedColumn[] =>
  Object.entries<Omit<SealedColumn, "table" | "key" | "column"> | undefined>(all).flatMap(
    ([column, rest]) => (rest ? [{ table, key, column, ...rest }] : []),
  );

const ONE = { holds: "one" } as const;
const SOME = { holds: "some" } as const;

const text = (row: Row, name: string): string => String(row[name]);

const accountsJson = (column: Parameters<typeof accountsJsonPlace>[0]) => ({
  ...ONE,
  place: (row: Row) => accountsJsonPlace(column, text(row, "item_id")),
});

const account = (column: Parameters<typeof accountPlace>[0]) => ({
  ...ONE,
  place: (row: Row) => accountPlace(column, text(row, "item_id"), text(row, "account_id")),
});

const statement = (column: Parameters<typeof statementPlace>[0]) => ({
  ...ONE,
  place: (row: Row) => statementPlace(column, text(row, "item_id"), text(row, "statement_id")),
});

/** Every column with something sealed in it: another master key needs them sealed again. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  ...columns("item", ["item_id"], {
    sealed_login: ONE,
    shown_accounts: accountsJson("shown_accounts"),
    auth_accounts: accountsJson("auth_accounts"),
    auth_numbers: accountsJson("auth_numbers"),
    account_keys: { ...ONE, place: (row) => accountKeysPlace(text(row, "item_id")) },
  }),
  ...columns("item_account", ["item_id", "account_id"], {
    account: account("account"),
    numbers: account("numbers"),
    account_key: account("account_key"),
    owners: account("owners"),
    liability: account("liability"),
    holdings: account("holdings"),
    investment_transactions: account("investment_transactions"),
  }),
  ...columns("statement", ["item_id", "statement_id"], {
    statement_key: statement("statement_key"),
    document: { ...statement("document"), isBytes: true },
  }),
  ...columns("item_contact", ["item_id"], { sealed_email: ONE }),
  ...columns("report_piece", ["draft_id", "account_id", "part", "position"], {
    body: {
      ...ONE,
      isBytes: true,
      place: (row) =>
        piecePlace({
          draft_id: text(row, "draft_id"),
          account_id: text(row, "account_id"),
          part: text(row, "part"),
          position: Number(row.position),
        }),
    },
  }),
  ...columns("asset_report_account", ["asset_report_id", "account_id"], {
    summary: { ...ONE, place: (row) => summaryPlace(text(row, "account_id")) },
  }),
  ...columns("connector_state", ["item_id"], { sealed: ONE }),
  ...columns("institution_connection", ["institution_id"], { sealed_secrets: ONE }),
  ...columns("aggregator", ["aggregator_id"], { sealed_key: ONE, sealed_person: ONE }),
  ...columns("institution_check", ["institution_id"], { sealed_address: ONE, sealed_return: ONE }),
  ...columns("webhook_key", ["key_id"], { sealed_private_key: ONE }),
  ...columns("webhook_delivery", ["created_at", "delivery_id"], { sealed_body: ONE }),
  ...columns("inbox_webhook", ["webhook_id"], { sealed_body: ONE }),
  ...columns("failed_sign_in", ["link_session_id"], { sealed_notice: ONE }),
  ...columns("member", ["member_id"], { sealed_totp: ONE }),
  ...columns("person", ["person_id"], { sealed_email: ONE }),
  ...columns("email_code", ["session_digest"], { sealed_email: ONE }),
  ...columns("end_user", ["user_id"], { sealed_identity: ONE }),
  ...columns("asset_report", ["asset_report_id"], { sealed_user: ONE }),
  ...columns("oauth_redirect", ["state_digest"], { sealed_url: ONE }),
  ...columns("link_token", ["digest"], {
    sealed_token: ONE,
    config: { ...ONE, place: (row) => linkTokenConfigPlace(text(row, "digest")) },
  }),
  ...columns("link_session", ["link_session_id", "client_id"], {
    submission_answer: SOME,
    step: SOME,
    results: SOME,
    config: { ...ONE, place: (row) => sessionConfigPlace(text(row, "client_id")) },
  }),
  ...columns("job", ["job_id"], { payload: SOME }),
];
