import type { RedirectVia } from "../../../protocol/link/bridge.ts";
import { Fault } from "../../domain/fault.ts";
import type { BridgeContext } from "../endpoint.ts";

/**
 * Returns how the callback reaches a user who leaves by `via`. Without a popup it leads to the link
 * token's redirect_uri, since native apps open banks in the system's browser. Throws
 * OAUTH_POPUP_BLOCKED if no callback could reach the user: the starting page is gone by then, and
 * only a link token's session can be resumed.
 */
export const resolveVia = async (
  via: RedirectVia,
  context: BridgeContext,
): Promise<RedirectVia> => {
  if (via === "popup") return via;
  if (context.session.linkTokenDigest === null)
    throw new Fault("OAUTH_POPUP_BLOCKED", {
      message: "the browser opened no window, and only the session of a link_token can be resumed",
    });
  if ((await loadRedirectUri(context)) !== null) return "redirect";
  if (via === "redirect") throw new Fault("OAUTH_POPUP_BLOCKED");
  return via;
};

/** Returns the redirect_uri of a session's link token, or null. */
export const loadRedirectUri = async ({
  session,
  store,
}: Pick<BridgeContext, "session" | "store">): Promise<string | null> => {
  const { linkTokenDigest } = session;
  const linkToken =
    linkTokenDigest === null ? null : await store.linkTokens.byDigest(linkTokenDigest);
  return linkToken?.details.redirectUri ?? null;
};
