import { z } from "zod";
import { Fault } from "../../domain/fault.ts";

/** The application's own name for a report. */
export const ClientReportId = z.string().min(1).max(200).nullish();

/** The maximum value of `days_required`. */
const MAX_DAYS_REQUIRED = 184;

/** The minimum number of days of transactions in a report. */
export const DaysRequired = z
  .int()
  .min(1)
  .max(MAX_DAYS_REQUIRED)
  .optional()
  .meta({ description: "With fewer days of transactions the report fails.", examples: [] });

/** Throws INVALID_FIELD if a report requires more days than it requests. */
export const requireEnoughDays = (requested = 0, required = 0, place = ""): void => {
  if (required > requested)
    throw new Fault("INVALID_FIELD", {
      message: `${place}days_required must be at most ${place}days_requested`,
    });
};

const inert = <T extends z.ZodType>(schema: T, reason: string) =>
  schema.nullish().meta({ description: `Changes nothing: ${reason}`, examples: [] });

const Days = z.int().min(1).max(731);

/** The settings of the Base Report. */
export const BaseReportSettings = z
  .strictObject({
    client_report_id: ClientReportId.meta({ description: "Another place for client_report_id." }),
    require_identity: z.boolean().nullish().meta({
      description: "Whether the report fails if an institution does not name the owners.",
      examples: [],
    }),
    gse_options: inert(
      z.strictObject({
        report_types: z.array(z.enum(["VOA", "EMPLOYMENT_REFRESH"])).max(2),
      }),
      "verifications for mortgages are not made.",
    ),
    home_lending_report_options: inert(
      z.strictObject({
        reports_requested: z.array(z.enum(["VOA", "EMPLOYMENT_REFRESH", "INCOME"])).max(3),
        employment_refresh_options: z.strictObject({ days_requested: Days }).nullish(),
      }),
      "verifications for mortgages are not made.",
    ),
  })
  .nullish()
  .meta({ examples: [] });

const Version = z.string().max(20).nullish();
const Patterns = z.array(z.string().max(100)).max(100);

/** The settings of cash flow insights. */
export const cashFlowSettings = inert(
  z.strictObject({ attributes_version: Version }),
  "the attributes have one version.",
);

/** The settings of the other products of a report. */
export const productSettings = {
  cashflow_insights: cashFlowSettings,
  income_insights: inert(
    z.strictObject({
      income_insights_version: Version,
      income_insights_filter: z
        .strictObject({ included_categories: Patterns, excluded_categories: Patterns.optional() })
        .nullish(),
    }),
    "there is one version, which returns the income of all categories.",
  ),
  network_insights: inert(
    z.strictObject({ network_insights_version: Version }),
    "there is one version.",
  ),
  lend_score: inert(z.strictObject({ lend_score_version: Version }), "there is no lend score."),
  partner_insights: inert(
    z.strictObject({
      prism_versions: z
        .strictObject({
          firstdetect: Version,
          detect: Version,
          cashscore: Version,
          extend: Version,
          insights: Version,
        })
        .nullish(),
    }),
    "there are no insights of partners.",
  ),
  include_investments: inert(z.boolean(), "the report has accounts of all types."),
};
