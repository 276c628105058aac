import type { Connector } from "../../domain/connectors/connector.ts";
import { Fault } from "../../domain/fault.ts";
import { catalogueInstitutions } from "../../domain/institutions/catalogue-institutions.ts";
import type { CustomInstitution } from "../../domain/institutions/institution.ts";

/**
 * The connector of institutions without a connection in this environment: they can be listed and searched,
 * and selecting one throws INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT.
 */
export const createNotConnectedConnector = (
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
