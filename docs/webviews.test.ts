import { EventEmitter } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import * as webview from "../src/sdk/frameworks/webview.ts";

const PAGE = readFileSync(join(import.meta.dirname, "webviews.md"), "utf8");

const ORIGIN = "https://link.example";
const OPENED = "servicelink://event?event_name=OPEN&link_session_id=s&request_id=r&timestamp=t";
const CONNECTED = "servicelink://connected?public_token=public-sandbox-1&link_session_id=s";

type OpenLink = (options: object, redirectUri?: string) => unknown;

/** Runs the code of the page with an app's modules and globals in place of the real ones. */
const openLinkOf = (app: string, modules: object, globals: object = {}): OpenLink => {
  const [, code = ""] = new RegExp(`\`\`\`js ${app}\\n(.*?)\\n\`\`\``, "s").exec(PAGE) ?? [];
  expect(code.split("\n").length, app).toBeLessThanOrEqual(30);
  const body = code
    .replace(/^import (\{.*\}) from (".*");$/gm, "const $1 = modules[$2];")
    .replace("export const openLink", "const openLink");
  const run = new Function("modules", ...Object.keys(globals), `${body}\nreturn openLink;`);
  return run({ ...modules, "service-link/webview": webview }, ...Object.values(globals));
};

/** The options of an app, with the calls of its callbacks. */
const appOptions = () => {
  const calls: unknown[][] = [];
  const record =
    (name: string) =>
    (...details: unknown[]) =>
      void calls.push([name, ...details.slice(0, 1)]);
  const options = {
    origin: ORIGIN,
    token: "link-sandbox-1",
    onEvent: record("onEvent"),
    onSuccess: record("onSuccess"),
    onExit: record("onExit"),
  };
  return { options, calls };
};

/** Electron's windows: a destroyed one throws on use, and is closed once. */
const electron = () => {
  const windows: BrowserWindow[] = [];
  class BrowserWindow extends EventEmitter {
    webContents = Object.assign(new EventEmitter(), {
      setWindowOpenHandler: (handler: typeof this.openWindow) => {
        this.openWindow = handler;
      },
    });
    openWindow: (details: { url: string }) => object = () => ({ action: "allow" });
    loaded: string[] = [];
    #isDestroyed = false;
    preferences: object;
    constructor({ webPreferences }: { webPreferences: object }) {
      super();
      this.preferences = webPreferences;
      windows.push(this);
    }
    isDestroyed = () => this.#isDestroyed;
    loadURL(url: string) {
      this.loaded.push(url);
    }
    destroy() {
      if (this.#isDestroyed) throw new TypeError("Object has been destroyed");
      this.#isDestroyed = true;
      this.emit("closed");
    }
    /** Whether the page gets to an address, by itself or by a redirect. */
    navigate(url: string, by: "will-navigate" | "will-redirect" = "will-navigate") {
      let isPrevented = false;
      const preventDefault = () => {
        isPrevented = true;
      };
      this.webContents.emit(by, { url, preventDefault }, url);
      return !isPrevented;
    }
  }
  const openExternal = vi.fn(async () => undefined);
  const openLink = openLinkOf("electron", {
    electron: { BrowserWindow, shell: { openExternal } },
  });
  const open = () => {
    const { options, calls } = appOptions();
    openLink(options);
    const window = windows.at(-1);
    if (!window) throw new Error("there is no window");
    return { window, calls };
  };
  return { open, openExternal };
};

test("in Electron a sandboxed window hears Link, opens banks outside, and is destroyed at the end", () => {
  const { open, openExternal } = electron();
  const { window, calls } = open();
  expect(window.preferences).toEqual({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
  });
  expect(window.loaded).toEqual([`${ORIGIN}/link.html?token=link-sandbox-1&isWebview=true`]);
  expect(window.navigate(OPENED)).toBe(false);
  expect(window.navigate(`${ORIGIN}/oauth/start?1`)).toBe(true);
  expect(window.navigate("https://bank.example/authorize", "will-redirect")).toBe(false);
  expect(window.navigate("file:///etc/passwd")).toBe(false);
  expect(window.openWindow({ url: `${ORIGIN}/account` })).toEqual({ action: "deny" });
  window.webContents.emit("did-fail-load", {}, -3, "ERR_ABORTED");
  expect(window.isDestroyed()).toBe(false);
  window.navigate(CONNECTED);
  expect(window.isDestroyed()).toBe(true);
  expect(calls).toEqual([
    ["onEvent", "OPEN"],
    ["onSuccess", "public-sandbox-1"],
  ]);
  expect(openExternal.mock.calls).toEqual([
    ["https://bank.example/authorize"],
    [`${ORIGIN}/account`],
  ]);
});

test("in Electron a closed window, a crash and an unreachable server are an exit, once", () => {
  const { open } = electron();
  const reasons = [
    ({ window }: ReturnType<typeof open>) => window.destroy(),
    ({ window }: ReturnType<typeof open>) => window.webContents.emit("render-process-gone", {}),
    ({ window }: ReturnType<typeof open>) =>
      window.webContents.emit("did-fail-load", {}, -102, "ERR_CONNECTION_REFUSED"),
  ];
  const unreachable = expect.objectContaining({ error_code: "LINK_UNREACHABLE" });
  for (const [index, cause] of reasons.entries()) {
    const opening = open();
    cause(opening);
    expect(opening.window.isDestroyed()).toBe(true);
    expect(opening.calls).toEqual([["onExit", index === 0 ? null : unreachable]]);
  }
});

type View = {
  readonly url: string;
  readonly options: string;
  readonly loaded: string[];
  isClosed: boolean;
  addEventListener(name: string, listener: (...details: unknown[]) => void): void;
  close(): void;
  fail(message: string): void;
  navigate(to: string): boolean;
};

/** Cordova's browser, which cancels each navigation and asks about it, the first one included. */
const capacitor = () => {
  const views: View[] = [];
  const outside: string[] = [];
  const listeners = new Set<(event: { url: string }) => void>();
  const openView = (url: string, options: string) => {
    const events = new EventEmitter();
    const view: View = {
      url,
      options,
      loaded: [],
      isClosed: false,
      addEventListener: (name, listener) => void events.on(name, listener),
      close: () => {
        if (!view.isClosed) events.emit("exit", {});
        view.isClosed = true;
      },
      fail: (message) => void events.emit("loaderror", { message }),
      navigate: (to) => {
        events.emit("beforeload", { url: to }, (accepted: string) => view.loaded.push(accepted));
        return view.loaded.includes(to);
      },
    };
    views.push(view);
    return view;
  };
  const cordova = {
    InAppBrowser: {
      open: (url: string, target: string, options = "") =>
        target === "_system" ? void outside.push(url) : openView(url, options),
    },
  };
  const App = {
    addListener: async (_: string, listener: (event: { url: string }) => void) => {
      listeners.add(listener);
      return { remove: () => void listeners.delete(listener) };
    },
  };
  const openLink = openLinkOf("capacitor", { "@capacitor/app": { App } }, { cordova });
  const openApp = (url: string) => {
    for (const listener of [...listeners]) listener({ url });
  };
  return { openLink, views, outside, listeners, openApp };
};

test("in Capacitor a browser that asks hears Link, opens banks outside, and is closed at the end", async () => {
  const { openLink, views, outside, listeners } = capacitor();
  const { options, calls } = appOptions();
  openLink(options, "https://shop.example/back");
  const [view] = views;
  expect(view?.options).toContain("beforeload=yes");
  expect(view?.navigate(view.url)).toBe(true);
  expect(view?.navigate(OPENED)).toBe(false);
  expect(view?.navigate("https://bank.example/")).toBe(false);
  view?.navigate(CONNECTED);
  expect(view?.isClosed).toBe(true);
  expect(outside).toEqual(["https://bank.example/"]);
  expect(calls).toEqual([
    ["onEvent", "OPEN"],
    ["onSuccess", "public-sandbox-1"],
  ]);
  await vi.waitFor(() => expect(listeners.size).toBe(0));
});

test("in Capacitor the redirect_uri opens Link again without an exit, and a closed browser is one", async () => {
  const { openLink, views, openApp, listeners } = capacitor();
  const { options, calls } = appOptions();
  const back = "https://shop.example/back";
  openLink(options, back);
  openApp("https://shop.example/other?oauth_state_id=1");
  expect(views).toHaveLength(1);
  openApp(`${back}?oauth_state_id=1`);
  expect(views).toHaveLength(2);
  expect(views[0]?.isClosed).toBe(true);
  expect(new URL(views[1]?.url ?? "").searchParams.get("receivedRedirectUri")).toBe(
    `${back}?oauth_state_id=1`,
  );
  expect(calls).toEqual([]);
  views[1]?.close();
  expect(calls).toEqual([["onExit", null]]);
  await vi.waitFor(() => expect(listeners.size).toBe(0));
  openLink(options, back);
  views[2]?.fail("net::ERR_CONNECTION_REFUSED");
  expect(calls[1]).toEqual(["onExit", expect.objectContaining({ error_code: "LINK_UNREACHABLE" })]);
});
