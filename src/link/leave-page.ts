import type { RedirectVia } from "../protocol/bridge.ts";

/** The navigation of a user to the institution's own site, begun before its address is known. */
export type OAuthNavigation = {
  via: RedirectVia;
  /** Whether they have left already, for the address that the browser blocked before. */
  hasLeft: boolean;
  /** Sends them to the address. */
  go(url: string): void;
  /** Closes the window, if there is one. */
  close(): void;
};

/** The address that the browser blocked, since the top page may only go there within a click. */
let blockedUrl: string | undefined;

/**
 * Begins a navigation to the institution's site; within a click, or the browser opens no window. The window
 * has no opener, and Link relies on nothing of it: an institution's page may cut any tie between them. Where
 * Link is the whole page it goes there itself, and stores its address for the way back.
 */
export const leavePage = (): OAuthNavigation => {
  const isPage = parent === window;
  const popup = isPage ? null : open("about:blank", "_blank", "popup,width=480,height=720");
  if (popup) popup.opener = null;
  const hasLeft = !popup && blockedUrl !== undefined && goTop(blockedUrl);
  return {
    hasLeft,
    via: isPage ? "page" : popup ? "popup" : "redirect",
    go: (url) => {
      if (popup) popup.location.replace(url);
      else if (isPage) {
        try {
          sessionStorage["service-link-page"] = location.pathname + location.search;
          // It proves that Link led there, where the browser does not say so: in older WebViews.
          const [prefix, secure] = url.startsWith("https") ? ["__Host-", ";Secure"] : ["", ""];
          // biome-ignore lint/suspicious/noDocumentCookie: those have no Cookie Store API.
          document.cookie = `${prefix}service_link_${url.split("?")[1]};Path=/;Max-Age=60;SameSite=Strict${secure}`;
        } catch {}
        location.assign(url);
      } else goTop(url);
    },
    close: () => popup?.close(),
  };
};

function goTop(url: string): boolean {
  const isGone = open(url, "_top") !== null;
  blockedUrl = isGone ? undefined : url;
  return isGone;
}
