import type { Client, ClientOptions } from "./client-types.ts";
import { createClientIn } from "./create-client.ts";
import { wait } from "./retry.ts";

export { ApiError, type ClientErrorCode } from "./api-error.ts";
export type * from "./client-types.ts";
export type * from "./generated/operations.ts";
export type * from "./generated/schemas.ts";
export type * from "./generated/webhooks.ts";
export { WebhookVerificationError } from "./webhook-error.ts";

/**
 * Creates a client of your server's API. Neither inspecting the client nor an error reveals its
 * keys.
 */
export const createClient = (options: ClientOptions): Client =>
  createClientIn({ clock: () => Date.now(), random: () => Math.random(), wait }, options);
