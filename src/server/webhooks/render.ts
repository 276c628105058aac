import type { Json } from "../domain/jobs/job.ts";

/** A webhook's body as an older version had it; so far all of them have it alike. */
export const renderWebhook = (
  _version: string,
  body: { [key: string]: Json },
): { [key: string]: Json } => body;
