import type { InstitutionRow } from "../../protocol/institution.ts";
import type { InstitutionFilter } from "../domain/directory.ts";
import { Fault } from "../domain/fault.ts";
import { digest } from "../domain/identifiers.ts";
import type { CatalogueInstitution, LinkSession, SessionStep } from "../domain/ports.ts";
import { productsIn } from "../domain/product.ts";
import type { World } from "../domain/world.ts";
import type { BridgeContext } from "./endpoint.ts";

/** How many institutions Link shows before the user types: each one is in its first bytes. */
export const MOST_LISTED = 12;

/** How many institutions a search shows at most. */
export const MOST_FOUND = 20;

/** The session a token opens; INVALID_LINK_SESSION when it is unknown, expired or over. */
export const sessionOf = async (token: string, { store, clock }: World): Promise<LinkSession> => {
  const session = await store.sessions.byTokenDigest(digest(token));
  const over = session?.step.at === "connected" || session?.step.at === "exited";
  if (!session || over || clock() >= session.expiresAt) throw new Fault("INVALID_LINK_SESSION");
  return session;
};

/** Moves the session on; of two answers to the same step the second one is refused. */
export const advance = async (context: BridgeContext, step: SessionStep): Promise<void> => {
  if (!(await context.store.sessions.advance(context.session, step))) throw alreadyAnswered();
};

/** The refusal of an answer to a step that has been answered or has not been reached. */
export const alreadyAnswered = (): Fault =>
  new Fault("INVALID_LINK_SESSION", { message: "the Link session stands at another step" });

/** The institutions and products that this session may use. */
export const filterOf = ({ config }: LinkSession): InstitutionFilter => ({
  countryCodes: config.countryCodes,
  products: productsIn(config.countryCodes, config.product),
});

/** An institution as Link lists it. */
export const rowOf = (institution: CatalogueInstitution): InstitutionRow => ({
  institution_id: institution.institutionId,
  name: institution.name,
  mark: institution.mark,
  color: institution.color,
});
