import { PrepareSessionRequest, PrepareSessionResponse } from "../../../protocol/bridge.ts";
import { isSameDigest } from "../../domain/identifiers.ts";
import type { LinkSession } from "../../domain/link/link-session.ts";
import { bridgeEndpoint } from "../endpoint.ts";
import { authorizeSessionRequest } from "./authorize-session-request.ts";
import { firstView, newSession } from "./start-session.ts";

/**
 * Responds with the first view of a link token without starting a session. A token has one session at a
 * time, and a page that only preloads Link must not take it from the window that uses it.
 */
export const prepareSession = bridgeEndpoint({
  path: "/bridge/session/prepare",
  access: "open",
  request: PrepareSessionRequest,
  response: PrepareSessionResponse,
  async handle({ config, origin, resume }, context) {
    const request = await authorizeSessionRequest("session-prepare", { config, origin }, context);
    const candidate = newSession(request, origin, { token: "", resume }, context);
    const existing =
      request.linkToken &&
      (await context.store.sessions.byLinkTokenDigest(request.linkToken.digest));
    return {
      ...firstView(candidate, request.brand, context),
      at_list:
        request.updateItem === null &&
        request.oauthStateId === null &&
        !(existing && resumesPastList(existing, candidate)),
    };
  },
});

/** Returns whether the frame would resume the existing session at a later view than the list. */
function resumesPastList({ resumeDigest, step }: LinkSession, candidate: LinkSession): boolean {
  const isAtStart = step.at === "institution" || step.at === "exited";
  return !isAtStart && isSameDigest(resumeDigest, candidate.resumeDigest);
}
