import { z } from "zod";
import {
  type CountryCode,
  PERMISSIBLE_PURPOSES,
  type ReportProduct,
} from "../../../protocol/vocabulary.ts";
import { Fault } from "../../domain/fault.ts";
import { REPORT_COUNTRIES } from "../../domain/institutions/product.ts";
import type { LinkTokenDetails } from "../../domain/link/link-session.ts";
import {
  BaseReportSettings,
  ClientReportId,
  DaysRequired,
  productSettings,
  requireEnoughDays,
} from "../consumer-reports/report-settings.ts";
import { UserId, UserToken } from "../fields.ts";

/** The fields of a link token about its user, and a requested consumer report. */
export const reportFields = {
  user_id: UserId.optional().meta({
    description:
      "The user that the Item is linked under; for one of the legacy API its user_token. With it `user` " +
      "is not required.",
    examples: [],
  }),
  user_token: UserToken.optional().meta({
    description: "Legacy: sent next to `user`, in place of user_id.",
    examples: [],
  }),
  consumer_report_permissible_purpose: z.enum(PERMISSIBLE_PURPOSES).optional().meta({
    description: "The lawful purpose of reports; required with cra_* products.",
    examples: [],
  }),
  cra_options: z
    .strictObject({
      days_requested: z.int().min(1).max(731).meta({
        description: "How many days of history the report has; 365 if cra_options is left out.",
      }),
      days_required: DaysRequired,
      client_report_id: ClientReportId.meta({ description: "Your own name for the report." }),
      base_report: BaseReportSettings,
      ...productSettings,
    })
    .optional(),
};

type ReportFields = {
  country_codes: readonly CountryCode[];
  user_id?: string | undefined;
  user_token?: string | undefined;
  consumer_report_permissible_purpose?: string | undefined;
  cra_options?: z.output<typeof reportFields.cra_options>;
};

/** Refuses a request for consumer reports without the required fields. */
export const requireReportFields = (
  products: readonly ReportProduct[],
  { country_codes, user_id, user_token, ...fields }: ReportFields,
): void => {
  const { consumer_report_permissible_purpose, cra_options: options } = fields;
  requireEnoughDays(options?.days_requested, options?.days_required, "cra_options.");
  if (products.length === 0) return;
  const missing = [
    ...((user_id ?? user_token) === undefined ? ["user_id"] : []),
    ...(consumer_report_permissible_purpose === undefined
      ? ["consumer_report_permissible_purpose"]
      : []),
  ];
  if (missing.length > 0)
    throw new Fault("MISSING_FIELDS", {
      message: `the following required fields are missing: ${missing.join(", ")}; ${products[0]} takes them`,
    });
  if (!country_codes.every((code) => REPORT_COUNTRIES.includes(code)))
    throw new Fault("INVALID_PRODUCT", {
      message: `${products.join(", ")}: consumer reports are available in ${REPORT_COUNTRIES.join(", ")} only`,
    });
};

/** The report options of a request, in the link token's form. */
export const toReportOptions = (
  options: z.output<typeof reportFields.cra_options>,
): LinkTokenDetails["reportOptions"] =>
  options
    ? {
        daysRequested: options.days_requested,
        clientReportId: options.client_report_id ?? options.base_report?.client_report_id ?? null,
        ...(options.days_required !== undefined && { daysRequired: options.days_required }),
        ...(options.base_report?.require_identity && { requireIdentity: true }),
      }
    : null;
