import type { AuditActor } from "../../domain/audit/audit-entry.ts";

/** The audit log. */
export type AuditTables = {
  audit_entry: {
    sequence: number;
    at: number;
    actor_kind: AuditActor["kind"];
    actor_name: string;
    action: string;
    subject: string;
    details: string;
    previous_digest: string;
    digest: string;
  };
  /** One row: the last entry. */
  audit_head: { sequence: number; digest: string };
};
