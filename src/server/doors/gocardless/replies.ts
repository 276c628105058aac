import type { z } from "zod";
import type { ErrorCode } from "../../../protocol/errors/errors.ts";
import { type DoorReply, type DoorRequest, jsonReply } from "../door.ts";

/** The path of the protocol, as clients have it in their base URL. */
export const BASE_PATH = "/gocardless/api/v2";

/** An error in the protocol's shape. */
export const errorReply = (
  status: number,
  summary: string,
  detail: string = summary,
  more: { type?: string } = {},
): DoorReply => jsonReply(status, { summary, detail, status_code: status, ...more });

/** An error of one field of a request, in the protocol's shape. */
export const fieldError = (field: string, detail: string): DoorReply =>
  jsonReply(400, { [field]: { summary: `Invalid ${field}`, detail }, status_code: 400 });

/** The response to a wrong or expired token, or one whose grant has ended. */
const invalidToken = (): DoorReply =>
  errorReply(401, "Invalid token", "Token is invalid or expired");

/** The response for an id outside the grant. */
export const notFound = (): DoorReply => errorReply(404, "Not found.");

/** A Fault in the protocol's form. A message that begins with a request's field names the field. */
export const refuse = ({
  code,
  message,
  status,
  retryAfterMs,
}: {
  code: ErrorCode;
  message: string;
  status: number;
  retryAfterMs: number | null;
}): DoorReply => {
  if (code === "INVALID_ACCESS_TOKEN" || code === "INVALID_API_KEYS") return invalidToken();
  if (code === "INVALID_INSTITUTION") return fieldError("institution_id", message);
  const [field = ""] = message.split(" ");
  if (code === "INVALID_FIELD" && FIELDS.includes(field)) return fieldError(field, message);
  if (status !== 429) return errorReply(status, sentence(message));
  const seconds = Math.ceil((retryAfterMs ?? 60_000) / 1000);
  return {
    ...errorReply(
      429,
      "Rate limit exceeded",
      `${sentence(message)}. Please try again in ${seconds} seconds`,
    ),
    headers: limitHeaders(seconds),
  };
};

const FIELDS: readonly string[] = [
  "redirect",
  "institution_id",
  "agreement",
  "reference",
  "user_language",
];

/** The maximum number of a grant's calls per minute. */
export const CALLS_PER_MINUTE = 600;

/**
 * The headers of a call above the limit. The protocol has headers for all calls, and others for
 * calls about an account.
 */
const limitHeaders = (resetSeconds: number): Record<string, string> =>
  Object.fromEntries(
    ["http_x_ratelimit", "http_x_ratelimit_account_success"].flatMap((name) => [
      [`${name}_limit`, String(CALLS_PER_MINUTE)],
      [`${name}_remaining`, "0"],
      [`${name}_reset`, String(resetSeconds)],
    ]),
  );

/** Parses a JSON body by a schema, or returns an error response with the first wrong field. */
export const parseBody = <T>(
  { body }: DoorRequest,
  schema: z.ZodType<T>,
): { value: T } | { error: DoorReply } => {
  const json = parseJson(body);
  if (json === undefined)
    return { error: errorReply(400, "Invalid body", "The body must be JSON") };
  const { success, data, error } = schema.safeParse(json);
  if (success) return { value: data };
  const [issue] = error.issues;
  const field = issue?.path[0];
  return field === undefined
    ? { error: errorReply(400, "Invalid body", "The body must be a JSON object") }
    : { error: fieldError(String(field), `${String(field)}: ${issue?.message}`) };
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A part of a list, and the addresses of the parts before and after it. */
export type PageRequest = { limit: number; offset: number };

/** The requested page; 100 entries by default and at most. */
export const readPage = ({ query }: DoorRequest): { value: PageRequest } | { error: DoorReply } => {
  const page = { limit: 100, offset: 0 };
  for (const name of ["limit", "offset"] as const) {
    const text = query.get(name);
    if (text === null) continue;
    if (!/^\d{1,9}$/.test(text))
      return { error: fieldError(name, `${name} must be a number, not negative`) };
    page[name] = Number(text);
  }
  return { value: { ...page, limit: Math.max(1, Math.min(page.limit, 100)) } };
};

/** A page of a list in the protocol's shape. */
export const pageReply = (
  url: string,
  { limit, offset }: PageRequest,
  { count, results }: { count: number; results: readonly object[] },
): DoorReply => {
  const at = (from: number) => `${url}?limit=${limit}&offset=${from}`;
  return jsonReply(200, {
    count,
    next: offset + limit < count ? at(offset + limit) : null,
    previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
    results,
  });
};

/** A moment as the protocol writes it. */
export const timeText = (at: number): string => new Date(at).toISOString();

const sentence = (message: string): string => message.charAt(0).toUpperCase() + message.slice(1);
