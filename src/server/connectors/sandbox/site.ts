import { DEFAULT_LANGUAGE } from "../../../protocol/vocabulary.ts";
import type { Connector, LoginStep } from "../../domain/connectors/connector.ts";
import {
  type InstitutionSite,
  SITE_PATH,
  type SitePage,
} from "../../domain/connectors/institution-site.ts";
import { Fault } from "../../domain/fault.ts";
import { digest, isSameDigest } from "../../domain/identifiers.ts";
import type { SandboxInstitution } from "./catalogue/institution.ts";
import { parseConnectorState } from "./connector-state.ts";
import { logIn } from "./login.ts";
import { stepAt } from "./login-step.ts";
import { withShared } from "./shared-accounts.ts";
import { moveOn, Visit } from "./visit.ts";

/** How long an authorization code is good. */
const CODE_LIFETIME_MS = 60_000;

const DAY_MS = 86_400_000;

/** Starts a visit to a site: the address that the user is sent to, and the progress of their login. */
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
 * The login of a user who returns from the site with these parameters. Throws OAUTH_USER_CANCELLED,
 * OAUTH_CODE_EXPIRED for an expired code or one of another visit, and the refusal that ended the visit.
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

/** The site of an institution of the sandbox. Nothing is stored: a visit is all in its progress. */
export const createSite = (bank: SandboxInstitution, clock: () => number): InstitutionSite => {
  const pageOf = ({ place, language }: Visit): SitePage => {
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
      return isOthers(visit, visitor) ? { at: "elsewhere" } : pageOf(visit);
    },
    submit: (progress, visitor, input, code) => {
      const visit = parse(progress);
      if (isOthers(visit, visitor)) return { progress, page: { at: "elsewhere" } };
      if (input.action === "cancel") return { progress, parameters: { error: "access_denied" } };
      const next = moveOn(bank, visit, input, clock());
      if ("at" in next) {
        const moved = { ...visit, visitor, place: next };
        return { progress: JSON.stringify(moved), page: pageOf(moved) };
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
