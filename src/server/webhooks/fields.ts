import { z } from "zod";
import { type ConsentEnd, consentEndTexts } from "../../protocol/errors/consent-ends.ts";
import { ERRORS, type ErrorCode, linkError } from "../../protocol/errors/errors.ts";

/** The error of an Item, in the shape of `item.error`. */
export const WebhookError = z.strictObject({
  error_type: z.string(),
  error_code: z.string(),
  error_message: z.string(),
  display_message: z.string().nullable(),
  /** The HTTP status of a call with this error. */
  status: z.int(),
});

/** No error. */
export const NoError = z.null();

/** A user's id. The codes of the legacy user API have the id without a prefix. */
export const UserId = z.string();

export const Time = z.iso.datetime();

/** An error of the catalogue in the shape of webhooks. */
export const toWebhookError = (
  code: ErrorCode,
  consentEnd: ConsentEnd | null = null,
): z.input<typeof WebhookError> => ({
  ...linkError(code, consentEndTexts(consentEnd)),
  status: ERRORS[code].status,
});
