import { MFA_KINDS } from "./link/mfa-kinds.ts";

/** The progress of a user who exited without connecting. */
export const EXIT_STATUSES = [
  ...Object.values(MFA_KINDS).map(({ exitStatus }) => exitStatus),
  "requires_credentials",
  "requires_account_selection",
  "requires_consent",
  "requires_oauth",
  "requires_captcha",
  "institution_not_found",
] as const;
export type ExitStatus = (typeof EXIT_STATUSES)[number];
