/** The reasons for which a webhook is refused. */
const REASONS = {
  NO_SIGNATURE: "the header with the signature is missing, or is there twice",
  MALFORMED_SIGNATURE: "the signature is not a JWT that the server makes",
  WRONG_ALGORITHM: "the signature is not made with ES256",
  TOO_OLD: "the signature is older than maxAge allows",
  FROM_THE_FUTURE: "the signature is of a later time than this machine's clock allows",
  ANOTHER_CLIENT: "the webhook was sent to another client of the server",
  CHANGED_BODY: "the body is not the one that was signed",
  UNKNOWN_KEY: "the server has no key with this kid",
  TOO_MANY_UNKNOWN_KEYS: "too many unknown keys were named; try again later",
  EXPIRED_KEY: "the key was retired before it signed",
  WRONG_SIGNATURE: "the signature is not the key's",
  MALFORMED_BODY: "the body is not a webhook's JSON",
} as const;

/** An untrusted webhook. Respond with 400; `code` has the reason. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
  readonly code: keyof typeof REASONS;

  constructor(code: keyof typeof REASONS, cause?: unknown) {
    super(`${code}: ${REASONS[code]}`, cause === undefined ? {} : { cause });
    this.code = code;
  }
}
