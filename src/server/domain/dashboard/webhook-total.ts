import { createTally } from "../tally.ts";
import { urlWithoutQuery } from "../webhooks/webhook-url.ts";
import { hourOf } from "./request-total.ts";

/**
 * The outcomes of an attempt: delivered, to be retried, or the last attempt of a failed delivery.
 */
export type WebhookOutcome = "delivered" | "retried" | "given_up";

/** The attempts in an hour since 1970 (UTC) to send a webhook to an address without its query. */
export type WebhookTotal = {
  clientId: string;
  address: string;
  webhook: string;
  hour: number;
  outcome: WebhookOutcome;
  count: number;
};

/** Attempts of an hour by outcome. */
type WebhookHour = Pick<WebhookTotal, "hour" | "outcome" | "count">;

/**
 * Attempts by address and webhook. The address is empty over all clients, whose number is
 * unbounded.
 */
type WebhookPlace = Pick<WebhookTotal, "address" | "webhook" | "outcome" | "count">;

/** The port for the number of attempts. */
export type WebhookTotalStore = {
  add(totals: readonly WebhookTotal[]): Promise<void>;
  /** The totals since an hour, grouped by `hours` hours, for one client or all. */
  since(hour: number, hours: 1 | 24, clientId: string | null): Promise<WebhookHour[]>;
  /** The totals by address and webhook since an hour's day, the most attempts first. */
  places(hour: number, clientId: string | null, limit: number): Promise<WebhookPlace[]>;
  /** Deletes the totals before `hour`. */
  purge(hour: number): Promise<void>;
};

/** Counts attempts in memory. */
export type WebhookCounter = {
  count(attempt: { clientId: string; url: string; webhook: string; outcome: WebhookOutcome }): void;
  /** Returns and resets the counts. */
  drain(): WebhookTotal[];
};

export const createWebhookCounter = (clock: () => number): WebhookCounter => {
  const { add, drain } = createTally<Omit<WebhookTotal, "count">>();
  return {
    count: ({ clientId, url, webhook, outcome }) =>
      add({ clientId, address: urlWithoutQuery(url), webhook, hour: hourOf(clock()), outcome }),
    drain,
  };
};
