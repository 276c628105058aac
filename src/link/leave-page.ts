import type { RedirectVia } from "../protocol/link/bridge.ts";

/** A navigation to the institution's site, started before the address is known. */
export type OAuthNavigation = {
  via: RedirectVia;
  /** Whether the user has already left for an address that the browser blocked before. */
  hasLeft: boolean;
  /** Navigates to the address. */
  go(url: string): void;
  /** Closes the window, if any. */
  close(): void;
};

/** An address that the browser blocked, since the top page may navigate only within a click. */
let blockedUrl: string | undefined;

/**
 * Starts a navigation to the institution's site. Must be called within a click, or the browser
 * opens no window. The new window has no opener. Since an institution's page may cut the connection
 * to Link, the window may seem closed; the event `gone` is thus only a hint. If Link is the whole
 * page, Link itself navigates, and stores its address for the return.
 */
export const leavePage = (): OAuthNavigation => {
  const isPage = parent === window;
  const popup = isPage ? null : open("about:blank", "_blank", "popup,width=480,height=720");
  if (popup) {
    popup.opener = null;
    const timer = setInterval(() => {
      if (!popup.closed) return;
      clearInterval(timer);
      dispatchEvent(new Event("gone"));
    }, 500);
  }
  const hasLeft = !popup && blockedUrl !== undefined && goTop(blockedUrl);
  return {
    hasLeft,
    via: isPage ? "page" : popup ? "popup" : "redirect",
    go: (url) => {
      if (popup) popup.location.replace(url);
      else if (isPage) {
        try {
          sessionStorage["service-link-page"] = location.pathname + location.search;
          // Proves that Link started the navigation, for older WebViews that send no such proof.
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
