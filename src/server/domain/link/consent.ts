import type { ConsentOffer } from "../../../protocol/link/login-form.ts";
import { asksConsent, type CountryCode } from "../../../protocol/vocabulary.ts";
import { DAY_MS } from "../calendar.ts";
import { endsByYesAlone } from "../institutions/european-banks.ts";
import type { CatalogueInstitution } from "../institutions/institution.ts";
import { PURPOSES } from "../institutions/purposes.ts";
import { loginEndOf } from "../items/item-state.ts";
import { RECONFIRMED_MS } from "../items/reconfirm.ts";
import type { LinkDeps } from "./deps.ts";
import type { Consent, LinkSession } from "./link-session.ts";
import { consentedProducts, productPlan } from "./product-plan.ts";

/** The port for consent records. */
export type ConsentStore = {
  /** Every consent of an Item, the oldest first. */
  ofItem(itemId: string): Promise<Consent[]>;
  /** Whether there is a consent of the session with this id, which may be deleted already. */
  hasSession(linkSessionId: string): Promise<boolean>;
};

/** The version of the text that Link shows; another text is another version. */
const CONSENT_VERSION = "2026-12";

/** If no law sets a period, the user is asked once a year. */
const DAYS_IN_A_YEAR = 365;

/**
 * Returns the consent that the institution's country or the application requires; null if neither
 * requires one.
 */
const consentOffer = (
  { config, updateItemId }: LinkSession,
  institution: CatalogueInstitution,
  { legal }: Pick<LinkDeps, "legal">,
): ConsentOffer | null => {
  // In update mode the institution is fixed, even if the session lists other countries; a file is from any.
  const isFixed = updateItemId !== null && !PURPOSES[institution.purpose].isFromAnyCountry;
  const countries = institution.countryCodes.filter(
    (country) => (isFixed || config.countryCodes.includes(country)) && asksConsent(country),
  );
  if (countries.length === 0 && !config.isReauthorization) return null;
  return {
    version: CONSENT_VERSION,
    scope: consentedProducts(productPlan(config, institution)),
    days: Math.min(DAYS_IN_A_YEAR, ...countries.map(daysIn)),
    terms_url: legal.termsUrl(config.language),
    privacy_url: legal.privacyUrl(config.language),
  };
};

/** The consent that the user of this session has yet to give; null if none is due. */
export const consentDue = (
  session: LinkSession,
  institution: CatalogueInstitution,
  services: LinkDeps,
): ConsentOffer | null => {
  const hasConsent = session.consent?.institutionId === institution.institutionId;
  return hasConsent ? null : consentOffer(session, institution, services);
};

/**
 * Returns when an Item's consent ends: at the end of its record, or the institution's own end if that is
 * earlier.
 */
export const consentEnd = (
  record: Consent | null,
  institutionsWord: number | null,
): number | null =>
  record === null || institutionsWord === null
    ? (record?.expiresAt ?? institutionsWord)
    : Math.min(record.expiresAt, institutionsWord);

/**
 * Returns until when the user's yes alone renews an Item's consent: where British law asks for it after 90 days, while the
 * institution's own consent lasts longer. Null if only a sign-in renews it.
 */
export const reconfirmableUntil = (
  record: Consent | null,
  institutionsWord: number | null,
  { institutionId, purpose }: CatalogueInstitution,
  { environment }: Pick<LinkDeps, "environment">,
): number | null => {
  if (record === null || !PURPOSES[purpose].isGrant) return null;
  if (record.expiresAt - record.givenAt !== RECONFIRMED_MS) return null;
  // Most logins of the sandbox end earlier than any consent.
  if (loginEndOf({ institutionId, loggedInAt: record.givenAt }, environment) !== null) return null;
  return endsByYesAlone(institutionId) ? FOR_EVER : (institutionsWord ?? FOR_EVER);
};

/**
 * Returns the consent to an Item of the sandbox that is linked without Link: the institution's own end of it; at its British
 * bank, the day of the user's next yes.
 */
export const consentWithoutLink = (
  institutionId: string,
  institutionsWord: number | null,
  now: number,
): { consentExpiresAt: number | null; reconfirmableUntil: number | null } =>
  endsByYesAlone(institutionId)
    ? {
        consentExpiresAt: Math.min(institutionsWord ?? FOR_EVER, now + RECONFIRMED_MS),
        reconfirmableUntil: FOR_EVER,
      }
    : { consentExpiresAt: institutionsWord, reconfirmableUntil: null };

const FOR_EVER = Number.MAX_SAFE_INTEGER;

/** The record of a consent to an Item; null if none was required. */
export const consentRecord = (
  session: LinkSession,
  itemId: string,
  institution: CatalogueInstitution,
  services: LinkDeps,
): Consent | null => {
  const offer = consentOffer(session, institution, services);
  const { consent } = session;
  if (!offer || !consent) return null;
  return {
    linkSessionId: session.linkSessionId,
    itemId,
    clientId: session.clientId,
    institutionId: institution.institutionId,
    version: consent.version,
    scope: offer.scope,
    givenAt: consent.givenAt,
    expiresAt: consent.givenAt + offer.days * DAY_MS,
  };
};

/** A consent is valid for 90 days under British law, and for 180 under European law. */
const daysIn = (country: CountryCode): number => (country === "GB" ? BRITISH_DAYS : 180);

const BRITISH_DAYS = RECONFIRMED_MS / DAY_MS;
