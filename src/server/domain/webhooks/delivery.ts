import type { NewJob } from "../jobs/job.ts";

/** One webhook to one receiver; its id stays the same over all attempts. */
export type Delivery = {
  deliveryId: string;
  clientId: string;
  /** The Item that it is about; null if it is about none. */
  itemId: string | null;
  url: string;
  /** `type:code`. */
  webhook: string;
  /** The body in the newest version, sealed. */
  sealedBody: string;
  createdAt: number;
  /** When it was first attempted, or first since a replay: its 24 hours run from there. */
  firstTriedAt: number;
  /** When it is tried again; null if it is not. */
  nextTryAt: number | null;
  state: "waiting" | "delivered" | "given_up";
};

/** One attempt to deliver, and its outcome. */
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
  /** The request's headers as sent; null for an attempt from before they were stored. */
  headers: Readonly<Record<string, string>> | null;
};

/** A delivery's row. */
export type DeliveryKey = Pick<Delivery, "deliveryId" | "createdAt">;

/** The port for deliveries and their attempts. */
export type DeliveryStore = {
  /** `createdAt` spares a partitioned store the look into each of its days. */
  byId(deliveryId: string, createdAt?: number): Promise<Delivery | null>;
  /**
   * Records an attempt and the state after it; the first one creates the delivery. The status of its
   * Item shows it as the last webhook from then on.
   */
  record(delivery: Delivery, attempt: Attempt): Promise<void>;
  attempts(delivery: DeliveryKey): Promise<Attempt[]>;
  /** The latest deliveries, newest first, each with its last attempt. */
  latest(count: number): Promise<{ delivery: Delivery; tries: number; attempt: Attempt | null }[]>;
  /** Every attempt from a time on, oldest first. */
  attemptsSince(at: number): Promise<{ delivery: Delivery; number: number; attempt: Attempt }[]>;
  /** Restarts a delivery; returns false and changes nothing if no delivery has this id. */
  replay(delivery: DeliveryKey, now: number, jobs: readonly NewJob[]): Promise<boolean>;
};
