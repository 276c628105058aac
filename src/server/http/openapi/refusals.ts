import { z } from "zod";
import { ERROR_ADVICE } from "../../../protocol/errors/error-advice.ts";
import { ERRORS, type ErrorCode, linkError } from "../../../protocol/errors/errors.ts";
import { TOKEN_KINDS } from "../../../protocol/link/token-kinds.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { type Limits, limitsOf } from "../../domain/limits/rate-limits.ts";

/** The error codes of every path. */
const EVERYWHERE: readonly ErrorCode[] = [
  "INVALID_API_KEYS",
  "INVALID_BODY",
  "INVALID_FIELD",
  "INVALID_HEADERS",
  "INCOMPATIBLE_API_VERSION",
  "MISSING_FIELDS",
  // For a restricted secret.
  "UNAUTHORIZED_ROUTE_ACCESS",
  "UNKNOWN_FIELDS",
  "INTERNAL_SERVER_ERROR",
  // After too many wrong secrets.
  "RATE_LIMIT",
];

/** The error codes implied by a field's name. */
const BY_FIELD: Record<string, readonly ErrorCode[]> = {
  ...Object.fromEntries(Object.values(TOKEN_KINDS).map(({ field, code }) => [field, [code]])),
  access_token: ["INVALID_ACCESS_TOKEN", "ITEM_NOT_FOUND", "USER_PERMISSION_REVOKED"],
  access_tokens: ["INVALID_ACCESS_TOKEN", "ITEM_NOT_FOUND", "USER_PERMISSION_REVOKED"],
  account_ids_to_exclude: ["INVALID_ACCOUNT_ID"],
  public_token: ["INVALID_PUBLIC_TOKEN", "ITEM_NOT_FOUND"],
  account_id: ["INVALID_ACCOUNT_ID"],
  institution_id: ["INVALID_INSTITUTION"],
  account_ids: ["INVALID_ACCOUNT_ID"],
  user_id: ["INVALID_USER_ID"],
  products: ["INVALID_PRODUCT"],
  initial_products: ["INVALID_PRODUCT"],
};

/** Every error code of a path, sorted. */
export const listRefusals = (endpoint: Endpoint): ErrorCode[] => {
  return [
    ...new Set([
      ...EVERYWHERE,
      ...listFields(endpoint).flatMap((field) => BY_FIELD[field] ?? []),
      ...(endpoint.sandboxOnly ? (["SANDBOX_ONLY"] as const) : []),
      ...limitCodes(limitsOf(endpoint.path, endpoint.limits, "production", {})),
      ...(endpoint.refusals ?? []),
    ]),
  ].sort();
};

/**
 * A path's refusals as OpenAPI responses: one per status, with each code's words and advice.
 * `others` belong to one version only.
 */
export const refusalResponses = (
  endpoint: Endpoint,
  others: readonly ErrorCode[] = [],
): Record<string, unknown> => {
  const codes = [...listRefusals(endpoint), ...others].sort();
  const toStatus = (code: ErrorCode): number => endpoint.statuses?.[code] ?? ERRORS[code].status;
  const statuses = [...new Set(codes.map(toStatus))].sort();
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      refusalResponse(codes.filter((code) => toStatus(code) === status)),
    ]),
  );
};

const refusalResponse = (codes: readonly ErrorCode[]) => ({
  description: codes.map(describe).join("\n"),
  headers: {
    ...REQUEST_ID_HEADER,
    ...(codes.some(isLimit) && {
      "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" } },
    }),
  },
  content: {
    "application/json": {
      schema: { $ref: "#/components/schemas/Error" },
      examples: Object.fromEntries(codes.map((code) => [code, { value: toBody(code) }])),
    },
  },
});

/** The header of every response. */
export const REQUEST_ID_HEADER = {
  "Service-Request-Id": {
    description: "The request_id once more.",
    schema: { type: "string" },
  },
};

/** The header with the hash of a file, which clients can check. */
export const CONTENT_HASH_HEADER = {
  "Service-Content-Hash": {
    description: "The SHA-256 of the file in hexadecimal.",
    schema: { type: "string" },
  },
};

/** One line of a list in Markdown. */
const describe = (code: ErrorCode): string =>
  `- \`${linkError(code).error_code}\`: ${ERRORS[code].message}. ${ERROR_ADVICE[code]}`;

const toBody = (code: ErrorCode) => ({ ...linkError(code), request_id: "aB3dE6gH9jK2mN5" });

const isLimit = (code: ErrorCode): boolean => ERRORS[code].status === 429;

const limitCodes = ({ item, client }: Limits): ErrorCode[] =>
  [item, client].flatMap((limit) => limit?.code ?? []);

/** The fields of a request that imply error codes, at the top level or in `options`. */
function listFields({ request }: Endpoint): string[] {
  const { properties = {} } = z.toJSONSchema(request, { io: "input" });
  const { options } = properties;
  const inner = typeof options === "object" ? options.properties : {};
  const fields = Object.keys({ ...properties, ...inner });
  return fields.filter((field) => Object.hasOwn(BY_FIELD, field));
}
