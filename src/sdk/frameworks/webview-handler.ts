import { Linking } from "react-native";
import { checkConfig } from "../config.ts";
import type { Config, Handler } from "../config-type.ts";
import type { AppOptions } from "./app-options.ts";
import { isAppOrigin } from "./app-origin.ts";
import { createWebviewLink, type WebviewLink } from "./webview.ts";

/** A Link open in a WebView. A new number makes the app draw a new WebView. */
export type Opening = {
  readonly link: WebviewLink;
  readonly number: number;
  /** Whether Link's page has sent anything. */
  readonly isLoaded: () => boolean;
  /** Opens Link in a new WebView after the current page is gone. Link resumes its session. */
  readonly restart: () => void;
  /** Continues at an address that the system has opened, if the address is the redirect_uri. */
  readonly resumeAt: (url: string) => void;
};

/** The maximum number of WebViews per opening, which stops a page that crashes repeatedly. */
const MAX_WEBVIEWS = 5;

/**
 * Creates the handler of a Link in an app. The app draws the opening passed to `setOpening`. Throws
 * like `create`.
 */
export const createHandler = (
  config: Config,
  app: () => AppOptions,
  setOpening: (opening: Opening | null) => void,
): Handler => {
  checkConfig(config, isAppOrigin);
  let current: Opening | null = null;

  const set = (next: Opening | null) => {
    current = next;
    setOpening(next);
  };

  const start = (receivedRedirectUri = config.receivedRedirectUri) => {
    const { redirectUri, scheme, openUrl = openInBrowser } = app();
    const number = (current?.number ?? 0) + 1;
    let isLoaded = false;
    /** Runs a callback unless its WebView is gone. */
    const run = (callback: () => void, isEnd = false) => {
      if (current !== opening) return;
      if (isEnd) set(null);
      callback();
    };
    const link = createWebviewLink({
      ...config,
      ...{ origin: config.origin ?? "", receivedRedirectUri, scheme, openUrl, hasBridge: true },
      onLoad: () => {
        isLoaded = true;
        run(() => config.onLoad?.());
      },
      onEvent: (...event: unknown[]) => run(() => (config.onEvent as UntypedOnEvent)?.(...event)),
      onHaptic: (feedback) => run(() => app().onHaptic?.(feedback)),
      onExit: (...details) => run(() => config.onExit?.(...details), true),
      onSuccess: (...details) => run(() => config.onSuccess(...details), true),
    });
    const opening: Opening = {
      link,
      number,
      isLoaded: () => isLoaded,
      restart: () => {
        if (current !== opening) return;
        if (isLoaded && number < MAX_WEBVIEWS) start(receivedRedirectUri);
        else link.end("has crashed");
      },
      resumeAt: (url) => {
        if (redirectUri && url.split("?")[0] === redirectUri) start(url);
      },
    };
    set(opening);
  };

  return {
    open() {
      if (!current) start();
    },
    exit() {
      current?.link.end();
    },
    destroy() {
      if (current) set(null);
    },
    get isOpen() {
      return current !== null;
    },
  };
};

/** A message's name and metadata match, but the compiler cannot infer that. */
type UntypedOnEvent = ((...event: unknown[]) => void) | undefined;

const openInBrowser = (url: string) => {
  Linking.openURL(url).catch((error: unknown) => console.error(error));
};
