import type { Queryable } from "../tables.ts";

/** Tables with few rows per client, which are deleted at once. */
const SMALL_TABLES = [
  "client_secret",
  "dashboard_session",
  "client_origin",
  "client_redirect_uri",
  "client_brand",
  "client_alert",
  "legacy_use",
] as const;

/**
 * Marks a client as removed, within a transaction: its keys become invalid, and no lookup finds it or its
 * data. False if there is no such client.
 */
export const markRemoved = async (
  transaction: Queryable,
  clientId: string,
  now: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await transaction
    .updateTable("client")
    .set({
      removed_at: now,
      name: "",
      // Frees the public key for another client; no generated key has this form.
      public_key: `removed ${clientId}`,
      public_key_enabled: 0,
      production_note: "",
    })
    .where("client_id", "=", clientId)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  for (const table of SMALL_TABLES)
    await transaction.deleteFrom(table).where("client_id", "=", clientId).execute();
  return true;
};
