import type { InstitutionStore } from "./institution.ts";
import type { InstitutionRegistration } from "./institution-registration.ts";

/**
 * Returns the issuer that a registration would replace, and the number of live Items with its tokens, which
 * would become useless; null if there are none.
 */
export const issuerChange = async (
  institutions: Pick<InstitutionStore, "connections" | "liveItems">,
  { institutionId, issuer }: Pick<InstitutionRegistration, "institutionId" | "issuer">,
): Promise<{ before: string; liveItems: number } | null> => {
  const before = (await institutions.connections()).find(
    (registration) => registration.institutionId === institutionId,
  );
  if (before === undefined || before.issuer === issuer) return null;
  const liveItems = await institutions.liveItems(institutionId);
  return liveItems === 0 ? null : { before: before.issuer, liveItems };
};
