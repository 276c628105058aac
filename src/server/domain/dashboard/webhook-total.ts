import { createTally } from "../tally.ts";
import { urlWithoutQuery } from "../webhooks/webhook-url.ts";
import { hourOf } from "./request-total.ts";

/** The outcomes of an attempt: delivered, to be tried again, or the last one of a delivery that is given up. */
export type WebhookOutcome = "delivered" | "retried" | "given_up";

/** The attempts of one hour, counted from 1970 in UTC, to send a webhook to an address; the address has no query. */
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

/** Attempts by address and webhook; the address is empty over all clients, who may have any number. */
type WebhookPlace = Pick<WebhookTotal, "address" | "webhook" | "outcome" | "count">;

/** The port for the number of attempts. */
export type WebhookTotalStore = {
  add(totals: readonly WebhookTotal[]): Promise<void>;
  /** The totals from an hour on, summed up over each `hours` hours, of one client or of all. */
  since(hour: number, hours: 1 | 24, clientId: string | null): Promise<WebhookHour[]>;
  /**
   * The totals by address and webhook, from the day of an hour on; those with the most attempts
   * first.
   */
  places(hour: number, clientId: string | null, limit: number): Promise<WebhookPlace[]>;
  /** Deletes the totals of the hours before `hour`. */
  purge(hour: number): Promise<void>;
};

/** Counts attempts in memory. */
export type WebhookCounter = {
  count(attempt: { clientId: string; url: string; webhook: string; outcome: WebhookOutcome }): void;
  /** Returns and resets the counts. */
  drain(): WebhookTotal[];
};

/** Creates a counter that starts at nothing. */
export const createWebhookCounter = (clock: () => number): WebhookCounter => {
  const { add, drain } = createTally<Omit<WebhookTotal, "count">>();
  return {
    count: ({ clientId, url, webhook, outcome }) =>
      add({ clientId, address: urlWithoutQuery(url), webhook, hour: hourOf(clock()), outcome }),
    drain,
  };
};
