import { AwaitReturnRequest, AwaitReturnResponse } from "../../../protocol/bridge.ts";
import type { LinkSession } from "../../domain/link/link-session.ts";
import { bridgeEndpoint } from "../endpoint.ts";
import { supersededFault } from "../session/session-state.ts";
import { checkApproval } from "./check-approval.ts";

/** How often the store is polled for one request, and the pause in between: long polling. */
const POLLS = 20;
const PAUSE_MS = 1000;

/**
 * Answers once the user is back from the institution or has approved in its app, or after a while that
 * they have not.
 */
export const awaitReturn = bridgeEndpoint({
  path: "/bridge/redirect/await",
  access: "session",
  request: AwaitReturnRequest,
  response: AwaitReturnResponse,
  async handle(_, context) {
    const { clock, pause, session, store } = context;
    let latest: LinkSession | null = session;
    for (let poll = 1; ; poll++) {
      // Another frame has taken the session over, or the user has moved on.
      if (latest?.tokenDigest !== session.tokenDigest) throw supersededFault();
      const { step } = latest;
      if (step.at === "returned" && step.released) return { returned: true };
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
