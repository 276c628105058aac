import type { ImportedUser } from "../../domain/connectors/connector.ts";
import { Fault } from "../../domain/fault.ts";
import { createDpopKey } from "./dpop-key.ts";
import type { Grant } from "./grant.ts";
import type { IssuerClient } from "./issuer-client.ts";
import { dpopOption, newGrant, resourceParameter } from "./new-grant.ts";
import { oauthErrorOf, redactError } from "./refusals.ts";

/**
 * The grant of a user whom the institution's partner names: `authToken` is a refresh token that the issuer
 * has issued to this client for the user, and `userId` their subject there. Throws INVALID_CREDENTIALS if the
 * token is invalid, or another user's.
 */
export const importGrant = async (
  client: IssuerClient,
  { userId, authToken }: ImportedUser,
  { id, clock }: { id: string; clock: () => number },
): Promise<Grant> => {
  const { oidc, config, bindsToKey } = client;
  const dpopKey = bindsToKey ? await createDpopKey() : null;
  const proof = await dpopOption(client, dpopKey);
  const tokens = await oidc
    .refreshTokenGrant(config, authToken, resourceParameter(client), proof)
    .catch((failure: unknown) => {
      if (oauthErrorOf(failure) !== "invalid_grant") throw failure;
      throw new Fault("INVALID_CREDENTIALS", { cause: redactError(failure) });
    });
  const grant = newGrant(client, tokens, {
    id,
    now: clock(),
    dpopKey,
    refreshToken: authToken,
  });
  // Without an ID token it is the partner's word alone, which is not remembered as the issuer's.
  if (grant.subject === null || grant.subject === userId) return grant;
  throw new Fault("INVALID_CREDENTIALS", {
    message: "the auth_token is another user's, and is used up",
  });
};
