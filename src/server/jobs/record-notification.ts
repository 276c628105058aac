import { createTurns } from "../domain/jobs/yield-to-event-loop.ts";
import {
  listPulls,
  NOTIFICATION_JOB,
  NotificationPart,
} from "../domain/notifications/notification-jobs.ts";
import { notifiedPullJob } from "../domain/notifications/notified-pull.ts";
import { job } from "./job.ts";

/** Takes turns, since a single notification makes thousands of these jobs due at once. */
export const nextTurn = createTurns();

/** Takes turns, since a full notification has fifty parts, each in its own transaction. */
const nextRecordTurn = createTurns();

/** Records a part of a notification as pending pulls of its Items. */
export const recordNotification = job({
  name: NOTIFICATION_JOB,
  schema: NotificationPart,
  async run(part, context) {
    await nextRecordTurn();
    await context.store.notifiedPulls.merge(listPulls(part), (item) =>
      notifiedPullJob(context, item),
    );
    return { done: true };
  },
});
