import type { Environment } from "../../protocol/vocabulary.ts";
import type { Connector } from "../domain/connectors/connector.ts";
import type { CustomInstitution } from "../domain/institutions/institution.ts";
import { createDataApiConnector, type DataApiOptions } from "./data-api/connector.ts";
import { createManualEntryConnector } from "./manual-entry/connector.ts";
import { createNotConnectedConnector } from "./not-connected/connector.ts";
import { createSandboxConnector } from "./sandbox/connector.ts";

/**
 * The connectors of an environment, for catalogue and custom institutions. Outside of the sandbox,
 * institutions connected by their data API come first: only they accept sign-ins.
 */
export const connectorsFor = (
  environment: Environment,
  clock: () => number,
  customInstitutions: () => readonly CustomInstitution[],
  dataApi: DataApiOptions | null = null,
): Connector[] => {
  const dataApiConnectors = dataApi ? [createDataApiConnector(dataApi)] : [];
  return environment === "sandbox"
    ? [
        createSandboxConnector(clock, customInstitutions),
        createManualEntryConnector(),
        ...dataApiConnectors,
      ]
    : [...dataApiConnectors, createNotConnectedConnector(customInstitutions)];
};
