import { z } from "zod";
import { dateOf, dayAt, monthsBefore } from "../domain/calendar.ts";
import type { PortalSession } from "../domain/portal-users/portal-user.ts";
import type { Services } from "../domain/services.ts";
import { WRITABLE_FORMATS, WRITERS } from "../formats/index.ts";
import { openStatements } from "../formats/open-statements.ts";

/** How far back an Item's transactions go. */
const MONTHS = 24;

/** The query of a download of transactions. */
export const ExportRequest = z.strictObject({ format: z.enum(WRITABLE_FORMATS) });

/** Returns the transactions of all connections of a session as one file, which is read while it is written. */
export async function exportTransactions(
  session: PortalSession,
  { store, clock }: Services,
  { format }: z.output<typeof ExportRequest>,
): Promise<{ type: string; fileName: string; content: AsyncIterable<string> }> {
  const today = dayAt(clock());
  const items = await store.portalUsers.items(session);
  const accounts = await Promise.all(
    items.map(async ({ item: { itemId } }) =>
      (await store.items.accounts(itemId)).map(({ account }) => ({ itemId, account })),
    ),
  );
  const day = dateOf(today);
  const period = { from: dateOf(monthsBefore(today, MONTHS)), to: day, today: day };
  const statements = await openStatements(store.transactions, accounts.flat(), period);
  const { write, contentType, extension } = WRITERS[format];
  return {
    type: contentType,
    fileName: `transactions.${extension}`,
    content: write(statements, { day }),
  };
}
