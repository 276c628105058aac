import { z } from "zod";
import { ERRORS, type ErrorCode, linkError } from "../../protocol/errors.ts";

/** What is wrong, as an Item's `error` says it. */
export const WebhookError = z.strictObject({
  error_type: z.string(),
  error_code: z.string(),
  error_message: z.string(),
  display_message: z.string().nullable(),
  /** The HTTP status that a call would be refused with. */
  status: z.int(),
});

/** Nothing is wrong. */
export const NoError = z.null();

export const Time = z.iso.datetime();

/** An error of the catalogue as webhooks say it. */
export const webhookErrorOf = (code: ErrorCode): z.input<typeof WebhookError> => ({
  ...linkError(code),
  status: ERRORS[code].status,
});
