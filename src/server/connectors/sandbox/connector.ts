import { Fault } from "../../domain/fault.ts";
import type { Connector } from "../../domain/ports.ts";
import { bankAccounts } from "./accounts/bank-accounts.ts";
import { SANDBOX_INSTITUTIONS } from "./catalogue/index.ts";
import { logIn } from "./login.ts";

/**
 * Reaches the sandbox's institutions, which are as fictional as the people who bank there. Nothing is
 * stored: the same login finds the same accounts, numbers and balances for ever.
 */
export const createSandboxConnector = (): Connector => {
  const institutions = SANDBOX_INSTITUTIONS.map(({ institution }) => institution);
  const byId = new Map(SANDBOX_INSTITUTIONS.map((each) => [each.institution.institutionId, each]));
  return {
    institutions: () => institutions,
    start: async (institutionId, credentials) => {
      const found = byId.get(institutionId);
      if (!found) throw new Fault("INVALID_INSTITUTION");
      if (!found.supported) throw new Fault("INSTITUTION_NO_LONGER_SUPPORTED");
      if (found.institution.health === "DOWN") throw new Fault("INSTITUTION_DOWN");
      const user = logIn(found.institution.fields, credentials);
      return bankAccounts(found, user, user);
    },
  };
};
