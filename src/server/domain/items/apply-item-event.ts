import type { ConsentEnd } from "../../../protocol/errors/consent-ends.ts";
import type { AuditActor } from "../audit-actor.ts";
import { revokeJobs } from "../connectors/revoke-job.ts";
import type { NewJob } from "../jobs/job.ts";
import type { ItemDeps } from "./deps.ts";
import type { Item } from "./item.ts";
import { deadlineJobs, lostLoginJob } from "./item-deadline.ts";
import { itemError, recordAfter } from "./item-state.ts";

type ItemEvent = "LOGIN_LOST" | "LOGIN_RENEWED" | "REVOKED";

/**
 * Applies an event to an Item by its state table, and notifies the application; true if the Item
 * changed. Compare-and-set: the second of two concurrent events starts from the first one's state.
 * The end of a consent removes the accounts from every grant, with audit entries by the actor. A
 * lost login records the reason for the end of its consent, if known.
 */
export const applyItemEvent = async (
  services: ItemDeps,
  item: Item,
  event: ItemEvent,
  {
    actor = { kind: "server", name: "item event" },
    reason = null,
  }: { actor?: AuditActor; reason?: ConsentEnd | null } = {},
): Promise<boolean> => {
  const { clock, environment, store } = services;
  let current: Item | null = item;
  while (current !== null) {
    const changes = recordAfter(current, event, { environment, now: clock() }, reason);
    if (changes === null) return false;
    const jobs = jobsForEvent(services, current, event, { ...current, ...changes });
    const consentEnd = event === "REVOKED" ? { at: clock(), actor } : undefined;
    if (await store.items.compareAndSetStatus(current, changes, jobs, consentEnd)) return true;
    current = await store.items.byItemId(item.itemId);
  }
  return false;
};

/**
 * The outbox of an event: its webhook, and after a new login the new deadlines. Renewing a working
 * login sends no LOGIN_REPAIRED.
 */
export const jobsForEvent = (
  services: ItemDeps,
  previous: Item,
  event: ItemEvent,
  changed: Item,
): NewJob[] => {
  const { clock, environment, webhooks } = services;
  switch (event) {
    case "LOGIN_LOST":
      return [
        ...webhooks.forItem(previous, {
          ...{ name: "ITEM:ERROR", error: "ITEM_LOGIN_REQUIRED" },
          consentEnd: changed.consentEnd,
        }),
        lostLoginJob(services, previous),
      ];
    case "REVOKED":
      return [
        ...webhooks.forItem(previous, { name: "ITEM:USER_PERMISSION_REVOKED" }),
        ...revokeJobs(services, { ...previous, sealedState: null }),
      ];
    case "LOGIN_RENEWED": {
      const wasGood = itemError(previous, { environment, now: clock() }) === null;
      return [
        ...(wasGood ? [] : webhooks.forItem(previous, { name: "ITEM:LOGIN_REPAIRED" })),
        ...deadlineJobs(services, changed),
      ];
    }
  }
};
