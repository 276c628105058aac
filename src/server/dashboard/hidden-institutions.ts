import type { CatalogueInstitution } from "../domain/institutions/institution.ts";
import type { CallContext } from "./call.ts";

/**
 * Whether an institution is hidden from a member: a single person's, or another client's. The
 * operator sees all.
 */
export const isHidden = (
  { onlyClientId, onlyPerson }: Pick<CatalogueInstitution, "onlyClientId" | "onlyPerson">,
  { isOperator, sessionClientId }: Pick<CallContext, "isOperator" | "sessionClientId">,
): boolean =>
  !isOperator &&
  (onlyPerson !== undefined || (onlyClientId !== undefined && onlyClientId !== sessionClientId));
