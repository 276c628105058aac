import { abandonSession } from "./abandon-session.ts";
import { captchaChallenge } from "./captcha-challenge.ts";
import { endConnection } from "./end-connection.ts";
import type { BridgeEndpoint } from "./endpoint.ts";
import { exitSession } from "./exit-session.ts";
import { giveConsent } from "./give-consent.ts";
import { prepareSession } from "./prepare-session.ts";
import { searchInstitutions } from "./search-institutions.ts";
import { selectAccounts } from "./select-accounts.ts";
import { selectInstitution } from "./select-institution.ts";
import { showConnection } from "./show-connection.ts";
import { solveCaptcha } from "./solve-captcha.ts";
import { startSession } from "./start-session.ts";
import { submitCredentials } from "./submit-credentials.ts";
import { submitMfa } from "./submit-mfa.ts";
import { tellEvents } from "./tell-events.ts";

/** Every path that the frame calls. */
export const bridgeEndpoints: readonly BridgeEndpoint[] = [
  prepareSession,
  startSession,
  searchInstitutions,
  selectInstitution,
  giveConsent,
  submitCredentials,
  submitMfa,
  selectAccounts,
  captchaChallenge,
  solveCaptcha,
  exitSession,
  tellEvents,
  abandonSession,
  showConnection,
  endConnection,
];
