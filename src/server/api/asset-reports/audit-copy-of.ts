import type { AuditCopy } from "../../domain/asset-report.ts";
import { Fault } from "../../domain/fault.ts";
import { digest } from "../../domain/identifiers.ts";
import type { ApiContext } from "../endpoint.ts";

/** The audit copy that a token names; INVALID_AUDIT_COPY_TOKEN where there is none. */
export const auditCopyOf = async (token: string, context: ApiContext): Promise<AuditCopy> => {
  const environment = /^a-([a-z]+)-[0-9A-Za-z]+$/.exec(token)?.[1];
  if (environment === undefined)
    throw new Fault("INVALID_AUDIT_COPY_TOKEN", {
      message:
        "the audit_copy_token is in an invalid format; expected a-<environment>-<identifier>",
    });
  if (environment !== context.environment)
    throw new Fault("INVALID_AUDIT_COPY_TOKEN", {
      message: `the audit_copy_token is of another environment; this server serves ${context.environment}`,
    });
  const copy = await context.store.assetReports.auditCopy(digest(token));
  if (!copy) throw new Fault("INVALID_AUDIT_COPY_TOKEN");
  return copy;
};
