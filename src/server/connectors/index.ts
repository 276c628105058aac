import type { Environment } from "../../protocol/vocabulary.ts";
import type { Connector } from "../domain/connectors/connector.ts";
import type { CustomInstitution } from "../domain/institutions/institution.ts";
import { createByHandConnector } from "./manual-entry/connector.ts";
import { createSandboxConnector } from "./sandbox/connector.ts";
import { createUnreachedConnector } from "./unreached/connector.ts";

/** How institutions are reached in an environment, also those that were put in. */
export const connectorsFor = (
  environment: Environment,
  clock: () => number,
  own: () => readonly CustomInstitution[],
): Connector[] =>
  environment === "sandbox"
    ? [createSandboxConnector(clock, own), createByHandConnector()]
    : [createUnreachedConnector(own)];
