import type { Environment } from "../../protocol/vocabulary.ts";
import type { Connector } from "../domain/connectors/connector.ts";
import type { CustomInstitution } from "../domain/institutions/institution.ts";
import { createManualEntryConnector } from "./manual-entry/connector.ts";
import { createSandboxConnector } from "./sandbox/connector.ts";
import { createUnreachedConnector } from "./unreached/connector.ts";

/** The connectors of an environment, for catalogue and custom institutions. */
export const connectorsFor = (
  environment: Environment,
  clock: () => number,
  customInstitutions: () => readonly CustomInstitution[],
): Connector[] =>
  environment === "sandbox"
    ? [createSandboxConnector(clock, customInstitutions), createManualEntryConnector()]
    : [createUnreachedConnector(customInstitutions)];
