import { type Expression, type SqlBool, sql } from "kysely";

/** The tables whose rows belong to a client and are hidden with it. */
type Table =
  | "item"
  | "link_session"
  | "link_token"
  | "public_token"
  | "end_user"
  | "asset_report"
  | "audit_copy"
  | "consumer_report"
  | "failed_sign_in"
  | "webhook_delivery";

/**
 * Whether the client of a row has not been removed: a removed client's data is hidden until it is erased.
 * Costs a lookup by the client's key for each row.
 */
export const isOfPresentClient = (table: Table): Expression<SqlBool> =>
  sql<SqlBool>`(
    select client.removed_at from client where client.client_id = ${sql.ref(`${table}.client_id`)}
  ) is null`;
