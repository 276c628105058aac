import {
  NOTIFICATION_JOB,
  NotificationPart,
  pullsOf,
} from "../domain/notifications/notification-jobs.ts";
import { notifiedPullJob } from "../domain/notifications/notified-pull.ts";
import { job } from "./job.ts";

/** Takes in a part of a notification: each of its Items waits for a pull from then on. */
export const takeInNotification = job({
  name: NOTIFICATION_JOB,
  schema: NotificationPart,
  async run(part, context) {
    await context.store.notifiedPulls.merge(pullsOf(part), (item) =>
      notifiedPullJob(context, item),
    );
    return { done: true };
  },
});
