import type { ErrorBody, ErrorCode, ErrorType } from "./generated/schemas.ts";

/** Failures without a response of the API. The client assigns these codes. */
export type ClientErrorCode = "CONNECTION_FAILED" | "TIMEOUT" | "INVALID_RESPONSE";

/** Any other string. Editors still suggest the known codes. */
type Other = string & Record<never, never>;

type Details = Pick<
  ErrorBody,
  "error_type" | "error_code" | "error_message" | "display_message"
> & {
  path: string;
  request_id: string | null;
  status: number | null;
  causes?: ErrorBody["causes"] | undefined;
  retryAfter?: number | null;
  shouldRetry?: boolean;
  cause?: unknown;
};

/**
 * Marks an ApiError of any copy of this module, since a process may load both the ESM and the
 * CommonJS copy.
 */
const MARK = Symbol.for("service-link ApiError");

/**
 * A failed call. Programs decide by `error_code`; quote `request_id` in questions about a call. A
 * call without a response of the API has the `error_type` CLIENT_ERROR, and the reason as `cause`.
 * After a retry, the `cause` of a response is the previous failure.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** The path that was called. */
  readonly path: string;
  readonly error_type: ErrorType | "CLIENT_ERROR" | Other;
  readonly error_code: ErrorCode | ClientErrorCode | Other;
  /** The sentence for developers. */
  readonly error_message: string;
  /** The text for the end user; null if the end user cannot act on the error. */
  readonly display_message: string | null;
  /** The request's id in the server's log; null without a response. */
  readonly request_id: string | null;
  /** The HTTP status; null if no response came. */
  readonly status: number | null;
  /** The errors of each Item, in an error about several. */
  readonly causes: NonNullable<ErrorBody["causes"]>;
  /** The wait in ms from `Retry-After`; null without the header. */
  readonly retryAfter: number | null;
  /** Whether `Service-Should-Retry` reports that an overloaded server did not run the call. */
  readonly shouldRetry: boolean;

  /** Whether a value is an ApiError of any copy of the module. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && MARK in value;
  }

  get [MARK](): true {
    return true;
  }

  constructor(details: Details) {
    const { path, error_code, error_message, request_id, cause } = details;
    const reference = request_id === null ? "" : ` (request_id ${request_id})`;
    super(`${path}: ${error_code}: ${error_message}${reference}`, cause ? { cause } : {});
    this.path = path;
    this.error_type = details.error_type;
    this.error_code = error_code;
    this.error_message = error_message;
    this.display_message = details.display_message;
    this.request_id = request_id;
    this.status = details.status;
    this.causes = details.causes ?? [];
    this.retryAfter = details.retryAfter ?? null;
    this.shouldRetry = details.shouldRetry ?? false;
  }
}
