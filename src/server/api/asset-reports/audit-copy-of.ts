import type { AuditCopy } from "../../domain/asset-reports/asset-report.ts";
import { Fault } from "../../domain/fault.ts";
import type { ApiContext } from "../endpoint.ts";
import { tokenDigest } from "../token-digest.ts";

/** The audit copy that a token names; INVALID_AUDIT_COPY_TOKEN where there is none. */
export const auditCopyOf = async (token: string, context: ApiContext): Promise<AuditCopy> => {
  const copy = await context.store.assetReports.auditCopy(tokenDigest("a", token, context));
  if (!copy) throw new Fault("INVALID_AUDIT_COPY_TOKEN");
  return copy;
};
