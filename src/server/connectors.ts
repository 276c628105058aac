import type { Environment } from "../protocol/vocabulary.ts";
import { createByHandConnector } from "./connectors/sandbox/by-hand/connector.ts";
import { createSandboxConnector } from "./connectors/sandbox/connector.ts";
import { createUnreachedConnector } from "./connectors/unreached/connector.ts";
import type { Connector, OwnInstitution } from "./domain/ports.ts";

/** How institutions are reached in an environment, also those that were put in. */
export const connectorsFor = (
  environment: Environment,
  clock: () => number,
  own: () => readonly OwnInstitution[],
): Connector[] =>
  environment === "sandbox"
    ? [createSandboxConnector(clock, own), createByHandConnector()]
    : [createUnreachedConnector(own)];
