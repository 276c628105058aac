import { createElement, type ReactElement, useEffect, useRef, useState } from "react";
import { BackHandler, Linking, Modal } from "react-native";
import { WebView } from "react-native-webview";
import type { AppOptions } from "./app-options.ts";
import type { LinkOptions, LinkState } from "./link-options.ts";
import { useController } from "./react-controller.ts";
import { ASK_TO_EXIT } from "./webview.ts";
import { createHandler, type Opening } from "./webview-handler.ts";

export type { GetToken, LinkOptions, LinkState } from "./link-options.ts";

/** The options of a Link in an app: the options of `create`, and options for the app. */
export type NativeLinkOptions = LinkOptions &
  AppOptions & {
    /** The origin that serves Link, like `https://link.example.com`. */
    origin: string;
  };

/** The result of `useServiceLink`. `open` and `exit` are the same functions in each render. */
export type ServiceLinkHook = LinkState & {
  /** Shows Link; without a token, waits for the token. */
  open: () => void;
  /** Closes Link at once, and calls `onExit`. An app cannot ask the user inside a WebView. */
  exit: () => void;
  /** Link as a modal while open, otherwise null. Render it anywhere in the component. */
  modal: ReactElement | null;
};

/**
 * Prepares Link while the component is mounted, and removes it afterwards. The callbacks of the
 * last render are called. Other options are compared by value, and a change applies to the next
 * opening.
 */
export function useServiceLink(options: NativeLinkOptions): ServiceLinkHook {
  const { opening, ...hook } = useNativeLink(options);
  return { ...hook, modal: opening && createElement(LinkView, { opening, isModal: true }) };
}

/** The props of `ServiceLink`. */
export type ServiceLinkProps = NativeLinkOptions & {
  /** Called with the reason if Link cannot be opened. */
  onError?: ((error: Error) => void) | undefined;
};

/**
 * Link as a view that fills its parent, for your own screen. The view opens Link after its mount,
 * as soon as there is a token, and closes Link at its unmount.
 */
export function ServiceLink({ onError, ...options }: ServiceLinkProps): ReactElement | null {
  const { opening, open, error } = useNativeLink(options as NativeLinkOptions);
  const report = useRef(onError);
  useEffect(() => {
    report.current = onError;
  });
  useEffect(open, [open]);
  useEffect(() => {
    if (error) report.current?.(error);
  }, [error]);
  return opening && createElement(LinkView, { opening, isModal: false });
}

const useNativeLink = (options: NativeLinkOptions) => {
  const { redirectUri, openUrl, onHaptic, scheme, ...linkOptions } = options;
  const app = { redirectUri, openUrl, onHaptic, scheme };
  const latestApp = useRef<AppOptions>(app);
  const [opening, setOpening] = useState<Opening | null>(null);
  useEffect(() => {
    latestApp.current = app;
  });
  const { controller, ready, error } = useController(linkOptions as LinkOptions, (config) =>
    createHandler(config, () => latestApp.current, setOpening),
  );
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const [open] = useState(() => () => {
    if (isMounted.current) controller.open();
  });
  return { ready, error, opening, open, exit: controller.exit };
};

const LinkView = ({ opening, isModal }: { opening: Opening; isModal: boolean }) => {
  const { link, number, isLoaded, restart, resumeAt } = opening;
  const webview = useRef<WebView>(null);
  const goBack = () => {
    if (isLoaded()) webview.current?.injectJavaScript(ASK_TO_EXIT);
    else link.end();
  };
  useEffect(() => {
    // In a modal Android's button calls `onRequestClose` instead.
    const subscriptions = [
      BackHandler.addEventListener("hardwareBackPress", () => {
        goBack();
        return true;
      }),
      Linking.addEventListener("url", ({ url }) => resumeAt(url)),
    ];
    return () => {
      for (const subscription of subscriptions) subscription.remove();
    };
  });
  const view = createElement(WebView, {
    key: number,
    ref: webview,
    source: { uri: link.url },
    // The WebView would open addresses outside this list, including messages, in the system's
    // browser.
    originWhitelist: ["*"],
    setSupportMultipleWindows: false,
    startInLoadingState: true,
    onShouldStartLoadWithRequest: ({ url }) => link.navigate(url),
    onMessage: ({ nativeEvent: { data, url } }) => link.receive(data, url),
    onError: ({ nativeEvent: { url, description } }) => {
      // Android loads a message's address unless the app cancels it within 250 ms.
      if (/^https?:/.test(url)) link.end(`did not load: ${description}`);
      else restart();
    },
    onHttpError: ({ nativeEvent: { statusCode } }) => link.end(`responded with ${statusCode}`),
    onContentProcessDidTerminate: restart,
    onRenderProcessGone: restart,
  });
  const modal = { animationType: "slide", presentationStyle: "pageSheet" } as const;
  return isModal ? createElement(Modal, { ...modal, onRequestClose: goBack }, view) : view;
};
