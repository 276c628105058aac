import type { ImportedUser } from "../../domain/connectors/connector.ts";
import { Fault } from "../../domain/fault.ts";
import { tokensOf } from "./authorization.ts";
import { consentOf } from "./consent.ts";
import { createDpopKey, importDpopKey } from "./dpop-key.ts";
import type { Grant } from "./grant.ts";
import type { IssuerClient } from "./issuer-client.ts";
import { describe, oauthErrorOf } from "./refusals.ts";

/**
 * The grant of a user whom the institution's partner names: `authToken` is a refresh token that the issuer
 * has made out to this client for the user, and `userId` their subject there. Throws INVALID_CREDENTIALS
 * where the token is not good, or another user's.
 */
export const importGrant = async (
  { oidc, config, metadata, connection, bindsToKey }: IssuerClient,
  { userId, authToken }: ImportedUser,
  { id, clock }: { id: string; clock: () => number },
): Promise<Grant> => {
  const dpopKey = bindsToKey ? await createDpopKey() : null;
  const DPoP = dpopKey && oidc.getDPoPHandle(config, await importDpopKey(dpopKey));
  const parameters = connection.resource === null ? {} : { resource: connection.resource };
  const tokens = await oidc
    .refreshTokenGrant(config, authToken, parameters, DPoP ? { DPoP } : {})
    .catch((failure: unknown) => {
      if (oauthErrorOf(failure) !== "invalid_grant") throw failure;
      throw new Fault("INVALID_CREDENTIALS", { cause: describe(failure) });
    });
  const subject = tokens.claims()?.sub ?? userId;
  if (subject !== userId)
    throw new Fault("INVALID_CREDENTIALS", { message: "the auth_token is another user's" });
  return {
    id,
    issuer: metadata.issuer,
    subject,
    ...tokensOf(tokens, clock()),
    ...consentOf(tokens, clock()),
    refreshToken: tokens.refresh_token ?? authToken,
    dpopKey: tokens.token_type === "dpop" ? dpopKey : null,
    leaseUntil: null,
    pausedUntil: null,
  };
};
