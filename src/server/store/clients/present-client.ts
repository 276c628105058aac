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
  | "webhook_delivery";

/**
 * Whether the client of a row was not removed: what a removed one had is hidden until it is erased. A lookup by
 * the client's key for each row that is found otherwise.
 */
export const isOfPresentClient = (table: Table): Expression<SqlBool> =>
  sql<SqlBool>`(
    select client.removed_at from client where client.client_id = ${sql.ref(`${table}.client_id`)}
  ) is null`;
