import type { AppMessage, FrameMessage, HapticMessage } from "../protocol/link/messages.ts";
import { formatAddress } from "./app-address.ts";
import type { Host } from "./host.ts";
import { configIn } from "./query-config.ts";

/** The window of a WebView: its location, and the bridges that an app may install. */
export type AppWindow = {
  document?: { documentElement: { dataset: DOMStringMap } };
  location: { search: string; origin: string; href: string };
  webkit?: { messageHandlers?: { serviceLink?: Bridge<AppMessage | HapticMessage> } };
  ServiceLinkAndroid?: Bridge<string>;
  ReactNativeWebView?: Bridge<string>;
};

type Bridge<Message> = { postMessage(message: Message): void };

/**
 * The conversation between Link and a native app that shows Link as the whole page of a WebView.
 *
 * The app speaks once, by the address that it loads: the query is the configuration. Link opens at
 * once, and nothing outside can call it afterwards: to leave before the user does, the app removes
 * the WebView.
 *
 * Link sends each message in two ways. It navigates to `servicelink://…`, or to the brand's scheme,
 * which the app intercepts and cancels, so Link stays in place. And it posts the message to every
 * bridge that the app has installed: as an object to WebKit's, as JSON to those that take only
 * strings. Both ways carry every message, so an app needs to listen to one. It has to cancel the
 * navigation in any case, since Link cannot tell whether an app listens to a bridge.
 *
 * Each message is sent once, in order, and none follows `connected` or `exit`. Messages take turns: a
 * WebView asks its app about a navigation in another process, and drops it if another one follows meanwhile.
 */
export const meetApp = (window: AppWindow): Host => {
  // The server writes a custom brand's scheme into the document.
  const { scheme = "servicelink" } = window.document?.documentElement.dataset ?? {};
  let turn: Promise<unknown> = Promise.resolve();
  let isOver = false;

  const deliver = (message: AppMessage): void => {
    turn = turn.then(() => {
      for (const post of waysOut(window, scheme)) attempt(() => post(message));
      return new Promise((resolve) => setTimeout(resolve, 100));
    });
  };

  return {
    origin: window.location.origin,
    config: configIn(window.location.search),
    post: (message) => {
      const next = isOver ? null : appMessage(message);
      if (!next) return;
      isOver = next.type !== "event";
      const feedback = feedbackOf(next);
      if (feedback)
        for (const post of bridges(window)) attempt(() => post({ type: "haptic", feedback }));
      deliver(next);
    },
    // Opens after the caller's set-up, like the asynchronous message of a page.
    listen: (listener) => queueMicrotask(() => listener({ type: "open" })),
  };
};

const bridges = (window: AppWindow): ((message: AppMessage | HapticMessage) => void)[] => [
  (message) => window.webkit?.messageHandlers?.serviceLink?.postMessage(message),
  (message) => window.ServiceLinkAndroid?.postMessage(JSON.stringify(message)),
  (message) => window.ReactNativeWebView?.postMessage(JSON.stringify(message)),
];

const waysOut = (window: AppWindow, scheme: string): ((message: AppMessage) => void)[] => [
  ...bridges(window),
  (message) => {
    window.location.href = formatAddress(message, scheme);
  },
];

/**
 * Converts a message for the page to a message for the app; null for messages that an app does not
 * need.
 */
const appMessage = (message: FrameMessage): AppMessage | null => {
  switch (message.type) {
    case "event":
      return { type: "event", event_name: message.name, metadata: message.metadata };
    case "success":
      return {
        type: "connected",
        public_token: message.publicToken,
        metadata: message.metadata,
      };
    case "refused":
    case "exit":
      return { type: "exit", error: message.error, metadata: message.metadata };
    default:
      return null;
  }
};

/** Returns the haptic feedback for a message; null for most. */
const feedbackOf = (message: AppMessage): HapticMessage["feedback"] | null => {
  if (message.type !== "event") return null;
  const { event_name, metadata } = message;
  if (event_name === "SELECT_INSTITUTION") return "selection";
  if (event_name === "ERROR") return "error";
  return "view_name" in metadata && metadata.view_name === "CONNECTED" ? "success" : null;
};

/** Runs a bridge. An exception is reported and does not stop other bridges. */
const attempt = (run: () => void): void => {
  try {
    run();
  } catch (error) {
    reportError(error);
  }
};
