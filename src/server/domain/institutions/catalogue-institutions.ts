import { appearanceOf } from "../../../protocol/appearance.ts";
import type { CatalogueInstitution, CustomInstitution } from "./institution.ts";

/** The properties of an institution that its connector decides. */
type Access = Pick<CatalogueInstitution, "enabled" | "fields" | "approval" | "translations">;

/**
 * The custom institutions as a connector lists them, after its built-in ones; memoized, so that the
 * list is the same object until they change.
 */
export const catalogueInstitutions = <Custom extends CustomInstitution>(
  current: () => readonly Custom[],
  access: Access | ((institution: Custom) => Access),
  builtIn: readonly CatalogueInstitution[] = [],
): (() => readonly CatalogueInstitution[]) => {
  const accessTo = typeof access === "function" ? access : () => access;
  let source: readonly Custom[] | null = null;
  let institutions: readonly CatalogueInstitution[] = builtIn;
  return () => {
    if (source !== current()) {
      source = current();
      institutions = [
        ...builtIn,
        ...source.map((institution) => catalogueInstitution(institution, accessTo(institution))),
      ];
    }
    return institutions;
  };
};

function catalogueInstitution(custom: CustomInstitution, access: Access): CatalogueInstitution {
  const appearance = appearanceOf(custom.institutionId);
  return {
    institutionId: custom.institutionId,
    name: custom.name,
    aliases: custom.aliases,
    products: custom.products,
    countryCodes: custom.countryCodes,
    routingNumbers: custom.routingNumbers,
    oauth: custom.oauth,
    url: custom.url,
    logoShape: custom.logoShape ?? appearance.logoShape,
    color: custom.color ?? appearance.color,
    health: "HEALTHY",
    healthSince: custom.addedAt,
    supported: custom.supported,
    purpose: "login",
    ...access,
  };
}
