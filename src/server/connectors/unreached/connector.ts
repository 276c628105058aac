import { Fault } from "../../domain/fault.ts";
import { cataloguedInstitutions } from "../../domain/institutions/catalogue-institutions.ts";
import type { Connector, OwnInstitution } from "../../domain/ports.ts";

/**
 * Stands for institutions that nothing reaches in this environment yet: they are listed and found, and
 * choosing one says how things are.
 */
export const createUnreachedConnector = (own: () => readonly OwnInstitution[]): Connector => {
  const refuse = async (): Promise<never> => {
    throw new Fault("INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT");
  };
  return {
    institutions: cataloguedInstitutions(own, { enabled: false, fields: [] }),
    start: refuse,
    answer: refuse,
    transactions: refuse,
    balances: refuse,
    identity: refuse,
    areDeposits: refuse,
  };
};
