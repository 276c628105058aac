import { z } from "zod";
import { dayAt, monthsBefore, toDate } from "../domain/calendar.ts";
import { ofxAccountIds } from "../domain/grants/name-members.ts";
import type { PortalSession } from "../domain/portal-users/portal-user.ts";
import type { Services } from "../domain/services.ts";
import { openStatements } from "../formats/open-statements.ts";
import { WRITABLE_FORMATS, WRITERS } from "../formats/writers.ts";

/** How far back an Item's transactions go. */
const MONTHS = 24;

/** The query of a download of transactions. */
export const ExportRequest = z.strictObject({ format: z.enum(WRITABLE_FORMATS) });

/** Returns the transactions of all connections of a session as one file, which is read while it is written. */
export async function exportTransactions(
  session: PortalSession,
  services: Services,
  { format }: z.output<typeof ExportRequest>,
): Promise<TransactionsFile> {
  const items = await services.store.portalUsers.items(session);
  return transactionsFile(
    items.map(({ item }) => item.itemId),
    format,
    services,
  );
}

type TransactionsFile = { type: string; fileName: string; content: AsyncIterable<string> };

/** Returns the transactions of Items as one file, in the same way. */
export async function transactionsFile(
  itemIds: readonly string[],
  format: z.output<typeof ExportRequest>["format"],
  services: Services,
): Promise<TransactionsFile> {
  const { store, clock } = services;
  const today = dayAt(clock());
  const accounts = await Promise.all(
    itemIds.map(async (itemId) => {
      const investments = await store.investments.find(itemId);
      const lastChange = (await store.transactions.feed(itemId))?.lastChange;
      const fileIds = format === "ofx" ? await ofxAccountIds(services, itemId) : undefined;
      return (await store.items.accounts(itemId)).map(({ account }) => ({
        itemId,
        lastChange,
        account,
        fileId: fileIds?.get(account.account_id),
        portfolio: investments.get(account.account_id),
      }));
    }),
  );
  const day = toDate(today);
  const period = { from: toDate(monthsBefore(today, MONTHS)), to: day, today: day };
  const statements = await openStatements(store.transactions, accounts.flat(), period);
  const { write, contentType, extension } = WRITERS[format];
  return {
    type: contentType,
    fileName: `transactions.${extension}`,
    content: write(statements, { day }),
  };
}
