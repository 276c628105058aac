import type { User } from "../../users/user.ts";
import type { ConsumerReportDeps } from "../deps.ts";
import {
  type WebhookGeneration,
  webhookGenerations,
  webhookUserId,
} from "./webhook-generations.ts";

/** The sets of codes to send about a user at this moment, each with the user_id of its webhooks. */
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
