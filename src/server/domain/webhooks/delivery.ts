import type { NewJob } from "../jobs/job.ts";

/** One thing to tell one receiver; it keeps its id however often it is tried. */
export type Delivery = {
  deliveryId: string;
  clientId: string;
  /** The Item that it is about; null for what is about none. */
  itemId: string | null;
  url: string;
  /** `type:code`. */
  webhook: string;
  /** The body in the newest version, sealed. */
  sealedBody: string;
  createdAt: number;
  /** When it was tried first, or first since it was replayed: its time runs from there. */
  firstTriedAt: number;
  state: "waiting" | "delivered" | "given_up";
};

/** One try to deliver, and what came of it. */
export type Attempt = {
  at: number;
  /** How long the answer took. */
  ms: number;
  /** The receiver's HTTP status; null where there was none. */
  status: number | null;
  /** Why there was none; null where there was one. */
  failure: string | null;
  /** How the answer's body begins. */
  excerpt: string;
};

/** What was delivered, and what was tried in vain. */
export type DeliveryStore = {
  byId(deliveryId: string): Promise<Delivery | null>;
  /**
   * Writes down a try, and how the delivery stands after it; with the first one the delivery itself.
   * And its Item says from then on what it was told last.
   */
  record(delivery: Delivery, attempt: Attempt): Promise<void>;
  attempts(deliveryId: string): Promise<Attempt[]>;
  /** The last ones, the newest first, each with its last try. */
  latest(count: number): Promise<{ delivery: Delivery; tries: number; attempt: Attempt | null }[]>;
  /** Every try from a time on, the oldest first. */
  attemptsSince(at: number): Promise<{ delivery: Delivery; number: number; attempt: Attempt }[]>;
  /** Lets a delivery begin anew; false, and nothing changed, where there is none of this id. */
  replay(deliveryId: string, now: number, jobs: readonly NewJob[]): Promise<boolean>;
};
