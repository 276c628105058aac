import { AwaitCallbackRequest, AwaitCallbackResponse } from "../../../protocol/bridge.ts";
import type { LinkSession } from "../../domain/link/link-session.ts";
import { bridgeEndpoint } from "../endpoint.ts";
import { supersededFault } from "../session/session-state.ts";
import { checkApproval } from "./approval.ts";

/** Polls of the store within one request, and the pause between them: long polling. */
const POLLS = 20;
const PAUSE_MS = 1000;

/**
 * Responds when the institution's callback has arrived or the user has approved in its app, or after 20
 * seconds that neither has happened.
 */
export const awaitCallback = bridgeEndpoint({
  path: "/bridge/redirect/await",
  access: "session",
  request: AwaitCallbackRequest,
  response: AwaitCallbackResponse,
  async handle(_, context) {
    const { clock, pause, session, store } = context;
    let latest: LinkSession | null = session;
    for (let poll = 1; ; poll++) {
      // Another frame has taken over the session, or the user has moved on.
      if (latest?.tokenDigest !== session.tokenDigest) throw supersededFault();
      const { step } = latest;
      if (step.at === "returned" && step.claimable) return { returned: true };
      if (step.at !== "redirect" && step.at !== "approval") throw supersededFault();
      if (clock() >= step.expiresAt) return { returned: true };
      if (step.at === "approval" && (await checkApproval(context, latest, step)))
        return { returned: true };
      if (poll === POLLS) return { returned: false };
      await pause(PAUSE_MS);
      latest = await store.sessions.byLinkSessionId(session.linkSessionId);
    }
  },
});
