import { Fault } from "../../domain/fault.ts";
import type { ShareableAccount } from "../../domain/items/item.ts";
import { issuePublicToken } from "../../domain/items/public-token.ts";
import { afterLogin } from "../../domain/link/attempt-guard.ts";
import { sessionWebhooks } from "../../domain/link/session-webhooks.ts";
import type { BridgeContext } from "../endpoint.ts";
import { accountsOf, connectedStep, connectionOf, type LinkResult } from "./link-result.ts";

/**
 * Ends an update-mode session with another public token for its Item; INVALID_PUBLIC_TOKEN if the one
 * that opened the session was exchanged meanwhile.
 */
export const endUpdate = async (
  context: BridgeContext,
  institutionId: string,
  itemId: string,
  accounts: readonly ShareableAccount[],
): Promise<LinkResult> => {
  const { session, store } = context;
  const { publicTokenDigest } = session;
  const opener =
    publicTokenDigest === null ? null : await store.publicTokens.byDigest(publicTokenDigest);
  if (opener?.exchangedAt)
    throw new Fault("INVALID_PUBLIC_TOKEN", { message: "the public_token is used up" });
  const { token, record } = issuePublicToken(context, { itemId, clientId: session.clientId });
  const step = connectedStep(context, institutionId, itemId, accounts, record.digest);
  return {
    connection: connectionOf(context, itemId, token, accountsOf(context, step)),
    move: {
      step,
      guard: afterLogin(session.guard),
      publicToken: record,
      jobs: await sessionWebhooks(context, session, { publicToken: token, isNew: false }),
    },
  };
};
