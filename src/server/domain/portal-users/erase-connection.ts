import type { AuditActor } from "../audit-actor.ts";
import { canRevoke, revokeJobs } from "../connectors/revoke-job.ts";
import type { Item } from "../items/item.ts";
import { itemState } from "../items/item-state.ts";
import { eraseJob } from "../jobs/erase-job.ts";
import type { NewJob } from "../jobs/job.ts";
import type { PortalUserDeps } from "./deps.ts";

/**
 * Erases an Item for its person, with all its data and the reports that include it. The application
 * is notified unless the connection had ended before, and the access at the institution ends. False
 * for a removed Item.
 */
export const eraseConnection = async (
  services: PortalUserDeps,
  item: Item,
  actor: AuditActor,
): Promise<boolean> => {
  const { clock, store } = services;
  let current: Item | null = item;
  while (current !== null && current.removedAt === null) {
    const jobs = await loadJobs(services, current);
    if (await store.portalUsers.eraseItem(current, { at: clock(), actor }, jobs)) return true;
    current = await store.items.byItemId(item.itemId);
  }
  return false;
};

async function loadJobs(services: PortalUserDeps, item: Item): Promise<NewJob[]> {
  const { clock, environment, store, webhooks } = services;
  const hasEnded = itemState(item, { environment, now: clock() }) === "revoked";
  const state = canRevoke(services, item.institutionId)
    ? await store.connectorStates.byItemId(item.itemId)
    : null;
  return [
    eraseJob(services),
    ...(hasEnded ? [] : webhooks.forItem(item, { name: "ITEM:USER_PERMISSION_REVOKED" })),
    ...(state ? revokeJobs(services, { ...item, sealedState: state.sealed }) : []),
  ];
}
