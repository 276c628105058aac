import { FORM_WORDS } from "../../../i18n/forms.ts";
import type { InstitutionRow } from "../../../protocol/institution.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import type { InstitutionFilter } from "../../domain/connectors/directory.ts";
import { Fault } from "../../domain/fault.ts";
import { digest } from "../../domain/identifiers.ts";
import { ownLogoPath } from "../../domain/institutions/custom-institutions.ts";
import type { CatalogueInstitution } from "../../domain/institutions/institution.ts";
import { darkEnough } from "../../domain/institutions/logo/contrast.ts";
import { PURPOSES } from "../../domain/institutions/purposes.ts";
import type { NewJob } from "../../domain/jobs/job.ts";
import { isLockedOut } from "../../domain/link/attempt-guard.ts";
import type { LinkSession } from "../../domain/link/link-session.ts";
import { sessionProducts } from "../../domain/link/product-plan.ts";
import { mayEnterNumbers, toPerson } from "../../domain/link/session-products.ts";
import type { SessionStep } from "../../domain/link/session-step.ts";
import { addToLogContext } from "../../domain/log-context.ts";
import type { Services } from "../../domain/services.ts";
import type { BridgeContext } from "../endpoint.ts";

/** The number of institutions in Link's first view. Each costs bytes. */
export const FIRST_VIEW_SIZE = 12;

/**
 * The session of a token, running or ended; INVALID_LINK_SESSION for an unknown or expired token.
 */
export const sessionOfToken = async (
  token: string,
  { store, clock }: Services,
): Promise<LinkSession> => {
  const session = await store.sessions.byTokenDigest(digest(token));
  if (!session) throw new Fault("INVALID_LINK_SESSION");
  addToLogContext({ link_session_id: session.linkSessionId });
  const now = clock();
  if (now < session.expiresAt) return session;
  const { linkTokenDigest } = session;
  const link = linkTokenDigest === null ? null : await store.linkTokens.byDigest(linkTokenDigest);
  throw link?.grantUntil !== undefined && link.grantUntil <= now
    ? linkEndedFault(session)
    : new Fault("INVALID_LINK_SESSION");
};

const FINAL_STEPS: readonly SessionStep["at"][] = ["connected", "exited", "expired"];

/** Whether a session accepts no further submissions. */
export const isOver = ({ step, guard }: LinkSession): boolean =>
  (FINAL_STEPS.includes(step.at) && !mayConnectMore(step)) || isLockedOut(guard);

/** Whether the user has connected an Item and may connect another. */
const mayConnectMore = (step: SessionStep): boolean =>
  step.at === "connected" && step.isOpen === true;

/** Throws INVALID_LINK_SESSION if the session is over. */
export const requireRunning = (session: LinkSession): void => {
  const refusal = endOf(session);
  if (refusal) throw refusal;
};

/** The refusal of an ended session, or null. */
const endOf = (session: LinkSession): Fault | null => {
  if (!isOver(session)) return null;
  return hasLinkEnded(session) ? linkEndedFault(session) : new Fault("INVALID_LINK_SESSION");
};

/** The refusal of a session whose link has ended, with a sentence for the user. */
const linkEndedFault = ({ config: { language, clientName } }: LinkSession): Fault =>
  new Fault("INVALID_LINK_SESSION", {
    message: "the grant of the link, or the link itself, has ended",
    display: FORM_WORDS[language].linkEnded(clientName),
  });

/** Whether a session has ended with its link or the link's grant. */
export const hasLinkEnded = (session: LinkSession | null): boolean =>
  session?.step.at === "expired" && session.step.hasLinkEnded === true;

/** Throws RECAPTCHA_REQUIRED if a brute-force attempt is likely and no proof of work was solved. */
export const requireNoCaptcha = ({ guard }: LinkSession): void => {
  if (guard.due) throw new Fault("RECAPTCHA_REQUIRED");
};

/** Moves the session by compare-and-set. Of two submissions at a step, the second is refused. */
export const advance = async (
  context: BridgeContext,
  step: SessionStep,
  jobs: readonly NewJob[] = [],
): Promise<void> => {
  const { store, session } = context;
  if (!(await store.sessions.advance(session, { step, jobs }))) throw await refusedMove(context);
};

/**
 * Returns the refusal of a move that the store did not make: the link has ended, or the session is
 * at another step.
 */
export const refusedMove = async ({ store, session }: BridgeContext): Promise<Fault> => {
  const current = await store.sessions.byLinkSessionId(session.linkSessionId);
  return (hasLinkEnded(current) && current && endOf(current)) || supersededFault();
};

/** Returns the refusal of a call for an earlier step. */
export const supersededFault = (): Fault =>
  new Fault("INVALID_LINK_SESSION", { message: "the Link session is at another step" });

/** Returns the filter for this session's institutions. */
export const filterOf = ({
  clientId,
  config,
  linkTokenDigest,
}: LinkSession): InstitutionFilter => ({
  clientId,
  // Without a link token, only the page claims who the user is.
  person: linkTokenDigest === null ? undefined : toPerson(config),
  countryCodes: config.countryCodes,
  products: sessionProducts(config),
  manualEntry: mayEnterNumbers(config),
  files: true,
});

/** Returns the institutions of the first view. Entries that are no banks come last. */
export const firstInstitutions = (
  session: LinkSession,
  { directory }: Services,
): InstitutionRow[] => {
  if (session.updateItemId !== null) return [];
  const institutions = directory.rows(filterOf(session)).map(({ institution }) => institution);
  return firstOf(institutions).map((institution) => toRow(institution, session.config.language));
};

/** The first of a list of institutions. Entries that are no banks come last. */
export const firstOf = (
  institutions: readonly CatalogueInstitution[],
): readonly CatalogueInstitution[] => {
  const others = institutions.filter(({ purpose }) => !PURPOSES[purpose].isBank);
  const banks = institutions.filter(({ purpose }) => PURPOSES[purpose].isBank);
  return [...banks.slice(0, FIRST_VIEW_SIZE - others.length), ...others];
};

/** Returns the country's name for a session of one country; undefined for several. */
export const countryName = ({
  countryCodes: [code, more],
  language,
}: Pick<LinkSession["config"], "countryCodes" | "language">): string | undefined =>
  code && !more ? new Intl.DisplayNames(language, { type: "region" }).of(code) : undefined;

/** Whether an institution is the entry for manual account numbers. */
export const isManualEntry = ({ purpose }: CatalogueInstitution): boolean =>
  PURPOSES[purpose].isConfirmedByAmounts;

/** Returns an institution as a row of Link's list. */
export const toRow = (institution: CatalogueInstitution, language: Language): InstitutionRow => {
  const health = listedHealth(institution);
  const { name, label } = { ...institution, ...institution.translations?.[language] };
  return {
    institution_id: institution.institutionId,
    name,
    ...(label && { label }),
    mark: institution.logoShape,
    color: darkEnough(institution.color),
    ...(institution.logoDigest && {
      logo: ownLogoPath(institution.institutionId, institution.logoDigest),
    }),
    ...(health && { trouble: health }),
  };
};

function listedHealth({ supported, health }: CatalogueInstitution): InstitutionRow["trouble"] {
  if (!supported) return "UNSUPPORTED";
  return health === "HEALTHY" ? undefined : health;
}
