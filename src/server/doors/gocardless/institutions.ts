import { LOGO_PATHS, LOGO_SQUARE } from "../../../protocol/brand/logo-paths.ts";
import { COUNTRY_CODES } from "../../../protocol/vocabulary.ts";
import { ownLogoPath } from "../../domain/institutions/custom-institutions.ts";
import type { CatalogueInstitution } from "../../domain/institutions/institution.ts";
import { PURPOSES } from "../../domain/institutions/purposes.ts";
import { type DoorContext, type DoorReply, type DoorRequest, jsonReply } from "../door.ts";
import { isShown, viewerOf } from "../shown-institutions.ts";
import { fieldError, notFound } from "./replies.ts";
import { admit } from "./tokens.ts";

/** The maximum number of days of transactions, and of access, that an application may request. */
export const MAX_HISTORY_DAYS = 730;
export const MAX_ACCESS_DAYS = 180;

/** GET /institutions/: the institutions with transactions, of one country or all. */
export const listInstitutions = async (
  request: DoorRequest,
  context: DoorContext,
): Promise<DoorReply> => {
  const grant = await admit(request, context);
  // Programs without a choice of country send an empty one.
  const country = request.query.get("country") || null;
  const code = COUNTRY_CODES.find((known) => known === country?.toUpperCase());
  if (country !== null && code === undefined)
    return fieldError("country", `country must be one of ${COUNTRY_CODES.join(", ")}`);
  const institutions = context.directory
    .list({
      ...viewerOf(grant),
      countryCodes: code ? [code] : COUNTRY_CODES,
      products: ["transactions"],
    })
    .filter(isOpen);
  return jsonReply(
    200,
    institutions.map((institution) => toShape(institution, context)),
  );
};

/** GET /institutions/{id}/ */
export const getInstitution = async (
  request: DoorRequest,
  context: DoorContext,
): Promise<DoorReply> => {
  const grant = await admit(request, context);
  const id = request.params.id ?? "";
  if (!(await isShown(context, grant, id))) return notFound();
  return jsonReply(200, toShape(context.directory.get(id), context));
};

const isOpen = ({ supported, enabled, purpose }: CatalogueInstitution): boolean =>
  supported && enabled && PURPOSES[purpose].isBank;

const toShape = (institution: CatalogueInstitution, { publicUrl }: DoorContext) => ({
  id: institution.institutionId,
  name: institution.name,
  bic: "",
  transaction_total_days: String(MAX_HISTORY_DAYS),
  max_access_valid_for_days: String(MAX_ACCESS_DAYS),
  countries: institution.countryCodes,
  logo: institution.logoDigest
    ? publicUrl() + ownLogoPath(institution.institutionId, institution.logoDigest)
    : drawnLogo(institution),
  supported_features: ["account_selection"],
  identification_codes: [],
});

/** A drawn logo, as the address of an SVG. */
function drawnLogo({ color, logoShape }: CatalogueInstitution): string {
  const { side, corner } = LOGO_SQUARE;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}">` +
    `<rect width="${side}" height="${side}" rx="${corner}" fill="${color}"/>` +
    `<path fill="#fff" fill-rule="evenodd" d="${LOGO_PATHS[logoShape]}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
