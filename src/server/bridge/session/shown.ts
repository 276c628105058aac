import type { PrepareSessionResponse } from "../../../protocol/bridge.ts";
import type { LinkSession } from "../../domain/link/link-session.ts";
import type { Services } from "../../domain/services.ts";
import { indexAddress } from "./institution-index.ts";
import { listedFor } from "./session.ts";

/** What Link shows of a session before it has gone anywhere. */
export const shownOf = (
  session: LinkSession,
  services: Services,
): Omit<PrepareSessionResponse, "at_list"> => ({
  client_name: session.config.clientName,
  language: session.config.language,
  institutions: listedFor(session, services),
  institution_index: indexAddress(session),
});
