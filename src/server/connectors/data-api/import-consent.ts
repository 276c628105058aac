import type { ImportedUser } from "../../domain/connectors/connector.ts";
import { Fault } from "../../domain/fault.ts";
import { USER_FIELD } from "./backchannel.ts";
import { consentGrant } from "./consent-progress.ts";
import { isConsentId, isInHeader, readConsentState } from "./consent-request.ts";
import type { Grant } from "./grant.ts";
import type { IssuerClient } from "./issuer-client.ts";

/**
 * The grant of a partner's user at a bank without tokens: `authToken` is the id of a consent that
 * the user has authorized for this client, and `userId` the user's name at the bank. Throws
 * INVALID_CREDENTIALS for an unknown or unreadable consent, and for a name that no header can
 * carry.
 */
export const importConsent = async (
  client: IssuerClient,
  { userId, authToken }: ImportedUser,
  id: string,
): Promise<{ grant: Grant; credentials: Record<string, string> }> => {
  if (!isConsentId(authToken) || !isInHeader(userId.trim())) throw new Fault("INVALID_CREDENTIALS");
  const { state, word } = await readConsentState(client, authToken, null);
  if (state !== null && state !== "authorized")
    throw new Fault("INVALID_CREDENTIALS", {
      cause: new Error(`the consent to import is ${word}`),
    });
  const { metadata, connection } = client;
  // At the bank's own site this server learns no name.
  const user = connection.standard.approach === "redirect" ? null : userId;
  const consent = { issuer: metadata.issuer, consentId: authToken, user };
  return {
    grant: { ...consentGrant(client, consent, id), isImported: true },
    credentials: user === null ? {} : { [USER_FIELD]: user },
  };
};
