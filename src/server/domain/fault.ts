import {
  ERRORS,
  type ErrorCause,
  type ErrorCode,
  type LinkError,
  linkError,
} from "../../protocol/errors.ts";

type FaultDetails = {
  message?: string | undefined;
  display?: string | undefined;
  cause?: unknown;
  /** Why each Item could not be read, where the refusal is about several. */
  causes?: readonly ErrorCause[];
  /** After how long the same call may succeed. */
  retryAfterMs?: number;
};

/** A refusal with a code from the catalogue; whatever else is thrown answers INTERNAL_SERVER_ERROR. */
export class Fault extends Error {
  readonly code: ErrorCode;
  readonly body: LinkError & { causes?: readonly ErrorCause[] };
  readonly retryAfterMs: number | null;

  constructor(code: ErrorCode, words: FaultDetails = {}) {
    const body = { ...linkError(code, words), ...(words.causes && { causes: words.causes }) };
    super(body.error_message, { cause: words.cause });
    this.name = "Fault";
    this.code = code;
    this.body = body;
    this.retryAfterMs = words.retryAfterMs ?? null;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}
