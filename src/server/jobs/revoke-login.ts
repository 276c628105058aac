import { z } from "zod";
import { openState } from "../domain/connectors/connector-state.ts";
import { REVOKE_JOB } from "../domain/connectors/revoke-job.ts";
import { InstitutionRegistration } from "../domain/institutions/institution-registration.ts";
import { connectorStateOfCallback } from "../domain/link/oauth-callback.ts";
import { type JobContext, job } from "./job.ts";

/** How long the revocation is retried if an institution does not respond, in ms. */
const PATIENCE_MS = 24 * 60 * 60 * 1000;

const Payload = z.strictObject({
  item_id: z.string(),
  institution_id: z.string(),
  sealed_state: z.string().nullable(),
  sealed_return: z.string().optional(),
  connection: InstitutionRegistration.optional(),
});
type Payload = z.infer<typeof Payload>;

/** Revokes a login's access at its institution after the user or application has ended it here. */
export const revokeLogin = job({
  name: REVOKE_JOB,
  schema: Payload,
  async run(payload, context) {
    const { clock, directory } = context;
    const { institution_id: institutionId, connection } = payload;
    if (clock() - context.job.createdAt >= PATIENCE_MS) return { done: true };
    const connectors = connection
      ? directory.connectors
      : directory.has(institutionId)
        ? [directory.connectorOf(institutionId)]
        : [];
    for (let previous: string | null = null; ; ) {
      const connectorState = await loadState(payload, context);
      // Also revokes tokens that another process has renewed since.
      if (connectorState === null || connectorState === previous) return { done: true };
      const replacedBy = await loadReplacement(payload, connectorState, context);
      for (const connector of connectors)
        await connector.revoke?.({ institutionId, connectorState, replacedBy }, connection);
      previous = connectorState;
    }
  },
});

/**
 * Returns the Item's state if another login has replaced this one and stays valid; null otherwise.
 */
async function loadReplacement(
  { item_id: itemId }: Payload,
  connectorState: string,
  context: JobContext,
): Promise<string | null> {
  const sealed = await context.store.connectorStates.byItemId(itemId);
  const current = sealed ? openState(context, itemId, sealed) : null;
  return current === connectorState ? null : current;
}

/** Returns the connector state of the login, or null. */
async function loadState(
  { item_id: itemId, sealed_state, sealed_return }: Payload,
  context: JobContext,
): Promise<string | null> {
  if (sealed_return !== undefined)
    return connectorStateOfCallback(context, { itemId, sealedReturn: sealed_return });
  const sealed = sealed_state ?? (await context.store.connectorStates.byItemId(itemId))?.sealed;
  return sealed === undefined ? null : openState(context, itemId, { sealed });
}
