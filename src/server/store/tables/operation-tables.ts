import type { Product } from "../../../protocol/vocabulary.ts";
import type { AuditActor } from "../../domain/audit-actor.ts";
import type { RequestOutcome } from "../../domain/dashboard/request-total.ts";
import type { LinkUse } from "../../domain/dashboard/traffic.ts";
import type { WebhookOutcome } from "../../domain/dashboard/webhook-total.ts";
import type { SessionOutcome } from "../../domain/link/session-totals.ts";
import type { Delivery } from "../../domain/webhooks/delivery.ts";

/** Jobs and the webhooks that they deliver. */
export type JobTables = {
  job: {
    job_id: string;
    name: string;
    payload: string;
    lane: string;
    /** When the job is due, by which its lane is ordered; null once the job was given up. */
    due_at: number | null;
    created_at: number;
    /** When its pause began: when it was added due at once, or put off to be tried again; null for other times. */
    planned_at: number | null;
    attempts: number;
    lease: string | null;
    /** When its lease ends, and it may be claimed again; null while unclaimed. */
    lease_until: number | null;
    given_up_at: number | null;
    /** For a suspect, the number of times that it was lost while it ran alone; null for all other jobs. */
    losses_alone: number | null;
  };
  webhook_delivery: {
    delivery_id: string;
    client_id: string;
    item_id: string | null;
    url: string;
    webhook: string;
    sealed_body: string;
    created_at: number;
    tried_since: number;
    /** When it is tried again; null if it is not, and for one from before this was stored. */
    next_try_at: number | null;
    state: Delivery["state"];
  };
  webhook_attempt: {
    delivery_id: string;
    delivery_created_at: number;
    /** Counts a delivery's tries, from 1. */
    number: number;
    at: number;
    ms: number;
    status: number | null;
    failure: string | null;
    excerpt: string;
    /** The headers as sent, as JSON; null for an attempt from before they were stored. */
    headers: string | null;
  };
  /** Webhooks in the inboxes that a sandbox has for its clients. */
  inbox_webhook: {
    webhook_id: string;
    client_id: string;
    sealed_body: string;
    /** 0 or 1. */
    is_verified: number;
    received_at: number;
  };
  /** The number of attempts of an hour (counted from 1970-01-01 in UTC) by outcome. */
  webhook_total: {
    /** Empty for all clients. */
    client_id: string;
    /** Empty for all addresses. */
    address: string;
    /** Empty for all webhooks. */
    webhook: string;
    hour: number;
    outcome: WebhookOutcome;
    count: number;
  };
};

/** The logged API requests, and the uses of Link. No row refers to another table. */
export type TrafficTables = {
  request_log: {
    request_id: string;
    /** Null if the keys were wrong. */
    client_id: string | null;
    /** The Item that it was about; null for none. */
    item_id: string | null;
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
  /** The number of requests of an hour (counted from 1970-01-01 in UTC) by outcome and latency. */
  request_total: {
    /** Empty for all clients. */
    client_id: string;
    hour: number;
    outcome: RequestOutcome;
    bin: number;
    count: number;
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
  /** The Items that a use of Link has connected, or updates. */
  link_visit_item: { link_session_id: string; item_id: string };
  /** The number of Link sessions that began in an hour (counted from 1970-01-01 in UTC) by outcome. */
  link_session_total: {
    /** Empty for all clients. */
    client_id: string;
    hour: number;
    outcome: SessionOutcome;
    count: number;
  };
  /** The number of Link sessions that began on a day (counted from 1970-01-01 in UTC) and have a value. */
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

/**
 * How far the move of a client came while its servers run. In the store that it leaves: `copying`, while all goes on;
 * `closing`, while its calls are refused; `closed`, when writes are, too; `moved`, once the other store has it; `left`,
 * for good. In the other one: `arriving`, while it is hidden, and `arrived`.
 */
export type MoveStep = "copying" | "closing" | "closed" | "moved" | "left" | "arriving" | "arrived";

/** Tables for the operation of the server. */
export type OperationTables = {
  table_revision: { name: string; revision: number };
  /** By month, `YYYY-MM`. No row refers to another table: usage is billed even after the Item is gone. */
  usage: { client_id: string; product: Product; item_id: string; month: string; count: number };
  /** The sums of the same by client, product and day; each Item counts once a month, on one of its days. */
  usage_total: {
    client_id: string;
    product: Product;
    day: string;
    count: number;
    items: number;
  };
  /** The number of the last batch of usage that a process has written. */
  usage_batch: { writer: string; number: number; written_at: number };
  /** The moment at which a token bucket will be full, in microseconds since 1970. */
  rate_counter: { key: string; full_at: number };
  /**
   * The token buckets of API calls: when each will be full, its step and size, and the number of
   * calls taken last.
   */
  call_counter: { key: string; full_at: number; step: number; size: number; taken: number };
  mark: { name: string; value: string };
  /** Clients that move to or from this store, or have left it. No row refers to another table. */
  client_move: {
    client_id: string;
    public_key: string;
    move_id: string;
    /**
     * The run of the command that executes the move: a later run takes the move over, and thereby ends the
     * earlier one.
     */
    run: string;
    source: string;
    target: string;
    step: MoveStep;
    /** Since when its jobs are held, or its calls refused, by the store's clock; null while all goes on. */
    paused_at: number | null;
  };
  /** The rows of a moving client that have changed since they were copied, by their keys as JSON. */
  client_move_change: { at: number; nonce: string; table_name: string; row_key: string };
};

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
    /** The client whose log has it, too. */
    client_id: string | null;
    previous_digest: string;
    digest: string;
  };
  /** The table has one row: the last entry. */
  audit_head: { sequence: number; digest: string };
};
