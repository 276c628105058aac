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
  /** Opens a site in the system's browser: only addresses with `https:` or `http:` get there. */
  openUrl: (url: string) => void;
  /** Lets the user feel a choice, the end or an error; only with a bridge. */
  onHaptic?: ((feedback: "selection" | "success" | "error") => void) | undefined;
  /** The scheme of Link's navigations; default `servicelink`. A server's brand has its own. */
  scheme?: string | undefined;
  /** Whether messages come by `receive`; then navigations carry none. */
  hasBridge?: boolean | undefined;
};

/** The paths of Link itself, and of its way to a bank and back. */
const PAGES = /^\/(link\.html|oauth\/(start|return(\/[^/?#]+)?))([?#]|$)/;

/** A message's name and metadata match, which the compiler cannot know. */
type UntypedOnEvent = ((name: string, metadata: object) => void) | undefined;

/**
 * A script for the WebView's page: it asks the user whether to exit, as the window's own button
 * does, for a back button of the system. Link then ends by a message, or stays.
 */
export const ASK_TO_EXIT = 'dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" })); true;';

/** One opening of Link in a WebView. */
export type WebviewLink = {
  /** The address that the WebView loads. */
  readonly url: string;
  /**
   * Decides on a navigation of the WebView, redirects included. Returns true for Link's own pages.
   * The app cancels all others: a message goes to the callbacks, a site to `openUrl`.
   */
  navigate(url: string): boolean;
  /** Takes a message that the page at `from` has posted to the bridge; none but Link's count. */
  receive(message: unknown, from: string): void;
  /**
   * Ends Link before its user does, if it has not ended: calls `onExit`, with LINK_UNREACHABLE if a
   * reason is given. The app removes the WebView.
   */
  end(reason?: string): void;
};

/**
 * Prepares one opening of Link in a WebView of any kind. Messages are passed to the callbacks of
 * `create`; exactly one of `onSuccess` and `onExit` is called, last. Throws one TypeError that
 * names every missing or wrongly typed field.
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
  /** The account site and a bank of the sandbox, of the same origin, are sites like others. */
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

/** Returns the address at which a WebView opens Link: the config, spelled as a query. */
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
