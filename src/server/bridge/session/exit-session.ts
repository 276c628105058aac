import { ExitSessionRequest, ExitSessionResponse } from "../../../protocol/link/bridge.ts";
import { sessionReport } from "../../domain/consumer-reports/new-consumer-report.ts";
import { endWebhooks } from "../../domain/link/session-webhooks.ts";
import { type BridgeContext, bridgeEndpoint } from "../endpoint.ts";
import { endAtResult } from "../finish/link-result.ts";
import { advance } from "./session-state.ts";

/**
 * Ends a session that the user exits, and stores the user's step. A session with connected Items
 * ends with the last of them, even if the user had begun another.
 */
export const exitSession = bridgeEndpoint({
  path: "/bridge/session/exit",
  access: "session",
  request: ExitSessionRequest,
  response: ExitSessionResponse,
  async handle({ status }, context) {
    const { clock, session } = context;
    const { step: from } = session;
    if (await finishSession(context)) return {};
    const step = {
      at: "exited",
      status,
      from: from.at,
      ...("institutionId" in from && { keptInstitutionId: from.institutionId }),
      finishedAt: clock(),
    } as const;
    await advance(context, step, await endWebhooks(context, session));
    return {};
  },
});

/** Ends a session at its last connected Item; false without one. */
export const finishSession = async (context: BridgeContext): Promise<boolean> => {
  const { clock, session } = context;
  const last = session.results.at(-1);
  if (!last) return false;
  const report = await sessionReport(context, session);
  const jobs = [...(await endWebhooks(context, session)), ...report];
  await advance(context, endAtResult(context, last, clock()), jobs);
  return true;
};
