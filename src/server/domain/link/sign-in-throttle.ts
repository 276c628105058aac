import type { CredentialField } from "../../../protocol/link/login-form.ts";
import { digest } from "../identifiers.ts";
import { SIGN_INS_AS_ONE_USER } from "../limits/rate-limits.ts";
import type { LinkDeps } from "./deps.ts";
import type { LinkSession } from "./link-session.ts";

/**
 * Throttles sign-ins as one user of an institution, over all clients, sessions and addresses. Above
 * the limit it throws RECAPTCHA_REQUIRED, unless a captcha was solved for this attempt. So each
 * guess has a price, and an attacker cannot lock a user out.
 */
export const throttleSignIn = async (
  { limiter }: Pick<LinkDeps, "limiter">,
  { guard }: Pick<LinkSession, "guard">,
  institutionId: string,
  fields: readonly CredentialField[],
  credentials: Readonly<Record<string, string>>,
): Promise<void> => {
  // Without typed credentials there is nothing to guess.
  if (guard.proven || fields.length === 0) return;
  const names = fields.filter(({ type }) => type === "text" || type === "select");
  const user = names.map(({ name }) => normalizedName(credentials[name] ?? ""));
  const key = digest(JSON.stringify([institutionId, ...user]));
  await limiter.pass(`sign-in ${key}`, SIGN_INS_AS_ONE_USER);
};

/**
 * Normalizes a user name, so that its variants count together: case, spaces, Unicode forms,
 * invisible characters.
 */
const normalizedName = (name: string): string =>
  name
    .normalize("NFKC")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, "")
    .trim()
    .toLowerCase();
