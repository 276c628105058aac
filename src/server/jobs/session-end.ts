import { z } from "zod";
import {
  SESSION_END_JOB,
  sessionEndJobs,
  sessionWebhooks,
} from "../domain/link/session-webhooks.ts";
import { job } from "./job.ts";

/** Tells the application of a session that its user has left without a word. */
export const sessionEnd = job({
  name: SESSION_END_JOB,
  schema: z.strictObject({ link_token_digest: z.string() }),
  async run({ link_token_digest }, context) {
    const session = await context.store.sessions.byLinkTokenDigest(link_token_digest);
    if (!session || session.step.at === "connected" || session.step.at === "exited")
      return { done: true };
    // Another frame went on with it, and so it lasts longer.
    if (session.step.at !== "expired" && context.clock() < session.expiresAt)
      return { done: true, next: sessionEndJobs(context, session) };
    return { done: true, next: await sessionWebhooks(context, session, "left") };
  },
});
