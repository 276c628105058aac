import { PrepareSessionRequest, PrepareSessionResponse } from "../../../protocol/bridge.ts";
import { isSameDigest } from "../../domain/identifiers.ts";
import type { LinkSession } from "../../domain/link/link-session.ts";
import { bridgeEndpoint } from "../endpoint.ts";
import { admit } from "./admit.ts";
import { shownOf } from "./shown.ts";
import { newSession } from "./start-session.ts";

/**
 * Says what a link token would show, or what is wrong with it. A token has one session at a time, and a
 * page that only loads Link must not take it from the window in which somebody is using it.
 */
export const prepareSession = bridgeEndpoint({
  path: "/bridge/session/prepare",
  access: "open",
  request: PrepareSessionRequest,
  response: PrepareSessionResponse,
  async handle({ config, origin, resume }, context) {
    const opening = await admit("session-prepare", { config, origin }, context);
    const wanted = newSession(opening, origin, { token: "", resume }, context);
    const existing =
      opening.linkToken &&
      (await context.store.sessions.byLinkTokenDigest(opening.linkToken.digest));
    return {
      ...shownOf(wanted, context),
      at_list: opening.updateItem === null && !(existing && goesOnElsewhere(existing, wanted)),
    };
  },
});

/** Whether the frame would go on with the session that is there, at a later view than the list. */
function goesOnElsewhere({ resumeDigest, step }: LinkSession, wanted: LinkSession): boolean {
  const isAtStart = step.at === "institution" || step.at === "exited";
  return !isAtStart && isSameDigest(resumeDigest, wanted.resumeDigest);
}
