import type { AppMessage } from "../protocol/app-message.ts";
import type { FrameMessage } from "../protocol/messages.ts";
import { addressOf } from "./app-address.ts";
import type { Host } from "./host.ts";
import { configIn } from "./query-config.ts";

/** The window of a WebView: its location, and the bridges that an app may have put into it. */
export type AppWindow = {
  document?: { documentElement: { dataset: DOMStringMap } };
  location: { search: string; origin: string; href: string };
  webkit?: { messageHandlers?: { serviceLink?: Bridge<AppMessage> } };
  ServiceLinkAndroid?: Bridge<string>;
  ReactNativeWebView?: Bridge<string>;
};

type Bridge<Message> = { postMessage(message: Message): void };

/**
 * The conversation between Link and a native app, where Link is the whole page of a WebView.
 *
 * The app speaks once, by the address that it loads: the query is the configuration. Link opens at
 * once, and from then on nothing outside can call it: to leave before the user does, the app takes
 * the WebView away.
 *
 * Link tells each message in two ways. It navigates to `servicelink://…`, or to the brand's scheme, which the app intercepts
 * and cancels, so that Link stays where it is. And it posts the message to every bridge that the app
 * has put into the window: as an object to WebKit's, as JSON to those that take only strings. An app
 * hears everything by either way, so that it listens to one and lets the other be. It has to cancel
 * the navigation in any case, since whether somebody listens cannot be seen from here.
 *
 * Every message is told once, in order, and after `connected` or `exit` nothing more. Messages take
 * turns: WebKit drops a navigation that another one follows before its own task has run.
 */
export const meetApp = (window: AppWindow): Host => {
  // A brand of its own the server writes into the document.
  const { scheme = "servicelink" } = window.document?.documentElement.dataset ?? {};
  let turn: Promise<unknown> = Promise.resolve();
  let isOver = false;

  const deliver = (message: AppMessage): void => {
    turn = turn.then(() => {
      for (const post of waysOut(window, scheme)) attempt(() => post(message));
      return new Promise((resolve) => setTimeout(resolve));
    });
  };

  return {
    origin: window.location.origin,
    config: configIn(window.location.search),
    post: (message) => {
      const next = isOver ? null : appMessage(message);
      if (!next) return;
      isOver = next.type !== "event";
      deliver(next);
    },
    // Whoever listens has something to do first, as with a page that answers in its own time.
    listen: (listener) => queueMicrotask(() => listener({ type: "open" })),
  };
};

const waysOut = (window: AppWindow, scheme: string): ((message: AppMessage) => void)[] => [
  (message) => window.webkit?.messageHandlers?.serviceLink?.postMessage(message),
  (message) => window.ServiceLinkAndroid?.postMessage(JSON.stringify(message)),
  (message) => window.ReactNativeWebView?.postMessage(JSON.stringify(message)),
  (message) => {
    window.location.href = addressOf(message, scheme);
  },
];

/** What the app is told of a message to the page; null where it is of no use to an app. */
const appMessage = (message: FrameMessage): AppMessage | null => {
  switch (message.type) {
    case "title":
    case "ready":
    case "pong":
      return null;
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
  }
};

/** A bridge that throws is reported, and keeps no other from being told. */
const attempt = (run: () => void): void => {
  try {
    run();
  } catch (error) {
    reportError(error);
  }
};
