import { type NewJob, newJob } from "../jobs/job.ts";
import type { Runtime } from "../runtime.ts";
import type { ItemReceiver, Webhooks } from "../webhooks/webhook.ts";
import { type Verification, verificationEnd } from "./verification.ts";

/** The fields of an Item's account that its verification needs. */
type AccountToVerify = {
  itemId: string;
  account: { account_id: string };
  verification: Verification | null;
};

/** The name of the job that runs at the deadline of a verification. */
export const VERIFICATION_JOB = "verification-deadline";

/** The webhooks when an account's verification reaches a status. */
export const verificationWebhooks = (
  { webhooks }: { webhooks: Webhooks },
  item: ItemReceiver,
  accountId: string,
  { status }: Verification,
): NewJob[] => {
  if (status === "automatically_verified")
    return webhooks.forItem(item, { name: "AUTH:AUTOMATICALLY_VERIFIED", accountId });
  if (status === "manually_verified")
    return webhooks.forItem(item, {
      name: "AUTH:DEFAULT_UPDATE",
      newAccountIds: [accountId],
      updatedAccountIds: [],
    });
  if (status === "verification_expired")
    return webhooks.forItem(item, { name: "AUTH:VERIFICATION_EXPIRED", accountId });
  return [];
};

/** Creates the job for a verification's deadline; none without a future deadline. */
export const verificationJobs = (
  services: Pick<Runtime, "clock" | "random">,
  { itemId, account: { account_id }, verification }: AccountToVerify,
): NewJob[] => {
  const at = verification && verificationEnd(verification);
  if (at === null || at <= services.clock()) return [];
  return [
    newJob(services, {
      jobId: `${VERIFICATION_JOB}:${itemId}:${account_id}:${at}`,
      name: VERIFICATION_JOB,
      payload: { item_id: itemId, account_id, at },
      lane: VERIFICATION_JOB,
      dueAt: at,
    }),
  ];
};
