import type { CredentialField } from "../../../protocol/login-form.ts";
import { digest } from "../identifiers.ts";
import { SIGN_INS_AS_ONE_USER } from "../limits/rate-limits.ts";
import type { Services } from "../services.ts";
import type { LinkSession } from "./link-session.ts";

/**
 * Counts a try to sign in, in whatever session and from whatever address, as one user of an
 * institution's. Throws RECAPTCHA_REQUIRED beyond the limit, where none was solved for this try: each
 * guess has its price then, and nobody is locked out by somebody else's.
 */
export const throttleSignIn = async (
  { limiter }: Pick<Services, "limiter">,
  { clientId, guard }: LinkSession,
  institutionId: string,
  fields: readonly CredentialField[],
  credentials: Readonly<Record<string, string>>,
): Promise<void> => {
  if (guard.proven) return;
  const names = fields.filter(({ type }) => type === "text" || type === "select");
  // Capitals and spaces may be all that tells two guesses at one user apart.
  const user = names.map(({ name }) => (credentials[name] ?? "").trim().toLowerCase());
  const key = digest(JSON.stringify([clientId, institutionId, ...user]));
  await limiter.pass(`sign-in ${key}`, SIGN_INS_AS_ONE_USER);
};
