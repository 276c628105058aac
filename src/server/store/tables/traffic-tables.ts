import type { LinkUse } from "../../domain/dashboard/traffic.ts";

/** The logged API requests, and the uses of Link. No row refers to another table. */
export type TrafficTables = {
  request_log: {
    request_id: string;
    /** Null if the keys were wrong. */
    client_id: string | null;
    path: string;
    status: number;
    /** 0 or 1. */
    failed: number;
    error_code: string | null;
    version: string | null;
    ms: number;
    at: number;
    /** The bodies, redacted; null if they were too long. */
    request: string | null;
    response: string | null;
  };
  link_visit: {
    link_session_id: string;
    client_id: string;
    institution_id: string | null;
    /** How far it came, as a place in `REACHED`. */
    reached: number;
    outcome: LinkUse["outcome"];
    exit_status: string | null;
    error_code: string | null;
    /** 0 or 1. */
    update_mode: number;
    started_at: number;
    seen_at: number;
  };
  /** How many uses of Link began on a day (counted from 1970-01-01 in UTC) and have a value. */
  link_visit_total: {
    /** Empty for all clients. */
    client_id: string;
    /** A place in `REACHED`; an institution that was chosen, or connected; the code of an error. */
    kind: "reached" | "chosen" | "connected" | "error";
    value: string;
    day: number;
    count: number;
  };
  link_event: {
    event_id: string;
    link_session_id: string;
    at: number;
    /** Whether Link reported it, or our server observed it. */
    source: "link" | "server";
    name: string;
    detail: string | null;
    error_code: string | null;
    ms: number | null;
  };
};
