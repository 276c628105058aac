import type { BridgeEndpoint } from "./endpoint.ts";
import { renewExistingItem } from "./finish/renew-existing-item.ts";
import { selectAccounts } from "./finish/select-accounts.ts";
import { fileEffect } from "./login/file-effect.ts";
import { fileProgress } from "./login/file-progress.ts";
import { giveConsent } from "./login/give-consent.ts";
import { listDevices, resendAnotherCode } from "./login/resend-code.ts";
import { selectInstitution } from "./login/select-institution.ts";
import { submitCredentials } from "./login/submit-credentials.ts";
import { submitMfa } from "./login/submit-mfa.ts";
import { awaitCallback } from "./oauth/await-callback.ts";
import { resumeLogin } from "./oauth/resume-login.ts";
import { abandonSession } from "./session/abandon-session.ts";
import { captchaChallenge, solveCaptcha } from "./session/captcha.ts";
import { exitSession } from "./session/exit-session.ts";
import { openHostedLink, reconfirmByLink } from "./session/open-hosted-link.ts";
import { reportEvents } from "./session/report-events.ts";
import { nameBank, searchInstitutions } from "./session/search-institutions.ts";
import { prepareSession, startSession } from "./session/start-session.ts";

/** Every path that the frame calls. */
export const bridgeEndpoints: readonly BridgeEndpoint[] = [
  prepareSession,
  startSession,
  searchInstitutions,
  nameBank,
  selectInstitution,
  giveConsent,
  submitCredentials,
  fileProgress,
  fileEffect,
  submitMfa,
  resendAnotherCode,
  listDevices,
  awaitCallback,
  resumeLogin,
  selectAccounts,
  renewExistingItem,
  captchaChallenge,
  solveCaptcha,
  exitSession,
  reportEvents,
  abandonSession,
  openHostedLink,
  reconfirmByLink,
];
