import { z } from "zod";
import { openState } from "../domain/connectors/connector-state.ts";
import { REVOKE_JOB } from "../domain/connectors/revoke-job.ts";
import { job } from "./job.ts";

/** For how long an institution that does not answer is asked. */
const PATIENCE_MS = 24 * 60 * 60 * 1000;

/** Ends the access to a login at its institution, once its user or its application has ended it here. */
export const revokeLogin = job({
  name: REVOKE_JOB,
  schema: z.strictObject({
    item_id: z.string(),
    institution_id: z.string(),
    sealed_state: z.string().nullable(),
  }),
  async run({ item_id, institution_id, sealed_state }, context) {
    const { clock, directory, store } = context;
    const isLate = clock() - context.job.createdAt >= PATIENCE_MS;
    if (isLate || !directory.has(institution_id)) return { done: true };
    const sealedState = sealed_state ?? (await store.connectorStates.byItemId(item_id))?.sealed;
    if (sealedState === undefined) return { done: true };
    const connectorState = openState(context, item_id, { sealed: sealedState });
    const login = { institutionId: institution_id, connectorState };
    await directory.connectorOf(institution_id).revoke?.(login);
    return { done: true };
  },
});
