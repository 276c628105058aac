import { DAY_MS } from "../../server/domain/calendar.ts";
import { SettingsError } from "../../server/host/settings/settings.ts";
import type { Context } from "../context.ts";
import { anyStore, withExistingStore } from "../open-existing-store.ts";

/** No consent is given for more than some years. */
const MAX_DAYS = 3650;

/** The maximum number of Items that are listed. */
const MAX_ITEMS = 1000;

/**
 * Lists the Items whose consent ends within some days, one per line: the end, and whether the
 * person gets a mail.
 */
export const listExpiringItems = (
  { data, client, days }: { data: string; client: string | undefined; days: string },
  { variables, out, clock }: Context,
): Promise<void> => {
  const count = Number(days);
  if (!/^\d{1,4}$/.test(days) || count < 1 || count > MAX_DAYS)
    throw new SettingsError(`--days must be a whole number from 1 to ${MAX_DAYS}, not ${days}`);
  return withExistingStore(anyStore(data, variables), async ({ reminders }) => {
    const now = clock();
    const clientId = client ?? null;
    const until = now + count * DAY_MS;
    const rows = await reminders.expiring({ clientId, from: now, until, limit: MAX_ITEMS + 1 });
    if (rows.length === 0) return out(`No consent ends within ${count} days.\n`);
    for (const { itemId, clientId, institutionId, consentExpiresAt } of rows.slice(0, MAX_ITEMS)) {
      const recipient = await reminders.recipient(itemId);
      const left = Math.ceil((consentExpiresAt - now) / DAY_MS);
      const end = new Date(consentExpiresAt).toISOString().slice(0, 16).replace("T", " ");
      const note = recipient ? "reminded by mail" : "not reminded by mail";
      out(`${end} UTC  in ${left} d  ${itemId}  ${institutionId}  ${clientId}  ${note}\n`);
    }
    if (rows.length > MAX_ITEMS) out(`… and more: give fewer --days, or a --client\n`);
  });
};
