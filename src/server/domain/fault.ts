import { type ConsentEnd, consentEndTexts } from "../../protocol/errors/consent-ends.ts";
import {
  ERRORS,
  type ErrorCause,
  type ErrorCode,
  type LinkError,
  linkError,
} from "../../protocol/errors/errors.ts";
import { redactTokens } from "../../protocol/redact-tokens.ts";

type FaultDetails = {
  message?: string | undefined;
  display?: string | undefined;
  cause?: unknown;
  /** The error of each Item, if the request covers several. */
  causes?: readonly ErrorCause[];
  /** The doubts about a file, and the rules by which its table would be read. */
  doubts?: readonly string[];
  csv?: object | undefined;
  /** After how long the same call may succeed. */
  retryAfterMs?: number | undefined;
  /** The number of answers that the institution still takes, if it returns it. */
  triesLeft?: number | undefined;
  /** Whether a part of the work is done and stored, so that the next call continues with the rest. */
  hasProgress?: boolean;
  /** The reason of an ended consent, which the texts say by default. */
  consentEnd?: ConsentEnd | null;
  /** The HTTP status, if it is not the catalogue's. */
  status?: number;
};

/**
 * An error with a code from the catalogue; any other error that is thrown responds with
 * INTERNAL_SERVER_ERROR.
 */
export class Fault extends Error {
  readonly code: ErrorCode;
  readonly body: LinkError & Pick<FaultDetails, "causes" | "doubts" | "csv">;
  readonly retryAfterMs: number | null;
  readonly triesLeft: number | null;
  readonly hasProgress: boolean;
  readonly consentEnd: ConsentEnd | null;
  readonly status: number;

  constructor(code: ErrorCode, details: FaultDetails = {}) {
    const { consentEnd = null } = details;
    const body = {
      ...linkError(code, { ...consentEndTexts(consentEnd), ...withoutTokens(details) }),
      ...(details.causes && { causes: details.causes }),
      ...(details.doubts && { doubts: details.doubts }),
      ...(details.csv && { csv: details.csv }),
    };
    super(body.error_message, { cause: details.cause });
    this.name = "Fault";
    this.code = code;
    this.body = body;
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.triesLeft = details.triesLeft ?? null;
    this.hasProgress = details.hasProgress ?? false;
    this.consentEnd = consentEnd;
    this.status = details.status ?? ERRORS[code].status;
  }
}

/** Redacts tokens in the texts of an error, which may repeat the request. */
const withoutTokens = ({ message, display, ...details }: FaultDetails): FaultDetails => ({
  ...details,
  ...(message !== undefined && { message: redactTokens(message) }),
  ...(display !== undefined && { display: redactTokens(display) }),
});
