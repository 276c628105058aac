import type { NewJob } from "../jobs/job.ts";

/** A webhook to one receiver. Its id stays the same over all attempts. */
export type Delivery = {
  deliveryId: string;
  clientId: string;
  /** The Item of the webhook; null for none. */
  itemId: string | null;
  url: string;
  /** `type:code`. */
  webhook: string;
  /** The sealed body, in the newest version. */
  sealedBody: string;
  createdAt: number;
  /** The time of the first attempt since the start or a replay, which begins the 24 hours. */
  firstTriedAt: number;
  /** The time of the next attempt; null for none. */
  nextTryAt: number | null;
  state: "waiting" | "delivered" | "given_up";
};

/** An attempt to deliver, and its outcome. */
export type Attempt = {
  at: number;
  /** The time until the response, in ms. */
  ms: number;
  /** The receiver's HTTP status; null without a response. */
  status: number | null;
  /** The reason for a missing response; null if there was one. */
  failure: string | null;
  /** The beginning of the response's body. */
  excerpt: string;
  /** The sent headers; null for an attempt from before they were stored. */
  headers: Readonly<Record<string, string>> | null;
};

/** The key of a delivery's row. */
export type DeliveryKey = Pick<Delivery, "deliveryId" | "createdAt">;

/** The port for deliveries and their attempts. */
export type DeliveryStore = {
  /** `createdAt` lets a partitioned store skip other days. */
  byId(deliveryId: string, createdAt?: number): Promise<Delivery | null>;
  /**
   * Records an attempt and the new state; the first attempt creates the delivery. The Item's status
   * then shows this as its last webhook.
   */
  record(delivery: Delivery, attempt: Attempt): Promise<void>;
  attempts(delivery: DeliveryKey): Promise<Attempt[]>;
  /** The latest deliveries, newest first, each with its last attempt. */
  latest(count: number): Promise<{ delivery: Delivery; tries: number; attempt: Attempt | null }[]>;
  /** Every attempt since a time, oldest first. */
  attemptsSince(at: number): Promise<{ delivery: Delivery; number: number; attempt: Attempt }[]>;
  /** Restarts a delivery; false without changes for an unknown id. */
  replay(delivery: DeliveryKey, now: number, jobs: readonly NewJob[]): Promise<boolean>;
};
