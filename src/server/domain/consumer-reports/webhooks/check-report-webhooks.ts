import type { NewJob } from "../../jobs/job.ts";
import type { User } from "../../users/user.ts";
import type { ConsumerReportDeps } from "../deps.ts";
import { userReferences } from "./user-references.ts";

/** The outcome of a consumer report: its products with and without data, or none at all. */
export type CheckReportOutcome = { itemIds: readonly string[] } & (
  | { at: "ready"; successfulProducts: readonly string[]; failedProducts: readonly string[] }
  | { at: "failed" }
);

/** The webhooks of a consumer report's outcome, to the address that was given with the report. */
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
