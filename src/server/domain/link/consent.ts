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
  /** An Item's consents, the oldest first. */
  ofItem(itemId: string): Promise<Consent[]>;
  /** Whether a consent exists for a session, whose own row may be deleted. */
  hasSession(linkSessionId: string): Promise<boolean>;
};

/** The version of Link's consent text. Every change of the text needs another version. */
const CONSENT_VERSION = "2026-12";

/** Without a legal period, the user is asked once a year. */
const DAYS_IN_A_YEAR = 365;

/** Returns the consent that the institution's country or the application requires, or null. */
const consentOffer = (
  { config, updateItemId }: LinkSession,
  institution: CatalogueInstitution,
  { legal, brand }: Pick<LinkDeps, "legal" | "brand">,
): ConsentOffer | null => {
  // In update mode the institution is fixed, even if the session lists other countries. A file may
  // come from any country.
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
    ...(brand.title !== config.clientName && { operator: brand.title }),
  };
};

/** The consent that the session's user still has to give, or null. */
export const consentDue = (
  session: LinkSession,
  institution: CatalogueInstitution,
  services: LinkDeps,
): ConsentOffer | null => {
  const hasConsent = session.consent?.institutionId === institution.institutionId;
  return hasConsent ? null : consentOffer(session, institution, services);
};

/**
 * Returns the end of an Item's consent: the end of its record, or the institution's own earlier
 * end.
 */
export const consentEnd = (
  record: Consent | null,
  institutionsWord: number | null,
): number | null =>
  record === null || institutionsWord === null
    ? (record?.expiresAt ?? institutionsWord)
    : Math.min(record.expiresAt, institutionsWord);

/**
 * Returns the time until which a confirmation renews an Item's consent without a sign-in. British
 * law requires a confirmation after 90 days, while the institution's consent lasts longer. Null if
 * a renewal needs a sign-in.
 */
export const reconfirmableUntil = (
  record: Consent | null,
  institutionsWord: number | null,
  { institutionId, purpose }: CatalogueInstitution,
  { environment }: Pick<LinkDeps, "environment">,
): number | null => {
  if (record === null || !PURPOSES[purpose].isGrant) return null;
  if (record.expiresAt - record.givenAt !== RECONFIRMED_MS) return null;
  // Most sandbox logins end before any consent.
  if (loginEndOf({ institutionId, loggedInAt: record.givenAt }, environment) !== null) return null;
  return endsByYesAlone(institutionId) ? FOR_EVER : (institutionsWord ?? FOR_EVER);
};

/**
 * Returns the consent of a sandbox Item linked without Link: the institution's own end; at the
 * British sandbox bank, the day of the next reconfirmation.
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

/** A consent is valid for 90 days under British law, and for 180 days under European law. */
const daysIn = (country: CountryCode): number => (country === "GB" ? BRITISH_DAYS : 180);

const BRITISH_DAYS = RECONFIRMED_MS / DAY_MS;
