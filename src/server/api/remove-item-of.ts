import { canRevoke, revokeJobs } from "../domain/connectors/revoke-job.ts";
import type { Item } from "../domain/items/item.ts";
import { eraseJob } from "../domain/jobs/erase-job.ts";
import type { ApiContext } from "./endpoint.ts";
import { lostRaceFault } from "./item-of.ts";

/**
 * Removes an Item with its login, accounts and tokens, and ends its access at the institution.
 * Throws if another call changed the Item first.
 */
export const removeItemOf = async (
  item: Item,
  context: ApiContext,
  store = context.store,
): Promise<void> => {
  const jobs = [eraseJob(context)];
  if (canRevoke(context, item.institutionId)) {
    const state = await store.connectorStates.byItemId(item.itemId);
    if (state) jobs.push(...revokeJobs(context, { ...item, sealedState: state.sealed }));
  }
  if (!(await store.items.remove(item, context.clock(), jobs)))
    throw await lostRaceFault(item, context);
};
