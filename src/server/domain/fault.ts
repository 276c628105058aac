import { ERRORS, type ErrorCode, type LinkError, linkError } from "../../protocol/errors.ts";

type Words = {
  message?: string | undefined;
  display?: string | undefined;
  cause?: unknown;
  /** After how long the same call may succeed. */
  retryAfterMs?: number;
};

/** A refusal with a code from the catalogue; whatever else is thrown answers INTERNAL_SERVER_ERROR. */
export class Fault extends Error {
  readonly code: ErrorCode;
  readonly body: LinkError;
  readonly retryAfterMs: number | null;

  constructor(code: ErrorCode, words: Words = {}) {
    const body = linkError(code, words);
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
