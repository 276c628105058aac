import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { AppMessage, PageMessage } from "../protocol/link/messages.ts";
import { formatAddress as addressIn } from "./app-address.ts";
import { type AppWindow, meetApp } from "./webview.ts";

const toAddress = (message: AppMessage) => addressIn(message, "servicelink");

/**
 * A WebView's window that drops navigations as WebKit does: if one task navigates several times,
 * the app sees only the last one.
 */
const openWebview = (bridges: Partial<AppWindow> = {}) => {
  const navigations: string[] = [];
  let next: ReturnType<typeof setTimeout>;
  const window: AppWindow = {
    location: {
      search: "?isWebview=true&key=k",
      origin: "https://link.example",
      set href(address: string) {
        clearTimeout(next);
        next = setTimeout(() => navigations.push(address));
      },
    },
    ...bridges,
  };
  return { host: meetApp(window), navigations };
};

/** Waits as long as it takes; only a hang ends by the test's timeout. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 60_000 });

const event = (view_name: "LOADING" | "MFA") =>
  ({
    type: "event",
    name: "TRANSITION_VIEW",
    metadata: { link_session_id: "s", timestamp: "t", request_id: "r", view_name },
  }) as const;
const metadata = { link_session_id: "s", request_id: "r", institution: null, status: null };
const success = {
  type: "success",
  publicToken: "public-sandbox-1",
  metadata: { link_session_id: "s", institution: { name: "Bank", institution_id: "ins_1" } },
} as const;

const inTurn: AppMessage[] = [
  { type: "event", event_name: "TRANSITION_VIEW", metadata: event("LOADING").metadata },
  { type: "event", event_name: "TRANSITION_VIEW", metadata: event("MFA").metadata },
  { type: "connected", public_token: "public-sandbox-1", metadata: success.metadata },
];

describe("in a WebView Link", () => {
  test("a choice, a success and an error are felt, by bridges alone and before their event", async () => {
    const received: object[] = [];
    const { host, navigations } = openWebview({
      webkit: { messageHandlers: { serviceLink: { postMessage: (each) => received.push(each) } } },
    });
    const ids = { link_session_id: "s", timestamp: "t", request_id: "r" };
    const institution = { institution_id: "ins_1", institution_name: "Bank" };
    const connected = { ...ids, view_name: "CONNECTED" } as const;
    host.post({ type: "event", name: "SELECT_INSTITUTION", metadata: { ...ids, ...institution } });
    host.post(event("MFA"));
    host.post({ type: "event", name: "TRANSITION_VIEW", metadata: connected });
    await soon(() => expect(navigations).toHaveLength(3));
    const feedback = received.filter((each) => "feedback" in each);
    expect(feedback).toEqual([
      { type: "haptic", feedback: "selection" },
      { type: "haptic", feedback: "success" },
    ]);
    expect(received).toHaveLength(5);
    expect(navigations.join()).not.toContain("haptic");
  });

  test("Link in a WebView is configured by its address, on its own origin", () => {
    const { host } = openWebview();
    expect(host.config).toEqual({ isWebview: true, key: "k" });
    expect(host.origin).toBe("https://link.example");
  });

  test("Link in a WebView opens at once, after its listener has finished its set-up", async () => {
    const { host } = openWebview();
    const messages: PageMessage[] = [];
    host.listen((message) => messages.push(message));
    expect(messages).toEqual([]);
    await soon(() => expect(messages).toEqual([{ type: "open" }]));
  });

  test("navigates to every message in order, even if they are posted together", async () => {
    const { host, navigations } = openWebview();
    for (const message of [event("LOADING"), event("MFA"), success]) host.post(message);
    await soon(() => expect(navigations).toEqual(inTurn.map(toAddress)));
  });

  test("posts each message to every bridge, in the bridge's format", async () => {
    const objects: object[] = [];
    const texts: Record<"android" | "react", string[]> = { android: [], react: [] };
    const { host, navigations } = openWebview({
      webkit: {
        messageHandlers: { serviceLink: { postMessage: (message) => objects.push(message) } },
      },
      ServiceLinkAndroid: { postMessage: (message) => texts.android.push(message) },
      ReactNativeWebView: { postMessage: (message) => texts.react.push(message) },
    });
    for (const message of [event("LOADING"), event("MFA"), success]) host.post(message);
    await soon(() => expect(navigations).toHaveLength(3));
    expect(objects).toEqual(inTurn);
    expect(texts.android.map((text) => JSON.parse(text))).toEqual(inTurn);
    expect(texts.react).toEqual(texts.android);
  });

  test("posts only messages for apps, and nothing after the end", async () => {
    const { host, navigations } = openWebview();
    host.post({ type: "ready" });
    host.post({ type: "exit", error: null, metadata });
    host.post({ type: "refused", error: REFUSAL, metadata });
    host.post(event("MFA"));
    host.post(success);
    await soon(() => expect(navigations).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve));
    await new Promise((resolve) => setTimeout(resolve));
    expect(navigations).toEqual([toAddress({ type: "exit", error: null, metadata })]);
  });

  test("exits with the error if it is refused", async () => {
    const { host, navigations } = openWebview();
    host.post({ type: "refused", error: REFUSAL, metadata });
    await soon(() =>
      expect(navigations).toEqual([toAddress({ type: "exit", error: REFUSAL, metadata })]),
    );
    expect(navigations[0]).toContain("error_code=INVALID_PUBLIC_KEY");
  });

  test("a bridge of a WebView that throws is reported, and blocks no other message", async () => {
    const report = vi.fn();
    vi.stubGlobal("reportError", report);
    onTestFinished(() => void vi.unstubAllGlobals());
    const failure = new Error("the app's own");
    const { host, navigations } = openWebview({
      ServiceLinkAndroid: {
        postMessage: () => {
          throw failure;
        },
      },
    });
    host.post(event("MFA"));
    host.post(success);
    await soon(() => expect(navigations).toEqual(inTurn.slice(1).map(toAddress)));
    expect(report.mock.calls).toEqual([[failure], [failure]]);
  });
});

const REFUSAL = {
  error_type: "INVALID_INPUT",
  error_code: "INVALID_PUBLIC_KEY",
  error_message: "the key is not known",
  display_message: null,
} as const;
