/** @jsxImportSource react */
import {
  act,
  type ReactNode,
  type Ref,
  StrictMode,
  useEffect,
  useImperativeHandle,
  useState,
} from "react";
import { createRoot } from "react-dom/client";
import { onTestFinished, vi } from "vitest";
import { linkToken, ORIGIN } from "./link-frame.fixture.ts";

// Replaces `react-native` and `react-native-webview` in tests, through an alias in
// vitest.config.ts.

type WebviewProps = {
  ref?: Ref<unknown>;
  source: { uri: string };
  originWhitelist?: string[];
  onShouldStartLoadWithRequest?: (request: { url: string }) => boolean;
  onMessage?: (event: { nativeEvent: { data: string; url: string } }) => void;
  onError?: (event: { nativeEvent: { url: string; description: string } }) => void;
  onHttpError?: (event: { nativeEvent: { url: string; statusCode: number } }) => void;
  onContentProcessDidTerminate?: () => void;
  onRenderProcessGone?: () => void;
};

/** A WebView of the app, from mount to unmount. */
type Native = { props: WebviewProps; injected: string[]; number: number };

const app = {
  webviews: new Set<Native>(),
  created: 0,
  modals: new Set<() => void>(),
  back: [] as (() => boolean)[],
  urlListeners: new Set<(event: { url: string }) => void>(),
  opened: [] as string[],
};

export const BackHandler = {
  addEventListener: (_: string, listener: () => boolean) => {
    app.back.push(listener);
    return { remove: () => void app.back.splice(app.back.indexOf(listener), 1) };
  },
};

export const Linking = {
  addEventListener: (_: string, listener: (event: { url: string }) => void) => {
    app.urlListeners.add(listener);
    return { remove: () => void app.urlListeners.delete(listener) };
  },
  openURL: async (url: string) => void app.opened.push(url),
};

export const Modal = ({
  onRequestClose = () => undefined,
  children,
}: {
  onRequestClose?: () => void;
  children?: ReactNode;
}) => {
  useEffect(() => {
    app.modals.add(onRequestClose);
    return () => void app.modals.delete(onRequestClose);
  });
  return <div role="dialog">{children}</div>;
};

export const WebView = (props: WebviewProps) => {
  const [native] = useState<Native>(() => ({ props, injected: [], number: 0 }));
  native.props = props;
  useImperativeHandle(props.ref, () => ({
    injectJavaScript: (script: string) => void native.injected.push(script),
  }));
  useEffect(() => {
    // StrictMode mounts the component twice.
    native.number ||= ++app.created;
    app.webviews.add(native);
    return () => void app.webviews.delete(native);
  }, [native]);
  return <div data-uri={props.source.uri} />;
};

/** The only WebView of the app. */
const webview = (): Native => {
  const [only, ...others] = app.webviews;
  if (!only || others.length > 0) throw new Error(`there are ${app.webviews.size} WebViews`);
  return only;
};

/** Messages of Link in the form that its page posts. */
export const EVENT = {
  type: "event",
  event_name: "OPEN",
  metadata: { link_session_id: "s", request_id: "r", timestamp: "t" },
} as const;
const METADATA = { link_session_id: "s", institution: { name: "Bank", institution_id: "ins_1" } };
export const CONNECTED = {
  type: "connected",
  public_token: "public-sandbox-1",
  metadata: METADATA,
};
export const EXIT = {
  type: "exit",
  error: null,
  metadata: { ...METADATA, request_id: "r", status: "requires_credentials" },
};

/**
 * The app's side of the bridge and of the system. Navigations follow the rules of
 * `react-native-webview`: the system opens an address outside the whitelist.
 */
export const nativeApp = {
  count: () => app.webviews.size,
  created: () => app.created,
  modals: () => app.modals.size,
  opened: () => app.opened,
  uri: () => new URL(webview().props.source.uri),
  injected: () => webview().injected,
  navigate: (url: string): boolean => {
    const { originWhitelist = ["http://*", "https://*"], onShouldStartLoadWithRequest } =
      webview().props;
    const [origin = ""] = /^[A-Za-z][A-Za-z0-9+\-.]+:(\/\/)?[^/]*/.exec(url) ?? [];
    const isListed = originWhitelist.some((each) =>
      new RegExp(`^${each.replace(/[.+?^${}()|[\]\\/]/g, "\\$&").replaceAll("*", ".*")}`).test(
        origin,
      ),
    );
    if (isListed) return onShouldStartLoadWithRequest?.({ url }) ?? true;
    app.opened.push(url);
    return false;
  },
  /** Returns a function that posts messages to the current WebView, even after its removal. */
  bridge: () => {
    const { props } = webview();
    return (message: object, url = `${ORIGIN}/link.html`) =>
      act(() => props.onMessage?.({ nativeEvent: { data: JSON.stringify(message), url } }));
  },
  post: (message: object, url?: string) => nativeApp.bridge()(message, url),
  fail: (url: string, description = "net::ERR_FAILED") =>
    act(() => webview().props.onError?.({ nativeEvent: { url, description } })),
  failHttp: (statusCode: number) =>
    act(() =>
      webview().props.onHttpError?.({ nativeEvent: { url: `${ORIGIN}/link.html`, statusCode } }),
    ),
  crash: (how: "onRenderProcessGone" | "onContentProcessDidTerminate" = "onRenderProcessGone") =>
    act(() => webview().props[how]?.()),
  pressBack: () =>
    act(() => (app.modals.size > 0 ? [...app.modals].at(-1)?.() : app.back.at(-1)?.())),
  /** The system opens the app by an address. */
  openAt: (url: string) =>
    act(() => {
      for (const listener of [...app.urlListeners]) listener({ url });
    }),
  listeners: () => app.back.length + app.urlListeners.size,
};

/** Mounts a component in a separate app under StrictMode, which mounts twice. */
export const mountInApp = async (first: ReactNode) => {
  app.opened.length = 0;
  app.created = 0;
  const errors = vi.spyOn(console, "error").mockReturnValue(undefined);
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  const unmount = () => act(() => root.unmount());
  onTestFinished(async () => {
    await unmount();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  const render = (node: ReactNode) => act(() => root.render(<StrictMode>{node}</StrictMode>));
  await render(first);
  return { render, unmount, errors: () => errors.mock.calls.map(([error]) => String(error)) };
};

/** Options of a Link with a token. */
export const NATIVE_OPTIONS = { origin: ORIGIN, token: linkToken(), onSuccess: () => undefined };
