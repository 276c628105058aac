import type { RedirectVia } from "../../../protocol/bridge.ts";
import { Fault } from "../../domain/fault.ts";
import type { BridgeContext } from "../endpoint.ts";

/**
 * The way on which a user who leaves in this way comes back. In a native app that has a redirect_uri it is
 * by that, since apps open banks in the system's browser. Throws OAUTH_POPUP_BLOCKED where they could not
 * come back to the session: its page is gone then, and only that of a link token is resumed.
 */
export const wayBack = async (via: RedirectVia, context: BridgeContext): Promise<RedirectVia> => {
  if (via === "popup") return via;
  if (context.session.linkTokenDigest === null)
    throw new Fault("OAUTH_POPUP_BLOCKED", {
      message: "the browser opened no window, and only the session of a link_token can be resumed",
    });
  if ((await redirectUriOf(context)) !== null) return "redirect";
  if (via === "redirect") throw new Fault("OAUTH_POPUP_BLOCKED");
  return via;
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
