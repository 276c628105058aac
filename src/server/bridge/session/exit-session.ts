import { ExitSessionRequest, ExitSessionResponse } from "../../../protocol/bridge.ts";
import { sessionWebhooks } from "../../domain/link/session-webhooks.ts";
import { bridgeEndpoint } from "../endpoint.ts";
import { advance } from "./session-state.ts";

/** Ends a session that the user exits, and stores the step they were at. */
export const exitSession = bridgeEndpoint({
  path: "/bridge/session/exit",
  access: "session",
  request: ExitSessionRequest,
  response: ExitSessionResponse,
  async handle({ status }, context) {
    const { clock, session } = context;
    const { step: from } = session;
    const step = {
      at: "exited",
      status,
      from: from.at,
      ...("institutionId" in from && { keptInstitutionId: from.institutionId }),
      finishedAt: clock(),
    } as const;
    await advance(context, step, await sessionWebhooks(context, session, "left"));
    return {};
  },
});
