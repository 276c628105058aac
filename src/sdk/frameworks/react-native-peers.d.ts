// The parts of React Native and its WebView that `react-native.ts` uses, so that a checkout needs
// neither package. `packages/e2e/react-native.spec.ts` compiles the entry with the original types.

declare module "react-native" {
  import type { ComponentType, ReactNode } from "react";

  type Subscription = { remove(): void };
  export const BackHandler: {
    addEventListener(name: "hardwareBackPress", listener: () => boolean): Subscription;
  };
  export const Linking: {
    addEventListener(name: "url", listener: (event: { url: string }) => void): Subscription;
    openURL(url: string): Promise<unknown>;
  };
  export const Modal: ComponentType<{
    visible?: boolean;
    animationType?: "none" | "slide" | "fade";
    presentationStyle?: "fullScreen" | "pageSheet" | "formSheet" | "overFullScreen";
    onRequestClose?: () => void;
    children?: ReactNode;
  }>;
}

declare module "react-native-webview" {
  import type { ComponentType, Ref } from "react";

  type Native<Event> = { nativeEvent: Event };
  export type WebView = { injectJavaScript(script: string): void };
  export const WebView: ComponentType<{
    ref?: Ref<WebView>;
    source: { uri: string };
    originWhitelist: string[];
    setSupportMultipleWindows: boolean;
    startInLoadingState: boolean;
    onShouldStartLoadWithRequest(request: { url: string }): boolean;
    onMessage(event: Native<{ data: string; url: string }>): void;
    onError(event: Native<{ url: string; description: string }>): void;
    onHttpError(event: Native<{ url: string; statusCode: number }>): void;
    onContentProcessDidTerminate(): void;
    onRenderProcessGone(): void;
  }>;
}
