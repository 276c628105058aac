import { z } from "zod";

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
