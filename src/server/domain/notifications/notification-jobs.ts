import { z } from "zod";
import { type NewJob, newJob } from "../jobs/job.ts";
import type { Services } from "../services.ts";
import type { NotifiedPull } from "./notified-pull.ts";

/** The name of the job that takes in a part of a notification. */
export const NOTIFICATION_JOB = "take-in-notification";

/** How many Items one job takes in: its transaction keeps other writers waiting for some milliseconds. */
const ITEMS_AT_ONCE = 200;

/** A part of a notification: the client, and a row for each Item, without names to keep it short. */
export const NotificationPart = z.strictObject({
  client_id: z.string(),
  pulls: z.array(z.tuple([z.string(), z.string(), z.boolean(), z.boolean()])),
});

/** The jobs that take in a notification, for one transaction to add: all of it is acknowledged, or nothing. */
export const notificationJobs = (
  services: Pick<Services, "clock" | "random">,
  clientId: string,
  pulls: readonly NotifiedPull[],
): NewJob[] => {
  const parts = Array.from({ length: Math.ceil(pulls.length / ITEMS_AT_ONCE) }, (_, part) =>
    pulls.slice(part * ITEMS_AT_ONCE, (part + 1) * ITEMS_AT_ONCE),
  );
  return parts.map((part) => {
    const payload: z.input<typeof NotificationPart> = {
      client_id: clientId,
      pulls: part.map(({ itemId, since, newAccounts, owners }) => [
        itemId,
        since,
        newAccounts,
        owners,
      ]),
    };
    return newJob(services, { name: NOTIFICATION_JOB, payload, lane: "notifications" });
  });
};

/** The pulls of a part. */
export const pullsOf = ({ pulls }: z.output<typeof NotificationPart>): NotifiedPull[] =>
  pulls.map(([itemId, since, newAccounts, owners]) => ({ itemId, since, newAccounts, owners }));
