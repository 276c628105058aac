import { Fault } from "../fault.ts";
import { jobsForEvent } from "../items/apply-item-event.ts";
import { recordAfter } from "../items/item-state.ts";
import { eraseJob } from "../jobs/erase-job.ts";
import type { UserDeps } from "./deps.ts";
import type { ItemRevocation, User } from "./user.ts";

/**
 * Removes a user and revokes the user's Items, each with its webhook, in one transaction. The
 * client_user_id becomes available again. Throws INVALID_USER_ID if another call removed the user
 * first.
 */
export const removeUser = async (services: UserDeps, { userId }: User): Promise<void> => {
  const { clock, environment, store } = services;
  do {
    const moment = { environment, now: clock() };
    const revocations: ItemRevocation[] = [];
    const jobs = [eraseJob(services)];
    for (const item of await store.users.items(userId)) {
      const changes = recordAfter(item, "REVOKED", moment);
      if (changes) jobs.push(...jobsForEvent(services, item, "REVOKED", { ...item, ...changes }));
      revocations.push({
        item,
        changes: changes ?? item,
        ...(changes && { endedAt: moment.now }),
      });
    }
    if (await store.users.remove(userId, revocations, jobs)) return;
    // An Item has changed since it was read, unless the user is gone.
  } while (await store.users.byUserId(userId));
  throw new Fault("INVALID_USER_ID");
};
