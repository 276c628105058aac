import type { Delivery } from "../../domain/webhooks/delivery.ts";

/** Jobs and the webhooks that they deliver. */
export type JobTables = {
  job: {
    job_id: string;
    name: string;
    payload: string;
    lane: string;
    /** When it is due, which is its place in its lane; null once it was given up. */
    due_at: number | null;
    created_at: number;
    /** When its pause began: when it was added due at once, or put off to be tried again; null for other times. */
    planned_at: number | null;
    attempts: number;
    lease: string | null;
    /** When its lease ends, and it may be claimed again; null while unclaimed. */
    lease_until: number | null;
    given_up_at: number | null;
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
  };
};
