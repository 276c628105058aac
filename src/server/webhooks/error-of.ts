import type { z } from "zod";
import { ERRORS, type ErrorCode, linkError } from "../../protocol/errors.ts";
import type { WebhookError } from "./fields.ts";

/** An error of the catalogue as webhooks say it. */
export const errorOf = (code: ErrorCode): z.input<typeof WebhookError> => ({
  ...linkError(code),
  status: ERRORS[code].status,
});
