import type { Environment } from "../../protocol/vocabulary.ts";
import type { Connector } from "../domain/connectors/connector.ts";
import type { PrintStatement } from "../domain/connectors/printable-statement.ts";
import { Fault } from "../domain/fault.ts";
import { catalogueInstitutions } from "../domain/institutions/custom-institutions.ts";
import type { CustomInstitution } from "../domain/institutions/institution.ts";
import { createDataApiConnector, type DataApiOptions } from "./data-api/connector.ts";
import { type AggregatorDeps, createEnableBankingConnector } from "./enable-banking/connector.ts";
import { createFilesConnector, type FilesDeps, filesInstitution } from "./files/connector.ts";
import { createFintsConnector, type FintsDeps } from "./fints/connector.ts";
import { createManualEntryConnector } from "./manual-entry/connector.ts";
import { createSandboxConnector } from "./sandbox/connector.ts";
import { createSimpleFinConnector, type DescribedDeps } from "./simplefin/connector.ts";
import { createTokenBankConnector } from "./token-banks/connector.ts";

/**
 * The dependencies of connectors that call other servers, and of the sandbox's connector, which
 * prints statements.
 */
type OutwardDeps = DataApiOptions &
  DescribedDeps &
  FilesDeps &
  AggregatorDeps &
  FintsDeps & { printStatement: PrintStatement };

/**
 * The connectors of an environment, for catalogue and custom institutions. Outside of the sandbox,
 * institutions with a data API come first, since only they accept sign-ins.
 */
export const connectorsFor = (
  environment: Environment,
  clock: () => number,
  customInstitutions: () => readonly CustomInstitution[],
  outward: OutwardDeps | null = null,
): Connector[] => {
  const outwardConnectors = outward
    ? [
        createDataApiConnector(outward),
        createTokenBankConnector(outward),
        createSimpleFinConnector(outward),
        createEnableBankingConnector(outward),
        createFintsConnector(outward),
      ]
    : [];
  const files = outward ? [createFilesConnector(outward)] : [];
  return environment === "sandbox"
    ? [
        createSandboxConnector(clock, customInstitutions, outward?.printStatement),
        createManualEntryConnector(),
        ...files,
        ...outwardConnectors,
      ]
    : [...outwardConnectors, ...files, createNotConnectedConnector(customInstitutions)];
};

/** The names of an environment's built-in institutions, by id. */
export const builtInInstitutions = (environment: Environment): Map<string, string> =>
  new Map(
    connectorsFor(
      environment,
      () => 0,
      () => [],
    )
      .flatMap((connector) => connector.institutions())
      .concat(filesInstitution)
      .map(({ institutionId, name }) => [institutionId, name]),
  );

/**
 * The connector of institutions without a connection here: they can be listed and searched, but
 * selecting one throws INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT.
 */
const createNotConnectedConnector = (
  customInstitutions: () => readonly CustomInstitution[],
): Connector => {
  const refuse = async (): Promise<never> => {
    throw new Fault("INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT");
  };
  return {
    institutions: catalogueInstitutions(customInstitutions, { enabled: false, fields: [] }),
    start: refuse,
    answer: refuse,
    transactions: refuse,
    balances: refuse,
    identity: refuse,
    matchesDeposits: refuse,
  };
};
