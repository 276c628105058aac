import type { Client } from "../clients/client.ts";
import type { NewJob } from "../jobs/job.ts";
import type { User } from "../users/user.ts";
import type { ConsumerReportDeps } from "./deps.ts";

/** The outcome of a consumer report: its products with and without data, or none at all. */
export type CheckReportOutcome = { itemIds: readonly string[] } & (
  | { at: "ready"; successfulProducts: readonly string[]; failedProducts: readonly string[] }
  | { at: "failed" }
);

/** The webhooks for a report's outcome, to the address of the report's request. */
export const checkReportWebhooks = async (
  services: ConsumerReportDeps,
  { user, webhook }: { user: User; webhook: string | null },
  outcome: CheckReportOutcome,
): Promise<NewJob[]> => {
  const receiver = { clientId: user.clientId, webhook };
  const references = await userReferences(services, user);
  return references.flatMap(({ generation, userId }) => {
    const prefix = generation === "legacy" ? "CHECK_REPORT" : "USER_CHECK_REPORT";
    if (outcome.at === "failed") {
      const name = `CHECK_REPORT:${prefix}_FAILED` as const;
      return services.webhooks.forClient(receiver, { name, userId, itemIds: outcome.itemIds });
    }
    const { at: _, ...report } = outcome;
    const name = `CHECK_REPORT:${prefix}_READY` as const;
    return services.webhooks.forClient(receiver, { name, userId, ...report });
  });
};

/** The sets of codes to send about a user now, each with its user_id. */
export const userReferences = async (
  { clock, store }: Pick<ConsumerReportDeps, "clock" | "store">,
  user: User,
): Promise<{ generation: WebhookGeneration; userId: string }[]> => {
  const client = await store.clients.byClientId(user.clientId);
  if (!client) return [];
  return webhookGenerations(user, client, clock()).map((generation) => ({
    generation,
    userId: webhookUserId(user, generation),
  }));
};

/** The two sets of codes for the webhooks about a user: those of the legacy user API, and the new ones. */
export type WebhookGeneration = "legacy" | "new";

/** From this moment on, 2026-04-01, the legacy user API sends the new codes in addition to its own. */
const PARALLEL_FROM = Date.UTC(2026, 3, 1);

/**
 * Returns the sets of codes for webhooks about a user. A user of the new API gets the new codes. A
 * user of the legacy API gets the legacy codes, and from 2026-04-01 on both sets; the new codes
 * alone once the client has left the legacy API.
 */
export const webhookGenerations = (
  { legacyUserId }: Pick<User, "legacyUserId">,
  { legacyUserApi }: Pick<Client, "legacyUserApi">,
  now: number,
): readonly WebhookGeneration[] => {
  if (legacyUserId === null || !legacyUserApi) return ["new"];
  return now < PARALLEL_FROM ? ["legacy"] : ["legacy", "new"];
};

/**
 * The `user_id` of a webhook. New codes use the id that every endpoint takes: `usr_…`, or the
 * legacy API's `user_token`. Legacy codes use the unprefixed `user_id` that the legacy
 * `/user/create` returned, as existing integrations expect.
 */
export const webhookUserId = (
  { userId, legacyUserId }: Pick<User, "userId" | "legacyUserId">,
  generation: WebhookGeneration,
): string => (generation === "legacy" ? (legacyUserId ?? userId) : userId);
