import { z } from "zod";
import { type Institution, PAST_MFA } from "../../../protocol/institution.ts";
import type { CatalogueInstitution } from "../../domain/institutions/institution.ts";
import { darkEnough } from "../../domain/institutions/logo/contrast.ts";
import { toLogo } from "../../domain/institutions/logo/logo.ts";
import type { Store } from "../../domain/store.ts";

/** The `options` of every institutions endpoint. */
export const InstitutionOptions = z.strictObject({
  include_status: z.boolean().optional(),
  include_optional_metadata: z.boolean().optional(),
  include_auth_metadata: z.boolean().optional().meta({
    description: "Whether to add `auth_metadata`: the ways in which account numbers are had.",
  }),
});
type InstitutionOptions = z.infer<typeof InstitutionOptions>;

/** Institutions as the API returns them, with the fields of the requested options. */
export const institutionShapes = (
  institutions: readonly CatalogueInstitution[],
  options: InstitutionOptions = {},
  store: Pick<Store, "institutions">,
): Promise<Institution[]> =>
  Promise.all(
    institutions.map(async (institution) => {
      const { institutionId, logoDigest } = institution;
      const own =
        options.include_optional_metadata && logoDigest
          ? await store.institutions.ownLogo(institutionId, logoDigest)
          : null;
      return institutionShape(institution, options, own);
    }),
  );

const institutionShape = (
  institution: CatalogueInstitution,
  options: InstitutionOptions,
  ownLogo: Buffer | null,
): Institution => ({
  institution_id: institution.institutionId,
  name: institution.name,
  products: institution.products,
  country_codes: institution.countryCodes,
  routing_numbers: institution.routingNumbers,
  oauth: institution.oauth,
  ...(options.include_optional_metadata && {
    url: institution.url,
    primary_color: institution.color,
    logo:
      ownLogo?.toString("base64") ??
      toLogo({ logoShape: institution.logoShape, color: darkEnough(institution.color) }),
  }),
  ...(options.include_status && { status: toStatus(institution) }),
  ...(options.include_auth_metadata && { auth_metadata: authMetadataOf(institution) }),
  ...loginForm(institution),
});

/** Any institution may use every kind of MFA. */
const loginForm = ({ fields }: CatalogueInstitution) => ({
  credentials: fields.map(({ label, name, type }) => ({ label, name, type })),
  has_mfa: true,
  mfa: [...PAST_MFA],
  mfa_code_type: "numeric",
  input_spec: "fixed",
  include_display_data: false,
});

/** Numbers from a login are available at once. Manual numbers are verified by micro-deposits. */
const authMetadataOf = ({ products, purpose }: CatalogueInstitution) => ({
  supported_methods: products.includes("auth")
    ? {
        instant_auth: purpose === "login",
        instant_match: false,
        automated_micro_deposits: false,
        instant_micro_deposits: false,
      }
    : null,
});

const BREAKDOWN = {
  HEALTHY: { success: 0.99, error_service: 0, error_institution: 0.01 },
  DEGRADED: { success: 0.6, error_service: 0, error_institution: 0.4 },
  DOWN: { success: 0, error_service: 0, error_institution: 1 },
};

/** The health of logins, and of each product that the institution has. */
function toStatus({ health, healthSince, products }: CatalogueInstitution) {
  const status = {
    status: health,
    last_status_change: new Date(healthSince).toISOString(),
    breakdown: BREAKDOWN[health],
  };
  return {
    item_logins: status,
    ...(products.includes("transactions") && { transactions_updates: status }),
    ...(products.includes("auth") && { auth: status }),
    ...(products.includes("identity") && { identity: status }),
  };
}
