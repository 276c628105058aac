import { z } from "zod";
import {
  SESSION_END_JOB,
  sessionEndJobs,
  sessionWebhooks,
} from "../domain/link/session-webhooks.ts";
import { job } from "./job.ts";

/** Sends the webhooks of a session that expired before its user finished it. */
export const sessionEnd = job({
  name: SESSION_END_JOB,
  schema: z.strictObject({ link_token_digest: z.string() }),
  async run({ link_token_digest }, context) {
    const session = await context.store.sessions.byLinkTokenDigest(link_token_digest);
    if (!session || session.step.at === "connected" || session.step.at === "exited")
      return { done: true };
    // Another frame has resumed the session, which extended it.
    if (session.step.at !== "expired" && context.clock() < session.expiresAt)
      return { done: true, next: sessionEndJobs(context, session) };
    return { done: true, next: await sessionWebhooks(context, session, "left") };
  },
});
