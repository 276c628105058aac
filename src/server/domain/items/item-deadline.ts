import { asksConsent } from "../../../protocol/vocabulary.ts";
import { type NewJob, newJob } from "../jobs/job.ts";
import type { Runtime } from "../runtime.ts";
import type { ItemWebhook } from "../webhooks/webhook.ts";
import type { ItemDeps } from "./deps.ts";
import type { Item } from "./item.ts";
import { EXPIRY_NOTICE_MS, itemState, SANDBOX_LOGIN_LIFETIME_MS } from "./item-state.ts";

/** The deadlines of an Item: its consent is about to expire or expires, or a sandbox login expires. */
export const DEADLINES = ["consent_notice", "consent_end", "login_end"] as const;
export type Deadline = (typeof DEADLINES)[number];

/** The name of the job that runs at a deadline. */
export const DEADLINE_JOB = "item-deadline";

type ItemTimes = Pick<Item, "itemId" | "consentExpiresAt" | "loggedInAt">;

/** The jobs for an Item's deadlines; the job of a deadline that has changed since does nothing. */
export const deadlineJobs = (
  services: Pick<Runtime, "clock" | "random" | "environment">,
  item: ItemTimes,
): NewJob[] =>
  DEADLINES.flatMap((deadline) => {
    const at = timeOf(deadline, item, services);
    if (at === null) return [];
    return newJob(services, {
      jobId: `${DEADLINE_JOB}:${item.itemId}:${deadline}:${at}`,
      name: DEADLINE_JOB,
      payload: { item_id: item.itemId, deadline, at },
      lane: DEADLINE_JOB,
      dueAt: at,
    });
  });

/** The webhook of a deadline that has come; null if it has changed, or does not matter any more. */
export const deadlineWebhook = (
  { directory, environment, clock }: Pick<ItemDeps, "directory" | "environment" | "clock">,
  item: Item,
  { deadline, at }: { deadline: Deadline; at: number },
): ItemWebhook | null => {
  const state = itemState(item, { environment, now: clock() });
  // A stored error had its webhook when it was stored.
  if (item.error !== null || timeOf(deadline, item, { environment }) !== at) return null;
  if (deadline !== "consent_notice")
    return state === "login_required" ? { name: "ITEM:ERROR", error: "ITEM_LOGIN_REQUIRED" } : null;
  const { consentExpiresAt } = item;
  if (state !== "expiring" || consentExpiresAt === null) return null;
  return directory.get(item.institutionId).countryCodes.some(asksConsent)
    ? { name: "ITEM:PENDING_EXPIRATION", expiresAt: consentExpiresAt }
    : {
        name: "ITEM:PENDING_DISCONNECT",
        reason: "INSTITUTION_TOKEN_EXPIRATION",
        disconnectAt: consentExpiresAt,
      };
};

function timeOf(
  deadline: Deadline,
  { consentExpiresAt, loggedInAt }: ItemTimes,
  { environment }: Pick<Runtime, "environment">,
): number | null {
  if (deadline === "login_end")
    return environment === "sandbox" ? loggedInAt + SANDBOX_LOGIN_LIFETIME_MS : null;
  if (consentExpiresAt === null) return null;
  return deadline === "consent_end" ? consentExpiresAt : consentExpiresAt - EXPIRY_NOTICE_MS;
}
