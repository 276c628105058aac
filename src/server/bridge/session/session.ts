import type { InstitutionRow } from "../../../protocol/institution.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import { Fault } from "../../domain/fault.ts";
import { digest } from "../../domain/identifiers.ts";
import type { InstitutionFilter } from "../../domain/institutions/directory.ts";
import type { CatalogueInstitution } from "../../domain/institutions/institution.ts";
import { darkEnough } from "../../domain/institutions/logo/contrast.ts";
import type { NewJob } from "../../domain/jobs/job.ts";
import { isLockedOut } from "../../domain/link/attempt-guard.ts";
import type { LinkSession } from "../../domain/link/link-session.ts";
import { mayEnterNumbers, sessionProducts } from "../../domain/link/session-products.ts";
import type { SessionStep } from "../../domain/link/session-step.ts";
import type { Services } from "../../domain/services.ts";
import type { BridgeContext } from "../endpoint.ts";

/** How many institutions Link shows before the user types: each one is in its first bytes. */
export const MOST_LISTED = 12;

/** The session a token names, over or not; INVALID_LINK_SESSION when it is unknown or expired. */
export const sessionOfToken = async (
  token: string,
  { store, clock }: Services,
): Promise<LinkSession> => {
  const session = await store.sessions.byTokenDigest(digest(token));
  if (!session || clock() >= session.expiresAt) throw new Fault("INVALID_LINK_SESSION");
  return session;
};

const ENDS: readonly SessionStep["at"][] = ["connected", "exited", "expired"];

/** Whether nothing can be done in a session any more. */
export const isOver = ({ step, guard }: LinkSession): boolean =>
  ENDS.includes(step.at) || isLockedOut(guard);

/** Throws INVALID_LINK_SESSION where the session is over. */
export const requireRunning = (session: LinkSession): void => {
  if (isOver(session)) throw new Fault("INVALID_LINK_SESSION");
};

/** Moves the session on; of two answers to the same step the second one is refused. */
export const advance = async (
  { store, session }: BridgeContext,
  step: SessionStep,
  jobs: readonly NewJob[] = [],
): Promise<void> => {
  if (!(await store.sessions.advance(session, { step, jobs }))) throw alreadyAnswered();
};

/** The refusal of an answer to a step that has been answered or has not been reached. */
export const alreadyAnswered = (): Fault =>
  new Fault("INVALID_LINK_SESSION", { message: "the Link session stands at another step" });

/** The institutions and products that this session may use. */
export const filterOf = ({ config }: LinkSession): InstitutionFilter => ({
  countryCodes: config.countryCodes,
  products: sessionProducts(config),
  byHand: mayEnterNumbers(config),
});

/** The institutions to show before the user types; the way without one comes last. */
export const listedFor = (session: LinkSession, { directory }: Services): InstitutionRow[] => {
  if (session.updateItemId !== null) return [];
  const fitting = directory.list(filterOf(session));
  const byHand = fitting.filter(isByHand);
  const institutions = fitting.filter((institution) => !isByHand(institution));
  return [...institutions.slice(0, MOST_LISTED - byHand.length), ...byHand].map((institution) =>
    rowOf(institution, session.config.language),
  );
};

/** Whether it stands for account numbers that are entered by hand. */
export const isByHand = ({ purpose }: CatalogueInstitution): boolean => purpose === "numbers";

/** An institution as Link lists it. */
export const rowOf = (institution: CatalogueInstitution, language: Language): InstitutionRow => {
  const trouble = troubleOf(institution);
  const { name, label } = { ...institution, ...institution.translations?.[language] };
  return {
    institution_id: institution.institutionId,
    name,
    ...(label && { label }),
    mark: institution.mark,
    color: darkEnough(institution.color),
    ...(trouble && { trouble }),
  };
};

function troubleOf({ supported, health }: CatalogueInstitution): InstitutionRow["trouble"] {
  if (!supported) return "UNSUPPORTED";
  return health === "HEALTHY" ? undefined : health;
}
