import { z } from "zod";
import { COUNTRY_CODES, MARKS, PRODUCTS } from "./vocabulary.ts";

/** How well an institution's logins work at the moment. */
export const InstitutionHealth = z.enum(["HEALTHY", "DEGRADED", "DOWN"]);
export type InstitutionHealth = z.infer<typeof InstitutionHealth>;

/** An institution as the API shows it. */
export const Institution = z
  .strictObject({
    institution_id: z.string().regex(/^ins_\d+$/),
    name: z.string(),
    products: z.array(z.enum(PRODUCTS)),
    country_codes: z.array(z.enum(COUNTRY_CODES)),
    routing_numbers: z.array(z.string()),
    oauth: z.boolean(),
    url: z.string().nullable().optional(),
    primary_color: z.string().nullable().optional(),
    logo: z.string().nullable().optional(),
    status: z
      .strictObject({
        item_logins: z.strictObject({
          status: InstitutionHealth,
          last_status_change: z.iso.datetime(),
          breakdown: z.strictObject({
            success: z.number(),
            error_service: z.number(),
            error_institution: z.number(),
          }),
        }),
      })
      .optional(),
    /** The fields of its login form; like all that follows, for API versions before 2020-09-14. */
    credentials: z.array(
      z.strictObject({ label: z.string(), name: z.string(), type: z.string() }),
    ),
    has_mfa: z.boolean(),
    mfa: z.array(z.enum(["code", "list", "questions", "selections"])),
    mfa_code_type: z.string().nullable(),
    input_spec: z.string(),
    include_display_data: z.boolean(),
  })
  .meta({ id: "Institution" });
export type Institution = z.infer<typeof Institution>;

/** An institution as Link lists it: enough to draw a row and to search by name. */
export const InstitutionRow = z.strictObject({
  institution_id: z.string(),
  name: z.string(),
  mark: z.enum(MARKS),
  color: z.string().regex(/^#[0-9a-f]{6}$/),
  /** What is wrong with it, so that nobody types a password in vain; left out when nothing is. */
  trouble: z.enum(["DEGRADED", "DOWN", "UNSUPPORTED"]).optional(),
});
export type InstitutionRow = z.infer<typeof InstitutionRow>;
