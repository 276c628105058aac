import type { ErrorCode } from "../../../protocol/errors/errors.ts";
import type { Challenge, CredentialField } from "../../../protocol/link/login-form.ts";
import type { BankAccount } from "./bank-account.ts";

/** The path of the sandbox institutions' own site, which this server serves. */
export const SITE_PATH = "/sandbox/oauth/authorize";

/** A page of the site, with the refusal of the previous input; null for none. */
export type SitePage =
  | { at: "sign-in"; fields: readonly CredentialField[]; refusal: SiteRefusal | null }
  | { at: "captcha"; refusal: SiteRefusal | null }
  | { at: "challenge"; challenge: Challenge; refusal: SiteRefusal | null }
  | { at: "accounts"; accounts: readonly BankAccount[]; lacksChoice: boolean }
  /** The user has no right to share their accounts. */
  | { at: "blocked" }
  /** Another browser is signing in here. */
  | { at: "elsewhere" };

/** An error of an Item or institution; `detail` names the fault in the description of a custom user. */
export type SiteRefusal = { code: ErrorCode; detail: string | null };

/** The input of a user on a page. */
export type SiteInput =
  | { action: "sign-in"; credentials: Record<string, string>; chooses: boolean }
  | { action: "confirm"; isHuman: boolean }
  | { action: "answer"; answers: readonly string[] }
  | { action: "share"; accountKeys: readonly string[]; days: number }
  | { action: "cancel" };

/** The next page, or the parameters with which the user returns to us. */
type SiteStep = { page: SitePage } | { parameters: Record<string, string> };

/**
 * The sign-in site of an institution, if this server serves it. `progress` comes from the login's
 * `start`, and `visitor` names the browser: the first browser to sign in owns the sign-in.
 */
export type InstitutionSite = {
  /** Returns the current page of a sign-in. */
  page(progress: string, visitor: string): SitePage;
  /** Submits a user's input; `code` becomes the authorization code, if they return with one. */
  submit(
    progress: string,
    visitor: string,
    input: SiteInput,
    code: string,
  ): { progress: string } & SiteStep;
};
