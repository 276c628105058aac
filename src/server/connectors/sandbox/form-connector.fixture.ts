import type { Connector } from "../../domain/connectors/connector.ts";
import type { LoginStep } from "../../domain/connectors/login-step.ts";
import { createSandboxConnector } from "./connector.ts";

/**
 * The sandbox's connector for institutions with a form, whose logins never start at another site.
 */
export const createFormConnector = (...options: Parameters<typeof createSandboxConnector>) => {
  const connector = createSandboxConnector(...options);
  return {
    ...connector,
    credentialFields: (institutionId: string) =>
      connector.sandbox?.credentialFields(institutionId) ?? [],
    start: async (...login: Parameters<Connector["start"]>): Promise<LoginStep> => {
      const step = await connector.start(...login);
      if (step.at === "redirect" || step.at === "approval")
        throw new Error("the institution has no form");
      return step;
    },
    answer: async (...answers: Parameters<Connector["answer"]>): Promise<LoginStep> => {
      const step = await connector.answer(...answers);
      if (step.at === "approval") throw new Error("the institution has no app");
      return step;
    },
  };
};
