import type { LinkVisit } from "../../domain/dashboard/traffic.ts";

/** What was asked of the API, and the uses of Link. No row refers to another table. */
export type TrafficTables = {
  request_log: {
    request_id: string;
    /** Null where the keys were wrong. */
    client_id: string | null;
    path: string;
    status: number;
    /** 0 or 1. */
    failed: number;
    error_code: string | null;
    version: string | null;
    ms: number;
    at: number;
    /** The bodies, redacted; null where they were too long. */
    request: string | null;
    response: string | null;
  };
  link_visit: {
    link_session_id: string;
    client_id: string;
    institution_id: string | null;
    /** How far it came, as a place in `REACHED`. */
    reached: number;
    outcome: LinkVisit["outcome"];
    exit_status: string | null;
    error_code: string | null;
    /** 0 or 1. */
    update_mode: number;
    started_at: number;
    seen_at: number;
  };
  link_event: {
    event_id: string;
    link_session_id: string;
    at: number;
    /** Whether Link told it, or our server saw it. */
    source: "link" | "server";
    name: string;
    detail: string | null;
    error_code: string | null;
    ms: number | null;
  };
};
