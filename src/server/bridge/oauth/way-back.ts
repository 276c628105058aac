import type { RedirectVia } from "../../../protocol/bridge.ts";
import { Fault } from "../../domain/fault.ts";
import type { BridgeContext } from "../endpoint.ts";

/**
 * Throws OAUTH_POPUP_BLOCKED where a user who leaves this way could not come back to the session: its page
 * is gone then, and only that of a link token is resumed.
 */
export const requireWayBack = async (via: RedirectVia, context: BridgeContext): Promise<void> => {
  if (via === "popup") return;
  const { linkTokenDigest } = context.session;
  if (linkTokenDigest === null)
    throw new Fault("OAUTH_POPUP_BLOCKED", {
      message: "the browser opened no window, and only the session of a link_token can be resumed",
    });
  if (via === "redirect" && (await redirectUriOf(context)) === null)
    throw new Fault("OAUTH_POPUP_BLOCKED");
};

/** The redirect_uri of a session's link token. */
export const redirectUriOf = async ({
  session,
  store,
}: Pick<BridgeContext, "session" | "store">): Promise<string | null> => {
  const { linkTokenDigest } = session;
  const linkToken =
    linkTokenDigest === null ? null : await store.linkTokens.byDigest(linkTokenDigest);
  return linkToken?.details.redirectUri ?? null;
};
