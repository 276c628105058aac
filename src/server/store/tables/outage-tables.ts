import type { RequestKind } from "../../domain/institutions/request-quota.ts";

/** The health of institutions, and the recipients of alerts. */
export type OutageTables = {
  institution_request_count: {
    institution_id: string;
    kind: RequestKind;
    counted_from: number;
    succeeded: number;
    failed: number;
  };
  institution_outage: {
    institution_id: string;
    kind: RequestKind;
    began_at: number;
    /** 0 while it lasts. */
    ended_at: number;
  };
  client_alert: {
    client_id: string;
    webhook: string | null;
    email: string | null;
    /** 0 or 1. */
    mail_users: number;
  };
  failed_sign_in: {
    link_session_id: string;
    client_id: string;
    institution_id: string;
    sealed_notice: string;
    recipient_digest: string | null;
    /** 0 or 1. */
    is_mailed: number;
    failed_at: number;
  };
};
