import type { ErrorCode } from "../../../protocol/errors/errors.ts";
import { Fault } from "../../domain/fault.ts";
import type { Meaning } from "./dialect.ts";

/** An issuer's error codes as ours (RFC 6749, OpenID Connect Core). */
const OAUTH_ERRORS: ReadonlyMap<string, ErrorCode> = new Map(
  Object.entries({
    access_denied: "OAUTH_USER_CANCELLED",
    consent_required: "INSUFFICIENT_CREDENTIALS",
    interaction_required: "INSUFFICIENT_CREDENTIALS",
    login_required: "INSUFFICIENT_CREDENTIALS",
    account_selection_required: "INSUFFICIENT_CREDENTIALS",
    temporarily_unavailable: "INSTITUTION_NOT_AVAILABLE",
    server_error: "INSTITUTION_DOWN",
    invalid_client: "INSTITUTION_REGISTRATION_REQUIRED",
    unauthorized_client: "INSTITUTION_REGISTRATION_REQUIRED",
    invalid_scope: "INSTITUTION_REGISTRATION_REQUIRED",
    invalid_target: "INSTITUTION_REGISTRATION_REQUIRED",
    invalid_redirect_uri: "INSTITUTION_REGISTRATION_REQUIRED",
  } as const),
);

/** The operator's log of why an institution could not be used. */
export type ConnectorLog = { warn(details: object, message: string): void };

/** The error code in an issuer's response, or null. */
export const oauthErrorOf = (failure: unknown): string | null =>
  failure instanceof Error && "error" in failure && typeof failure.error === "string"
    ? failure.error
    : null;

/**
 * The refusal in a callback. An issuer that accepted the pushed request has authenticated the
 * client, so `unauthorized_client` then concerns the user, who may not share.
 */
export const authorizationRefusal = (error: string, { isPushed }: { isPushed: boolean }): Fault => {
  const code =
    isPushed && error === "unauthorized_client"
      ? "OAUTH_USER_CANCELLED"
      : (OAUTH_ERRORS.get(error) ?? "UNSUPPORTED_RESPONSE");
  return new Fault(code, {
    cause: new Error(`the institution sent the user back with ${errorWord(error)}`),
  });
};

/** An error code for the log, if plausible. */
const errorWord = (error: string): string =>
  /^[\w.-]{1,60}$/.test(error) ? error : "an error without a valid code";

/**
 * Converts a failure of the protocol's library to a Fault. Returns a Fault from within unchanged.
 * Throws any other failure, which is this server's own.
 */
export const toFault = (failure: unknown): Fault => {
  const fault = listCauses(failure).find((cause) => cause instanceof Fault);
  if (fault instanceof Fault) return fault;
  if (!isLibraryError(failure)) throw failure;
  const error = oauthErrorOf(failure);
  const code =
    error === null ? pickCode(failure) : (OAUTH_ERRORS.get(error) ?? "UNSUPPORTED_RESPONSE");
  return new Fault(code, { cause: redactError(failure) });
};

/** The library's errors have their own codes, or wrap an unexpected response. */
const isLibraryError = (failure: unknown): boolean =>
  failure instanceof Error &&
  (failure.name === "ClientError" ||
    ("code" in failure && String(failure.code).startsWith("OAUTH_")));

function pickCode(failure: unknown): ErrorCode {
  const codes = listCauses(failure).flatMap((cause) =>
    cause instanceof Error && "code" in cause ? [cause.code] : [],
  );
  if (codes.includes("OAUTH_TIMEOUT") || codes.includes("OAUTH_ABORT"))
    return "INSTITUTION_NOT_RESPONDING";
  // The issuer's endpoint asks for client authentication: ours is wrong.
  if (codes.includes("OAUTH_WWW_AUTHENTICATE_CHALLENGE"))
    return "INSTITUTION_REGISTRATION_REQUIRED";
  return "UNSUPPORTED_RESPONSE";
}

/**
 * An error with only a failure's messages. The library attaches responses to its errors, and these
 * contain tokens.
 */
export const redactError = (failure: unknown): Error => {
  const error = oauthErrorOf(failure);
  const messages = listCauses(failure).flatMap((cause) =>
    cause instanceof Error ? [describeError(cause)] : [],
  );
  const errorWord = error !== null && /^[\w.-]{1,60}$/.test(error) ? [error] : [];
  return new Error([...new Set([...messages, ...errorWord])].join(": "));
};

/** The JSON parser quotes invalid text, which may contain a token. */
const describeError = (error: Error): string =>
  error instanceof SyntaxError ? "the answer is not JSON" : error.message;

/** A path for the log, without ids of the user's data. */
export const redactPath = (path: string): string =>
  path.replace(/(\/(?:accounts|[\w-]*consents)\/)[^/]+/g, "$1:id");

/** A failure and its causes, down to the first cause. */
function listCauses(failure: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let at = failure; at !== undefined && causes.length < 8; )
    at = causes.push(at) && at instanceof Error ? at.cause : undefined;
  return causes;
}

/** A refused period, for example one that begins before the available data. */
export class InvalidDateRange extends Error {}

/** A refused request (400) with a code unknown to the dialect. */
export class BadRequest extends Error {}

/** The error to throw for a refusal. */
export function refusalBy(meaning: Exclude<Meaning, "absent">, code: string | null): Error {
  if (meaning === "period refused")
    return new InvalidDateRange("the institution refuses the period");
  if (meaning === "client refused")
    return new Fault("INSTITUTION_REGISTRATION_REQUIRED", {
      cause: new Error(
        `the institution refuses the certificate, the signature or the role${code === null ? "" : `: ${code}`}`,
      ),
    });
  return new Fault(meaning === "not granted" ? "ACCESS_NOT_GRANTED" : "ITEM_LOGIN_REQUIRED");
}
