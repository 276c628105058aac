import type { NewJob } from "../jobs/job.ts";
import type { Item } from "../ports.ts";
import type { World } from "../services.ts";
import { deadlineJobs } from "./item-deadline.ts";
import { itemError, recordAfter } from "./item-state.ts";

type Move = "LOGIN_LOST" | "LOGIN_RENEWED" | "REVOKED";

/**
 * Records what happened to an Item, by the table of its states, and tells its application; true where
 * that changed it. Of two events at once the second one finds the state that the first one led to.
 */
export const moveItem = async (world: World, item: Item, event: Move): Promise<boolean> => {
  const { clock, environment, store } = world;
  let current: Item | null = item;
  while (current !== null) {
    const changes = recordAfter(current, event, { environment, now: clock() });
    if (changes === null) return false;
    const jobs = jobsAfter(world, current, event, { ...current, ...changes });
    if (await store.items.record(current, changes, jobs)) return true;
    current = await store.items.byItemId(item.itemId);
  }
  return false;
};

/**
 * What an event causes: the webhook that says it, and after a new login its deadlines. Whoever renews
 * a login that was good is not told that it was repaired.
 */
export const jobsAfter = (world: World, before: Item, event: Move, after: Item): NewJob[] => {
  const { clock, environment, webhooks } = world;
  switch (event) {
    case "LOGIN_LOST":
      return webhooks.about(before, { webhook: "ITEM:ERROR", error: "ITEM_LOGIN_REQUIRED" });
    case "REVOKED":
      return webhooks.about(before, { webhook: "ITEM:USER_PERMISSION_REVOKED" });
    case "LOGIN_RENEWED": {
      const wasGood = itemError(before, { environment, now: clock() }) === null;
      return [
        ...(wasGood ? [] : webhooks.about(before, { webhook: "ITEM:LOGIN_REPAIRED" })),
        ...deadlineJobs(world, after),
      ];
    }
  }
};
