import { z } from "zod";
import { Fault } from "../../domain/fault.ts";
import { eraseJob } from "../../domain/jobs/erase-job.ts";
import { endpoint } from "../endpoint.ts";
import { AuditCopyToken } from "../fields.ts";
import { findAuditCopy } from "./find-report.ts";

/** Removes an audit copy; the report itself stays. */
export const removeAuditCopy = endpoint({
  path: "/asset_report/audit_copy/remove",
  effect: "write",
  products: ["assets"],
  summary: "Remove an audit copy.",
  description: "Its token is no longer good. Only the client that made it can remove it.",
  request: z.strictObject({ audit_copy_token: AuditCopyToken }),
  response: z.strictObject({ removed: z.boolean() }),
  async handle({ audit_copy_token }, context) {
    const { clientId, digest } = await findAuditCopy(audit_copy_token, context);
    const isOwn = clientId === context.client.clientId;
    const jobs = [eraseJob(context)];
    if (!isOwn || !(await context.store.assetReports.removeAuditCopy(digest, jobs)))
      throw new Fault("INVALID_AUDIT_COPY_TOKEN");
    return { removed: true };
  },
});
