import { z } from "zod";
import { type NewJob, newJob } from "../jobs/job.ts";
import type { Runtime } from "../runtime.ts";
import type { NotifiedPull } from "./notified-pull.ts";

/** The name of the job that records a part of a notification. */
export const NOTIFICATION_JOB = "take-in-notification";

/** The number of Items per job, whose transaction blocks other writers for some milliseconds. */
const ITEMS_PER_JOB = 200;

/** A part of a notification: the client, and a compact tuple per Item. */
export const NotificationPart = z.strictObject({
  client_id: z.string(),
  pulls: z.array(z.tuple([z.string(), z.string(), z.boolean(), z.boolean()])),
});

/**
 * The jobs that record a notification. One transaction adds them, so that a notification is
 * accepted whole or not at all.
 */
export const notificationJobs = (
  services: Pick<Runtime, "clock" | "random">,
  clientId: string,
  pulls: readonly NotifiedPull[],
): NewJob[] => {
  const parts = Array.from({ length: Math.ceil(pulls.length / ITEMS_PER_JOB) }, (_, part) =>
    pulls.slice(part * ITEMS_PER_JOB, (part + 1) * ITEMS_PER_JOB),
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

/** The pulls of a part, with their names. */
export const listPulls = ({ pulls }: z.output<typeof NotificationPart>): NotifiedPull[] =>
  pulls.map(([itemId, since, newAccounts, owners]) => ({ itemId, since, newAccounts, owners }));
