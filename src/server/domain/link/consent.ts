import type { ConsentOffer } from "../../../protocol/login-form.ts";
import { asksConsent, type CountryCode } from "../../../protocol/vocabulary.ts";
import type { CatalogueInstitution } from "../institutions/institution.ts";
import type { Services } from "../services.ts";
import type { Consent, LinkSession } from "./link-session.ts";
import { sessionProducts } from "./session-products.ts";

/** Where consents live for as long as anybody may ask about them. */
export type ConsentStore = {
  /** Every consent that was given for an Item, the oldest first. */
  ofItem(itemId: string): Promise<Consent[]>;
  /** Whether a consent was given in a session of this id, which may be forgotten by now. */
  hasSession(linkSessionId: string): Promise<boolean>;
};

/** The text that people are shown; another text is another version. */
const CONSENT_VERSION = "2026-11";

const DAY_MS = 86_400_000;

/** What a person is asked to agree to before an institution is; null where nobody is asked. */
const consentOffer = (
  { config, updateItemId }: LinkSession,
  institution: CatalogueInstitution,
  { legal }: Services,
): ConsentOffer | null => {
  // Where an Item is mended the institution is given, wherever the session says that it looks for one.
  const countries = institution.countryCodes.filter(
    (country) =>
      (updateItemId !== null || config.countryCodes.includes(country)) && asksConsent(country),
  );
  if (countries.length === 0) return null;
  return {
    version: CONSENT_VERSION,
    scope: sessionProducts(config),
    days: Math.min(...countries.map(daysIn)),
    terms_url: legal.termsUrl(config.language),
    privacy_url: legal.privacyUrl(config.language),
  };
};

/** The offer, if the person of this session has yet to agree to it. */
export const consentDue = (
  session: LinkSession,
  institution: CatalogueInstitution,
  services: Services,
): ConsentOffer | null => {
  const given = session.consent?.institutionId === institution.institutionId;
  return given ? null : consentOffer(session, institution, services);
};

/** What is kept of a consent once there is an Item that it is about; null where none was asked for. */
export const consentRecord = (
  session: LinkSession,
  itemId: string,
  institution: CatalogueInstitution,
  services: Services,
): Consent | null => {
  const offer = consentOffer(session, institution, services);
  const { consent: given } = session;
  if (!offer || !given) return null;
  return {
    linkSessionId: session.linkSessionId,
    itemId,
    clientId: session.clientId,
    institutionId: institution.institutionId,
    version: given.version,
    scope: offer.scope,
    givenAt: given.givenAt,
    expiresAt: given.givenAt + offer.days * DAY_MS,
  };
};

/** British law lets a person's word stand for 90 days, the European for 180. */
const daysIn = (country: CountryCode): number => (country === "GB" ? 90 : 180);
