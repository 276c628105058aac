import { z } from "zod";
import { COUNTRY_CODES, LOGO_SHAPES, PRODUCTS } from "./vocabulary.ts";

/** The current health of an institution's logins. */
export const InstitutionHealth = z.enum(["HEALTHY", "DEGRADED", "DOWN"]);
export type InstitutionHealth = z.infer<typeof InstitutionHealth>;

/** The health of a kind of request: its status, the status's start, and the shares of outcomes. */
const HealthStatus = z
  .strictObject({
    status: InstitutionHealth,
    last_status_change: z.iso.datetime(),
    breakdown: z.strictObject({
      success: z.number().meta({ examples: [0.99] }),
      error_service: z.number().meta({ examples: [0] }),
      error_institution: z.number().meta({ examples: [0.01] }),
    }),
  })
  .meta({ id: "HealthStatus" });

/** The kinds of MFA in versions before 2020-09-14, which do not include newer kinds. */
export const PAST_MFA = ["code", "list", "questions", "selections"] as const;

/** An institution as the API shows it. */
export const Institution = z
  .strictObject({
    institution_id: z
      .string()
      .regex(/^ins_\d+$/)
      .meta({ examples: ["ins_109508"] }),
    name: z.string().meta({ examples: ["First Platypus Bank"] }),
    products: z
      .array(z.enum(PRODUCTS))
      .meta({ examples: [["transactions", "auth", "identity", "income", "assets", "balance"]] }),
    country_codes: z.array(z.enum(COUNTRY_CODES)),
    routing_numbers: z.array(z.string().meta({ examples: ["804654979"] })),
    oauth: z.boolean().meta({ examples: [false] }),
    url: z
      .string()
      .nullable()
      .optional()
      .meta({ examples: ["https://first-platypus.example"] }),
    primary_color: z
      .string()
      .nullable()
      .optional()
      .meta({ examples: ["#1f5c4a"] }),
    logo: z
      .string()
      .nullable()
      .optional()
      .meta({ examples: ["iVBORw0KGgo="], description: "A PNG in base64." }),
    status: z
      .strictObject({
        item_logins: HealthStatus,
        transactions_updates: HealthStatus.optional(),
        auth: HealthStatus.optional(),
        identity: HealthStatus.optional(),
      })
      .optional(),
    auth_metadata: z
      .strictObject({
        supported_methods: z
          .strictObject({
            instant_auth: z.boolean(),
            instant_match: z.boolean(),
            automated_micro_deposits: z.boolean(),
            instant_micro_deposits: z.boolean(),
          })
          .nullable(),
      })
      .nullable()
      .optional(),
    /**
     * The fields of the login form. This field and all later fields are for API versions before
     * 2020-09-14.
     */
    credentials: z.array(
      z.strictObject({
        label: z.string().meta({ examples: ["User ID"] }),
        name: z.string().meta({ examples: ["username"] }),
        type: z.string().meta({ examples: ["text"] }),
      }),
    ),
    has_mfa: z.boolean(),
    mfa: z.array(z.enum(PAST_MFA)).meta({ examples: [[...PAST_MFA]] }),
    mfa_code_type: z
      .string()
      .nullable()
      .meta({ examples: ["numeric"] }),
    input_spec: z.string().meta({ examples: ["fixed"] }),
    include_display_data: z.boolean().meta({ examples: [false] }),
  })
  .meta({ id: "Institution" });
export type Institution = z.infer<typeof Institution>;

/** An institution in Link's list: the data for drawing a row, and for searching by name. */
export const InstitutionRow = z.strictObject({
  institution_id: z.string(),
  name: z.string(),
  /** The text of a list entry without an institution, which leads to manual account numbers. */
  label: z.string().optional(),
  mark: z.enum(LOGO_SHAPES),
  color: z.string().regex(/^#[0-9a-f]{6}$/),
  /** The path of the institution's logo. Absent without a logo: Link then draws a shape. */
  logo: z
    .string()
    .regex(/^\/bank-logos\/[\w-]+\.png$/)
    .optional(),
  /**
   * The institution's problem, shown before the user types a password; absent without a problem.
   */
  trouble: z.enum(["DEGRADED", "DOWN", "UNSUPPORTED"]).optional(),
  /** Whether the row is one of several ways to a bank, from which the user chooses. */
  way: z.literal(true).optional(),
});
export type InstitutionRow = z.infer<typeof InstitutionRow>;
