import type { ErrorBody, ErrorCode, ErrorType } from "./generated/schemas.ts";

/** The failures that have no answer of the API: the client names them itself. */
export type ClientErrorCode = "CONNECTION_FAILED" | "TIMEOUT" | "INVALID_RESPONSE";

/** Any other string, without hiding the known ones from an editor. */
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

/** The mark of an ApiError of any copy of this module: a process may load it both as ESM and as CommonJS. */
const MARK = Symbol.for("service-link ApiError");

/**
 * A call that failed. Programs decide by `error_code`; quote `request_id` when you ask about a call. A call
 * without a response of the API has the `error_type` CLIENT_ERROR, and its reason as `cause`. After a retry,
 * the `cause` of a response is the failure before it.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** The path that was called. */
  readonly path: string;
  readonly error_type: ErrorType | "CLIENT_ERROR" | Other;
  readonly error_code: ErrorCode | ClientErrorCode | Other;
  /** The sentence for developers. */
  readonly error_message: string;
  /** The sentence for the end user; null if the end user cannot do anything about it. */
  readonly display_message: string | null;
  /** The id of the request, by which the server's log finds it; null if no response came. */
  readonly request_id: string | null;
  /** The HTTP status; null if no response came. */
  readonly status: number | null;
  /** The errors of each Item, in an error about several. */
  readonly causes: NonNullable<ErrorBody["causes"]>;
  /** The wait that the server asked for by `Retry-After`, in ms; null if it did not. */
  readonly retryAfter: number | null;
  /** Whether the server says by `Service-Should-Retry` that it did not run the call, since it had too much to do. */
  readonly shouldRetry: boolean;

  /** Whether a value is an ApiError, of this copy of the module or of another. */
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
