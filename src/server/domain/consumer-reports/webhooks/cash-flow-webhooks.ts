import type { CashFlowInsight } from "../../../../protocol/cash-flow-insight.ts";
import type { NewJob } from "../../jobs/job.ts";
import type { User } from "../../users/user.ts";
import type { ConsumerReportDeps } from "../deps.ts";
import { userReferences } from "./user-references.ts";

/** The webhooks of an update of a user's accounts, with or without insights. */
export const cashFlowWebhooks = async (
  services: ConsumerReportDeps,
  { user, webhook }: { user: User; webhook: string | null },
  insights: readonly CashFlowInsight[],
): Promise<NewJob[]> => {
  const receiver = { clientId: user.clientId, webhook };
  const references = await userReferences(services, user);
  return references.flatMap(({ generation, userId }) =>
    generation === "new"
      ? services.webhooks.forClient(receiver, {
          name: "CASH_FLOW_UPDATES:CASH_FLOW_INSIGHTS_UPDATED",
          userId,
          insights,
        })
      : (["INSIGHTS_UPDATED", ...insights] as const).flatMap((code) =>
          services.webhooks.forClient(receiver, { name: `CASH_FLOW_UPDATES:${code}`, userId }),
        ),
  );
};
