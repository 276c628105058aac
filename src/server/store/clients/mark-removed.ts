import type { Queryable } from "../tables.ts";

/** What a client has few rows of, which go at once. */
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
 * Marks a client as removed, within a transaction: its keys are nobody's, and no lookup finds it or what it had.
 * False where there is none.
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
      // Another client may have its key at once; this one has none that could be made up.
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
