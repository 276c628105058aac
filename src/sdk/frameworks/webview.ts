import { checkConfig } from "../config.ts";
import type { Config } from "../config-type.ts";
import type { ExitMetadata, LinkError } from "../types.ts";
import { unreachable } from "../unreachable.ts";
import { type LinkMessage, parseMessage } from "./app-message.ts";
import { isAppOrigin } from "./app-origin.ts";

export { type LinkMessage, parseMessage } from "./app-message.ts";

/** The config of `create`, and the options of the app around the WebView. */
export type WebviewOptions = Config & {
  /** The origin that serves Link, like `https://link.example.com`. */
  origin: string;
  /** Opens a site in the system's browser. Called with `https:` and `http:` addresses only. */
  openUrl: (url: string) => void;
  /** Gives haptic feedback for a choice, the end or an error; only with a bridge. */
  onHaptic?: ((feedback: "selection" | "success" | "error") => void) | undefined;
  /**
   * The scheme of Link's navigations; default `servicelink`. A branded server has another scheme.
   */
  scheme?: string | undefined;
  /** Whether messages arrive through `receive`. Navigations then carry no messages. */
  hasBridge?: boolean | undefined;
};

/** The paths of Link's pages, and of the redirects to a bank and back. */
const PAGES = /^\/(link\.html|oauth\/(start|return(\/[^/?#]+)?))([?#]|$)/;

/** A message's name and metadata match, but the compiler cannot infer that. */
type UntypedOnEvent = ((name: string, metadata: object) => void) | undefined;

/**
 * A script for the system's back button. In the WebView's page, the script asks the user whether to
 * exit, like the window's own button. Link then sends its end as a message, or stays open.
 */
export const ASK_TO_EXIT = 'dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" })); true;';

/** An opening of Link in a WebView. */
export type WebviewLink = {
  /** The address that the WebView loads. */
  readonly url: string;
  /**
   * Decides on a navigation of the WebView, including redirects. Returns true for Link's own pages.
   * The app cancels all other navigations: a message goes to the callbacks, a site to `openUrl`.
   */
  navigate(url: string): boolean;
  /**
   * Handles a message that the page at `from` has posted to the bridge. Messages of other pages are
   * ignored.
   */
  receive(message: unknown, from: string): void;
  /**
   * Ends an open Link before its user does. Calls `onExit`; with a reason, the error is
   * LINK_UNREACHABLE. The app removes the WebView.
   */
  end(reason?: string): void;
};

/**
 * Prepares an opening of Link in a WebView of any kind. Messages go to the callbacks of `create`.
 * The last call is exactly one of `onSuccess` and `onExit`. Throws one TypeError with the name of
 * every missing or mistyped field.
 */
export const createWebviewLink = (options: WebviewOptions): WebviewLink => {
  const { origin, scheme, openUrl, hasBridge, onHaptic: _, ...config } = options;
  checkConfig({ ...config, origin } as Config, isAppOrigin);
  if (typeof openUrl !== "function")
    throw new TypeError("createWebviewLink: openUrl must be a function");
  let isLoaded = false;
  let isOver = false;
  const lastMetadata: ExitMetadata = {
    link_session_id: null,
    request_id: null,
    institution: null,
    status: null,
  };
  const isLinks = (url: string) => url === origin || url.startsWith(`${origin}/`);
  /** The account site and a sandbox bank share Link's origin, but are not Link's pages. */
  const isLinkPage = (url: string) => isLinks(url) && PAGES.test(url.slice(origin.length));

  const deliver = (message: LinkMessage | null): void => {
    if (isOver || !message) return;
    isOver = message.kind === "connected" || message.kind === "exit";
    if (message.kind === "event" && !isLoaded) {
      isLoaded = true;
      options.onLoad?.();
    }
    switch (message.kind) {
      case "haptic":
        options.onHaptic?.(message.feedback);
        break;
      case "connected":
        options.onSuccess(message.publicToken, message.metadata);
        break;
      case "exit":
        options.onExit?.(message.error, message.metadata);
        break;
      case "event":
        noteMetadata(message.metadata);
        (options.onEvent as UntypedOnEvent)?.(message.name, message.metadata);
    }
  };

  const noteMetadata = (metadata: Extract<LinkMessage, { kind: "event" }>["metadata"]): void => {
    const { link_session_id, request_id, institution_id, institution_name } = metadata;
    Object.assign(lastMetadata, { link_session_id, request_id });
    if (institution_id)
      lastMetadata.institution = { name: institution_name ?? null, institution_id };
  };

  return {
    url: linkUrl({ ...config, origin } as Config),
    navigate(url) {
      if (isLinkPage(url)) return true;
      const message = parseMessage(url, scheme);
      if (message) {
        if (!hasBridge) deliver(message);
      } else if (/^https?:/.test(url)) openUrl(url);
      return false;
    },
    receive(message, from) {
      if (isLinks(from)) deliver(parseMessage(message, scheme));
    },
    end(reason) {
      const error: LinkError | null =
        reason === undefined ? null : unreachable(origin, reason).error;
      deliver({ kind: "exit", error, metadata: lastMetadata });
    },
  };
};

/** Returns the address at which a WebView opens Link, with the config in the query. */
const linkUrl = ({ origin, user, theme, ...settings }: Config): string => {
  const look = typeof theme === "object" ? theme : { mode: theme };
  const fields: Record<string, unknown> = {
    ...settings,
    isWebview: true,
    userLegalName: user?.legalName,
    userEmailAddress: user?.emailAddress,
    theme: look.mode,
    themeAccent: look.accent,
    themeRadius: look.radius,
    themeFont: look.font,
    themeLogo: look.logo,
  };
  const query = Object.entries(fields)
    .filter(([, value]) => value !== undefined && typeof value !== "function")
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return `${origin}/link.html?${query.join("&")}`;
};
