import type { AuditOrigin } from "../../domain/audit-actor.ts";
import type { Item } from "../../domain/items/item.ts";
import { appendEntry } from "../audit/audit-log.ts";
import type { Queryable } from "../tables.ts";
import { changeReadItem } from "./change-item.ts";

/** Stores that the user has reconfirmed the consent to an Item, with its audit entry; false if the Item has changed since. */
export const reconfirmItem = async (
  transaction: Queryable,
  item: Item,
  { consentExpiresAt, reconfirmedAt }: { consentExpiresAt: number; reconfirmedAt: number },
  { at, actor }: AuditOrigin,
): Promise<boolean> => {
  const { numUpdatedRows } = await changeReadItem(transaction, item)
    .set({
      error: null,
      consent_end: null,
      consent_expires_at: consentExpiresAt,
      reconfirmed_at: reconfirmedAt,
    })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await appendEntry(transaction, {
    at,
    actor,
    action: "connection.reconfirm",
    subject: item.itemId,
    clientId: item.clientId,
    details: { until: new Date(consentExpiresAt).toISOString() },
  });
  return true;
};
