import { appearanceOf } from "../../../protocol/appearance.ts";
import type { CatalogueInstitution, CustomInstitution } from "./institution.ts";

/** What hangs on how an institution is reached, and not on itself. */
type Access = Pick<CatalogueInstitution, "enabled" | "fields" | "translations">;

/**
 * The institutions that were put in, as a connector lists them: after its own, and the same list until
 * they change.
 */
export const catalogueInstitutions = (
  own: () => readonly CustomInstitution[],
  reached: Access,
  before: readonly CatalogueInstitution[] = [],
): (() => readonly CatalogueInstitution[]) => {
  let listed: readonly CustomInstitution[] | null = null;
  let institutions: readonly CatalogueInstitution[] = before;
  return () => {
    if (listed !== own()) {
      listed = own();
      institutions = [...before, ...listed.map((one) => cataloguedInstitution(one, reached))];
    }
    return institutions;
  };
};

function cataloguedInstitution(own: CustomInstitution, reached: Access): CatalogueInstitution {
  const looks = appearanceOf(own.institutionId);
  return {
    institutionId: own.institutionId,
    name: own.name,
    aliases: own.aliases,
    products: own.products,
    countryCodes: own.countryCodes,
    routingNumbers: own.routingNumbers,
    oauth: own.oauth,
    url: own.url,
    mark: own.mark ?? looks.mark,
    color: own.color ?? looks.color,
    health: "HEALTHY",
    healthSince: own.addedAt,
    supported: own.supported,
    purpose: "login",
    ...reached,
  };
}
