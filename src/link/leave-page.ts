import type { RedirectVia } from "../protocol/bridge.ts";

/** A user's way to the institution's own site, before its address is known. */
export type WayOut = {
  via: RedirectVia;
  /** Whether they are on it already: to the address to which the browser did not let them go before. */
  hasLeft: boolean;
  /** Sends them to the address. */
  go(url: string): void;
  /** Ends it: they are back, or do not go. */
  close(): void;
};

/** The address to which the top page may only go within a click, which was over when it was known. */
let blockedUrl: string | undefined;

/**
 * Opens a way to the institution's site; within a click, or the browser opens no window. It knows nothing
 * of Link's window, and Link relies on nothing of it: an institution's page may cut any tie between them.
 * Where Link is the whole page it goes there itself, and leaves its address for the way back.
 */
export const leavePage = (): WayOut => {
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
