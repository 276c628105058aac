import type { Page } from "@playwright/test";
import { createWebviewLink, type WebviewOptions } from "../../src/sdk/frameworks/webview.ts";
import type { Running } from "./server.ts";

/**
 * The messages that an app receives in one of the ways: each with the callback's data, or as
 * fields.
 */
export type WebviewMessage = { type: string; [field: string]: unknown };

/** The address at which a native app opens Link. */
export const webviewUrl = (server: Running, parameters: Record<string, string> = {}): string => {
  const query = new URLSearchParams({
    isWebview: "true",
    clientName: "Corner Shop",
    product: "auth,transactions",
    key: server.publicKey,
    env: "sandbox",
    ...parameters,
  });
  return `${server.api}/link.html?${query}`;
};

/**
 * Opens Link as the whole page, and cancels its navigations like an app; returns them. Otherwise a
 * browser would ask its user whether to open another program.
 */
export const openWebview = async (
  page: Page,
  url: string,
  scheme = "servicelink:",
): Promise<() => WebviewMessage[]> => {
  const navigations: WebviewMessage[] = [];
  await page.exposeFunction("intercepted", (address: string) => {
    const { host, searchParams } = new URL(address);
    navigations.push({ type: host, ...Object.fromEntries(searchParams) });
  });
  await page.addInitScript((scheme) => {
    navigation.addEventListener("navigate", (event) => {
      if (!event.destination.url.startsWith(scheme)) return;
      event.preventDefault();
      Reflect.get(window, "intercepted")(event.destination.url);
    });
  }, scheme);
  await page.goto(url);
  return () => navigations;
};

/** The names of the messages in order; views after their event. */
export const storyOf = (messages: WebviewMessage[]): string[] =>
  messages.map(({ type, event_name, view_name, metadata }) => {
    if (type !== "event") return type;
    const view = view_name ?? Reflect.get(Object(metadata), "view_name");
    return view ? `${event_name} ${view}` : String(event_name);
  });

/** Creates an app's Link through the package. Returns the callbacks' calls in order. */
export const hearLink = (
  server: Running,
  hasBridge: boolean,
  options: Partial<WebviewOptions> = {},
) => {
  const calls: [string, ...unknown[]][] = [];
  const record =
    (name: string) =>
    (...details: unknown[]) =>
      void calls.push([name, ...details]);
  const link = createWebviewLink({
    ...{ clientName: "Corner Shop", product: ["auth", "transactions"], env: "sandbox" },
    ...{ key: server.publicKey, origin: server.api, hasBridge },
    ...Object.fromEntries(CALLBACKS.map((name) => [name, record(name)])),
    ...options,
  } as WebviewOptions);
  /** The names of the calls in order; of events their own, with the view. */
  const story = () =>
    calls.map(([name, event, metadata]) => {
      if (name !== "onEvent") return name;
      const view = Reflect.get(Object(metadata), "view_name");
      return view ? `${event} ${view}` : String(event);
    });
  return { link, calls, story };
};

const CALLBACKS = ["onSuccess", "onExit", "onEvent", "onLoad", "onHaptic", "openUrl"];
