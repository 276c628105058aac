import { z } from "zod";
import { Fault } from "../domain/fault.ts";
import type { PortalSession } from "../domain/portal-users/portal-user.ts";
import type { Services } from "../domain/services.ts";
import {
  inChunks,
  statementDocument,
} from "../domain/transactions/statements/statement-document.ts";

/** The query of a download of a statement. */
export const StatementRequest = z.strictObject({
  connection_id: z.string().min(1).max(200),
  statement_id: z.string().min(1).max(200),
});

/**
 * Returns a statement of the session in the bank's original form. Throws INVALID_FIELD if the
 * session has no such statement.
 */
export async function openStatement(
  session: PortalSession,
  services: Services,
  { connection_id, statement_id }: z.output<typeof StatementRequest>,
) {
  const items = await services.store.portalUsers.items(session);
  const own = items.find(({ item }) => item.itemId === connection_id);
  const statement = own && (await services.store.statements.byId(own.item.itemId, statement_id));
  if (!own || !statement)
    throw new Fault("INVALID_FIELD", { message: "there is no such statement among yours" });
  const { document } = await statementDocument(services, own.item, statement_id);
  return {
    type: "application/pdf",
    fileName: `statement-${statement.date}.pdf`,
    content: inChunks(document),
  };
}
