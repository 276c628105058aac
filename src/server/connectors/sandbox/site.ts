import { z } from "zod";
import { StoredCredentials } from "../../../protocol/link/bridge.ts";
import { DEFAULT_LANGUAGE, LANGUAGES } from "../../../protocol/vocabulary.ts";
import { DAY_MS } from "../../domain/calendar.ts";
import type { Connector } from "../../domain/connectors/connector.ts";
import {
  type InstitutionSite,
  SITE_PATH,
  type SiteInput,
  type SitePage,
  type SiteRefusal,
} from "../../domain/connectors/institution-site.ts";
import type { LoginStep } from "../../domain/connectors/login-step.ts";
import { Fault } from "../../domain/fault.ts";
import { digest, isSameDigest } from "../../domain/identifiers.ts";
import type { SandboxInstitution } from "./catalogue/institution.ts";
import { AccountChanges, parseConnectorState } from "./connector-state.ts";
import { logIn } from "./login.ts";
import { LOGIN_ERRORS } from "./login-errors.ts";
import { withShared } from "./login-holdings.ts";
import { stepAt } from "./login-step.ts";
import { afterAnswers, Progress, START } from "./mfa.ts";

/** The default sharing period in days. */
const SHARED_DAYS = 365;

const Refusal = z.strictObject({ code: z.enum(LOGIN_ERRORS), detail: z.string().nullable() });

/** The end of a visit: the shared login, or its refusal. */
const Outcome = z.union([
  z.strictObject({ refusal: z.enum(LOGIN_ERRORS) }),
  z.strictObject({
    credentials: StoredCredentials,
    round: Progress,
    /** The keys of the chosen accounts; null for all. */
    accountKeys: z.array(z.string()).nullable(),
    days: z.int(),
  }),
]);
type Outcome = z.infer<typeof Outcome>;

/** The page of a visit. */
const Place = z.discriminatedUnion("at", [
  z.strictObject({ at: z.literal("sign-in"), refusal: Refusal.nullable() }),
  /** The credentials are right: a captcha, a challenge or the choice of accounts follows. */
  z.strictObject({
    at: z.literal("signed-in"),
    credentials: StoredCredentials,
    chooses: z.boolean(),
    isCaptchaDue: z.boolean(),
    round: Progress,
    refusal: Refusal.nullable(),
    lacksChoice: z.boolean(),
  }),
  z.strictObject({ at: z.literal("blocked") }),
  z.strictObject({
    at: z.literal("done"),
    codeDigest: z.string(),
    codeExpiresAt: z.number(),
    outcome: Outcome,
  }),
]);
type Place = z.infer<typeof Place>;
type SignedIn = Extract<Place, { at: "signed-in" }>;

/** A visit to a sandbox institution's site: the progress of a login. */
const Visit = z.strictObject({
  language: z.enum(LANGUAGES),
  /** The changes to the accounts of an Item that is updated. */
  changes: AccountChanges,
  /** The digest of the signing-in browser; null before a sign-in. */
  visitor: z.string().nullable(),
  place: Place,
});
type Visit = z.infer<typeof Visit>;

/** The lifetime of an authorization code. */
const CODE_LIFETIME_MS = 60_000;

/** Starts a visit to a site: the address for the user, and the login's progress. */
export const startVisit = ({
  state = "",
  redirectUri = "",
  language = DEFAULT_LANGUAGE,
  connectorState = null,
}: NonNullable<Parameters<Connector["start"]>[2]>) => {
  const url = new URL(SITE_PATH, redirectUri);
  url.searchParams.set("state", state);
  const visit: Visit = {
    language,
    changes: parseConnectorState(connectorState).changes,
    visitor: null,
    place: { at: "sign-in", refusal: null },
  };
  return { at: "redirect" as const, url: url.href, progress: JSON.stringify(visit) };
};

/**
 * The login of a user who returns with these parameters. Throws OAUTH_USER_CANCELLED,
 * OAUTH_CODE_EXPIRED for an expired code or another visit's, and the refusal that ended the visit.
 */
export const finishVisit = (
  bank: SandboxInstitution,
  progress: string,
  { code = "", error }: Readonly<Record<string, string>>,
  now: number,
): LoginStep => {
  const { place } = parse(progress);
  if (error !== undefined)
    throw new Fault(place.at === "blocked" ? "ACCESS_NOT_GRANTED" : "OAUTH_USER_CANCELLED");
  if (
    place.at !== "done" ||
    now >= place.codeExpiresAt ||
    !isSameDigest(place.codeDigest, digest(code))
  )
    throw new Fault("OAUTH_CODE_EXPIRED");
  const { outcome } = place;
  if ("refusal" in outcome) throw new Fault(outcome.refusal);
  const { accountKeys, credentials, days, round } = outcome;
  const step = stepAt(round, bank, logIn(bank.form, credentials), now);
  if (step.at !== "accounts") throw new Error("the visit ended before its last challenge");
  return {
    at: "accounts",
    accounts: step.accounts.filter(({ key }) => accountKeys?.includes(key) ?? true),
    credentials: withShared(credentials, accountKeys),
    consentExpiresAt: now + days * DAY_MS,
  };
};

/** A sandbox institution's site. Nothing is stored: a visit is entirely in its progress. */
export const createSite = (bank: SandboxInstitution, clock: () => number): InstitutionSite => {
  const choosePage = ({ place, language }: Visit): SitePage => {
    if (place.at === "blocked") return { at: "blocked" };
    if (place.at !== "signed-in") {
      const refusal = place.at === "sign-in" ? place.refusal : null;
      return { at: "sign-in", fields: bank.form, refusal };
    }
    const { credentials, isCaptchaDue, lacksChoice, refusal, round } = place;
    if (isCaptchaDue) return { at: "captcha", refusal };
    const step = stepAt(round, bank, logIn(bank.form, credentials, language), clock());
    return step.at === "challenge"
      ? { at: "challenge", challenge: step.challenge, refusal }
      : { at: "accounts", accounts: step.accounts, lacksChoice };
  };
  return {
    page: (progress, visitor) => {
      const visit = parse(progress);
      return isOthers(visit, visitor) ? { at: "elsewhere" } : choosePage(visit);
    },
    submit: (progress, visitor, input, code) => {
      const visit = parse(progress);
      if (isOthers(visit, visitor)) return { progress, page: { at: "elsewhere" } };
      if (input.action === "cancel") return { progress, parameters: { error: "access_denied" } };
      const next = moveOn(bank, visit, input, clock());
      if ("at" in next) {
        const moved = { ...visit, visitor, place: next };
        return { progress: JSON.stringify(moved), page: choosePage(moved) };
      }
      const times = { codeDigest: digest(code), codeExpiresAt: clock() + CODE_LIFETIME_MS };
      const done: Visit = { ...visit, visitor, place: { at: "done", ...times, outcome: next } };
      return { progress: JSON.stringify(done), parameters: { code } };
    },
  };
};

const parse = (progress: string): Visit => Visit.parse(JSON.parse(progress));

const isOthers = ({ visitor }: Visit, other: string): boolean =>
  visitor !== null && !isSameDigest(visitor, other);

/** The page or end after a user's input. Input from an earlier page changes nothing. */
const moveOn = (
  bank: SandboxInstitution,
  { place, language, changes }: Visit,
  input: Exclude<SiteInput, { action: "cancel" }>,
  now: number,
): Place | Outcome => {
  const loginOf = (credentials: Record<string, string>) => logIn(bank.form, credentials, language);
  /** The next page, or the end of a login, after the answers so far. */
  const proceed = (signedIn: SignedIn): Place | Outcome => {
    const { credentials, round, chooses } = signedIn;
    const step = stepAt(round, bank, loginOf(credentials), now);
    if (step.at === "challenge" || (chooses && step.accounts.length > 0))
      return { ...signedIn, refusal: null };
    return { credentials, round, accountKeys: null, days: SHARED_DAYS };
  };
  const take = (): Place | Outcome => {
    if (input.action === "sign-in") {
      const { credentials, chooses } = input;
      const isCaptchaDue = loginOf(credentials).captcha !== null;
      const round = { ...START, changes };
      const rest = { chooses, isCaptchaDue, refusal: null, lacksChoice: false };
      const signedIn: SignedIn = { at: "signed-in", credentials, round, ...rest };
      return isCaptchaDue ? signedIn : proceed(signedIn);
    }
    if (place.at === "done") return place.outcome;
    if (place.at !== "signed-in") return place;
    const login = loginOf(place.credentials);
    if (input.action === "confirm" && place.isCaptchaDue)
      return input.isHuman && login.captcha === "good"
        ? proceed({ ...place, isCaptchaDue: false })
        : { ...place, refusal: { code: "RECAPTCHA_BAD", detail: null } };
    if (place.isCaptchaDue) return place;
    const step = stepAt(place.round, bank, login, now);
    if (input.action === "answer" && step.at === "challenge")
      return proceed({ ...place, round: afterAnswers(login.rounds, place.round, input.answers) });
    if (input.action !== "share" || step.at !== "accounts") return place;
    const accountKeys = step.accounts
      .map(({ key }) => key)
      .filter((key) => input.accountKeys.includes(key));
    const { credentials, round } = place;
    return accountKeys.length > 0
      ? { credentials, round, accountKeys, days: input.days }
      : { ...place, lacksChoice: true };
  };
  try {
    return take();
  } catch (failure) {
    return afterRefusal(place, failure);
  }
};

/** An error that the page can correct keeps the user there. Any other error returns the user. */
function afterRefusal(place: Place, failure: unknown): Place | Outcome {
  const code =
    failure instanceof Fault ? LOGIN_ERRORS.find((error) => error === failure.code) : undefined;
  if (!(failure instanceof Fault) || !code) throw failure;
  const refusal: SiteRefusal = {
    code,
    detail: failure.message === new Fault(code).message ? null : failure.message,
  };
  switch (code) {
    case "INVALID_MFA":
      return place.at === "signed-in" ? { ...place, refusal } : { at: "sign-in", refusal };
    case "INVALID_CREDENTIALS":
    case "RECAPTCHA_REQUIRED":
    case "RECAPTCHA_BAD":
      return { at: "sign-in", refusal };
    case "ACCESS_NOT_GRANTED":
      return { at: "blocked" };
    default:
      return { refusal: code };
  }
}
