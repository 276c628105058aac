import type { ErrorCode } from "../../../protocol/errors/errors.ts";
import type { Challenge, CredentialField } from "../../../protocol/link/login-form.ts";
import type { BankAccount } from "./bank-account.ts";

/** The path of the sandbox institutions' own site, which this server serves. */
export const SITE_PATH = "/sandbox/oauth/authorize";

/** A page of the site, with the refusal of the previous input, or null. */
export type SitePage =
  | { at: "sign-in"; fields: readonly CredentialField[]; refusal: SiteRefusal | null }
  | { at: "captcha"; refusal: SiteRefusal | null }
  | { at: "challenge"; challenge: Challenge; refusal: SiteRefusal | null }
  | { at: "accounts"; accounts: readonly BankAccount[]; lacksChoice: boolean }
  /** The user may not share the accounts. */
  | { at: "blocked" }
  /** Another browser already signs in with this progress. */
  | { at: "elsewhere" };

/** An error of an Item or institution. `detail` names the error in a custom user's description. */
export type SiteRefusal = { code: ErrorCode; detail: string | null };

/** The input of a user on a page. */
export type SiteInput =
  | { action: "sign-in"; credentials: Record<string, string>; chooses: boolean }
  | { action: "confirm"; isHuman: boolean }
  | { action: "answer"; answers: readonly string[] }
  | { action: "share"; accountKeys: readonly string[]; days: number }
  | { action: "cancel" };

/** The next page, or the callback's parameters. */
type SiteStep = { page: SitePage } | { parameters: Record<string, string> };

/**
 * The sign-in site of an institution on this server. `progress` comes from the login's `start`.
 * `visitor` names the browser: the first browser to sign in owns the sign-in.
 */
export type InstitutionSite = {
  /** Returns the current page of a sign-in. */
  page(progress: string, visitor: string): SitePage;
  /** Submits a user's input. `code` becomes the authorization code in the callback. */
  submit(
    progress: string,
    visitor: string,
    input: SiteInput,
    code: string,
  ): { progress: string } & SiteStep;
};
