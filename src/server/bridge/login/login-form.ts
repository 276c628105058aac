import type { LoginForm } from "../../../protocol/bridge.ts";
import { Fault } from "../../domain/fault.ts";
import type { CatalogueInstitution } from "../../domain/institutions/institution.ts";
import { consentDue } from "../../domain/link/consent.ts";
import type { LinkSession } from "../../domain/link/link-session.ts";
import type { Services } from "../../domain/services.ts";
import { AMOUNT_FIELDS } from "../../domain/verification/deposits.ts";
import { rowOf } from "../session/session.ts";

/** What an institution asks for in a session, in the session's language where the words are ours. */
export const loginForm = (
  session: LinkSession,
  institution: CatalogueInstitution,
  services: Services,
): LoginForm => {
  const { language } = session.config;
  const asked = {
    institution: rowOf(institution, language),
    url: institution.purpose === "numbers" ? null : institution.url,
    health: institution.health,
    consent: consentDue(session, institution, services),
  };
  if (confirmsDeposits(session, institution))
    return { ...asked, purpose: "amounts", fields: AMOUNT_FIELDS[language] };
  const fields = institution.translations?.[language]?.fields ?? institution.fields;
  return { ...asked, purpose: institution.purpose, fields };
};

/** Whether a session is there to tell the amounts that were deposited to an account. */
export const confirmsDeposits = (
  { updateItemId }: LinkSession,
  { purpose }: CatalogueInstitution,
): boolean => updateItemId !== null && purpose === "numbers";

/** Throws where an institution cannot be signed in at, before anybody types a password for it. */
export const requireOpen = ({ supported, enabled, health }: CatalogueInstitution): void => {
  if (!supported) throw new Fault("INSTITUTION_NO_LONGER_SUPPORTED");
  if (!enabled) throw new Fault("INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT");
  if (health === "DOWN") throw new Fault("INSTITUTION_DOWN");
};
