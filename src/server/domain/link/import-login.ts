import type { BankAccount } from "../connectors/bank-account.ts";
import type { ImportedUser } from "../connectors/connector.ts";
import { sealState } from "../connectors/connector-state.ts";
import { sealCredentials } from "../connectors/open-login.ts";
import { Fault } from "../fault.ts";
import { opaqueId } from "../identifiers.ts";
import type { LinkDeps } from "./deps.ts";
import type { NewLogin } from "./login.ts";

/**
 * Logs in at an institution as a user whom its partner names. Throws the institution's refusal as a
 * Fault, and INVALID_INSTITUTION if Items are linked by Link alone.
 */
export const importLogin = async (
  services: LinkDeps,
  institutionId: string,
  user: ImportedUser,
): Promise<NewLogin & { accounts: BankAccount[] }> => {
  const connector = services.directory.connectorOf(institutionId);
  if (!connector.importLogin)
    throw new Fault("INVALID_INSTITUTION", {
      message: "no Item is imported from this institution; its users connect it in Link",
    });
  const {
    credentials,
    accounts,
    connectorState,
    consentExpiresAt = null,
  } = await connector.importLogin(institutionId, user);
  const itemId = opaqueId(services.random, 37);
  const sealedState =
    connectorState === undefined ? null : sealState(services, itemId, connectorState);
  const sealedLogin = sealCredentials(services, itemId, credentials);
  return { institutionId, itemId, sealedLogin, sealedState, consentExpiresAt, accounts };
};
