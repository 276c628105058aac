import type { BridgeEndpoint } from "./endpoint.ts";
import { exitSession } from "./exit-session.ts";
import { searchInstitutions } from "./search-institutions.ts";
import { selectAccounts } from "./select-accounts.ts";
import { selectInstitution } from "./select-institution.ts";
import { startSession } from "./start-session.ts";
import { submitCredentials } from "./submit-credentials.ts";
import { submitMfa } from "./submit-mfa.ts";

/** Every path that the frame calls. */
export const bridgeEndpoints: readonly BridgeEndpoint[] = [
  startSession,
  searchInstitutions,
  selectInstitution,
  submitCredentials,
  submitMfa,
  selectAccounts,
  exitSession,
];
