import type { Version } from "./change.ts";
import { consumerReportChanges } from "./consumer-reports.ts";
import {
  addField,
  atPath,
  compose,
  drop,
  isList,
  isObject,
  type JsonObject,
  toProperties,
} from "./edit.ts";
import { flatNumbers } from "./flat-numbers.ts";

/** Fields about an institution's login form. The newest version keeps them for older versions. */
const LOGIN_FORM = [
  "credentials",
  "has_mfa",
  "mfa",
  "mfa_code_type",
  "input_spec",
  "include_display_data",
] as const;

const INSTITUTION_PATHS = [
  "/institutions/get",
  "/institutions/get_by_id",
  "/institutions/search",
] as const;

/** Paths that accepted `public_key` instead of `client_id` and `secret` before 2020-09-14. */
export const PUBLIC_KEY_PATHS: readonly string[] = [
  "/institutions/get_by_id",
  "/institutions/search",
  "/sandbox/public_token/create",
];

export const version20200914: Version = {
  date: "2020-09-14",
  changes: [
    {
      summary: "`public_key` is no longer accepted in place of `client_id` and `secret`.",
      paths: ["/institutions/get_by_id", "/institutions/search", "/sandbox/public_token/create"],
      request: {
        value: (body) => body,
        schema: (schema) => ({
          ...schema,
          properties: { ...toProperties(schema), public_key: { type: "string" } },
        }),
      },
    },
    {
      summary: "The response of /item/remove no longer has `removed`. A failure is an error.",
      paths: ["/item/remove"],
      response: addField(
        "removed",
        () => true,
        () => ({ type: "boolean", const: true }),
      ),
    },
    {
      summary:
        "An institution no longer has `credentials`, `has_mfa`, `mfa`, `mfa_code_type`, `input_spec` " +
        "and `include_display_data`.",
      paths: INSTITUTION_PATHS,
      droppedFrom: compose(
        atPath("institutions[]", drop(...LOGIN_FORM)),
        atPath("institution", drop(...LOGIN_FORM)),
      ),
    },
    {
      summary:
        "`country_codes` is required at the top level of the institutions endpoints. Before, it " +
        'was in `options`, and defaulted to `["US"]`.',
      paths: INSTITUTION_PATHS,
      request: {
        value: (body) => (isObject(body) ? withTopLevelCountries(body) : body),
        schema: countriesInOptions,
      },
    },
    {
      summary:
        "The `numbers` of /processor/auth/get look like those of /auth/get. Before, they were a flat " +
        "array of ACH numbers.",
      paths: ["/processor/auth/get"],
      response: atPath("numbers", flatNumbers),
    },
    {
      summary: "The response of /item/public_token/create no longer has `expiration`.",
      paths: ["/item/public_token/create"],
      droppedFrom: drop("expiration"),
    },
    ...consumerReportChanges,
  ],
};

function withTopLevelCountries(body: JsonObject): JsonObject {
  const { options, ...rest } = body;
  if (!isObject(options)) return { country_codes: ["US"], ...body };
  const { country_codes = ["US"], ...others } = options;
  return { country_codes, ...rest, options: others };
}

function countriesInOptions(schema: JsonObject): JsonObject {
  const { country_codes = {}, options, ...rest } = toProperties(schema);
  const optionsSchema = isObject(options)
    ? options
    : { type: "object", additionalProperties: false };
  return {
    ...schema,
    properties: {
      ...rest,
      options: { ...optionsSchema, properties: { ...toProperties(optionsSchema), country_codes } },
    },
    required: (isList(schema.required) ? schema.required : []).filter(
      (key) => key !== "country_codes",
    ),
  };
}
