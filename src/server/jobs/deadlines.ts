import { z } from "zod";
import { sessionReport } from "../domain/consumer-reports/new-consumer-report.ts";
import {
  DEADLINE_JOB,
  DEADLINES,
  deadlineReminder,
  deadlineWebhook,
  lostLoginJob,
} from "../domain/items/item-deadline.ts";
import type { SessionStep } from "../domain/link/session-step.ts";
import { endWebhooks, SESSION_END_JOB, sessionEndJobs } from "../domain/link/session-webhooks.ts";
import { verificationAt } from "../domain/verification/verification.ts";
import {
  VERIFICATION_JOB,
  verificationWebhooks,
} from "../domain/verification/verification-webhooks.ts";
import { job } from "./job.ts";
import { sendReminder } from "./send-reminder.ts";

/**
 * Sends the webhook of an Item's deadline, and the reminder of its person. Also stores the end of a
 * login, since lists of Items with an error are ranges of an index on the stored error.
 */
export const itemDeadline = job({
  name: DEADLINE_JOB,
  schema: z.strictObject({ item_id: z.string(), deadline: z.enum(DEADLINES), at: z.int() }),
  async run({ item_id, ...deadline }, context) {
    const { items } = context.store;
    for (;;) {
      const item = await items.byItemId(item_id);
      if (!item) return { done: true };
      const reminder = deadlineReminder(context, item, deadline);
      if (reminder) await sendReminder(context, item, reminder);
      const event = deadlineWebhook(context, item, deadline);
      if (!event) return { done: true };
      const webhooks = context.webhooks.forItem(item, event);
      if (event.name !== "ITEM:ERROR") return { done: true, next: webhooks };
      const { error, consentEnd = null } = event;
      const changes = { error, consentEnd, loggedInAt: item.loggedInAt };
      const jobs = [...webhooks, lostLoginJob(context, item)];
      if (await items.compareAndSetStatus(item, changes, jobs)) return { done: true };
    }
  },
});

/** Sends the webhook of a verification whose deadline has passed. */
export const verificationDeadline = job({
  name: VERIFICATION_JOB,
  schema: z.strictObject({ item_id: z.string(), account_id: z.string(), at: z.int() }),
  async run({ item_id, account_id, at }, context) {
    const { clock, store } = context;
    const item = await store.items.byItemId(item_id);
    const accounts = await store.items.accounts(item_id);
    const match = accounts.find(({ account }) => account.account_id === account_id);
    if (!item || !match?.verification) return { done: true };
    const current = verificationAt(match.verification, clock());
    // Every other change sent its webhook at its time.
    if (current.since !== at) return { done: true };
    return { done: true, next: verificationWebhooks(context, item, account_id, current) };
  },
});

/** Sends the webhooks of a session that expired before its user finished it. */
export const sessionEnd = job({
  name: SESSION_END_JOB,
  schema: z.strictObject({ link_token_digest: z.string() }),
  async run({ link_token_digest }, context) {
    const session = await context.store.sessions.byLinkTokenDigest(link_token_digest);
    if (!session || session.step.at === "exited" || isFinished(session.step)) return { done: true };
    // Another frame has resumed and extended the session.
    if (session.step.at !== "expired" && context.clock() < session.expiresAt)
      return { done: true, next: sessionEndJobs(context, session) };
    const report = session.results.length > 0 ? await sessionReport(context, session) : [];
    return { done: true, next: [...(await endWebhooks(context, session)), ...report] };
  },
});

const isFinished = (step: SessionStep): boolean => step.at === "connected" && !step.isOpen;
