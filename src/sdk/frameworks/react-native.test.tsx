/** @jsxImportSource react */
import { expect, test, vi } from "vitest";
import { linkToken, ORIGIN } from "./link-frame.fixture.ts";
import {
  CONNECTED,
  EVENT,
  EXIT,
  mountInApp,
  NATIVE_OPTIONS,
  nativeApp,
} from "./react-native.fixture.tsx";
import { ServiceLink } from "./react-native.ts";
import { mountHook, nativeOptions as options } from "./react-native-hook.fixture.tsx";

test("a mount draws no WebView, and open draws one in a modal, with the config in its address", async () => {
  const { link, open } = await mountHook(options());
  expect(link()).toMatchObject({ ready: true, error: null, modal: null });
  await open();
  await open();
  expect(nativeApp.count()).toBe(1);
  expect(nativeApp.modals()).toBe(1);
  const { origin, pathname, searchParams } = nativeApp.uri();
  expect([origin, pathname]).toEqual([ORIGIN, "/link.html"]);
  expect(Object.fromEntries(searchParams)).toEqual({ token: linkToken(), isWebview: "true" });
});

test("callbacks get each message once and in order, and the end removes the WebView", async () => {
  const calls: unknown[][] = [];
  const record =
    (name: string) =>
    (...details: unknown[]) =>
      calls.push([name, ...details]);
  const { open } = await mountHook(
    options({
      onLoad: record("onLoad"),
      onEvent: record("onEvent"),
      onSuccess: record("onSuccess"),
      onExit: record("onExit"),
      onHaptic: record("onHaptic"),
    }),
  );
  await open();
  const post = nativeApp.bridge();
  await post(EVENT);
  expect(nativeApp.navigate("servicelink://event?event_name=OPEN")).toBe(false);
  await post({ type: "haptic", feedback: "selection" });
  await post({ type: "a newer one", metadata: {} });
  await post(CONNECTED);
  await post(CONNECTED);
  await post(EXIT);
  expect(calls).toEqual([
    ["onLoad"],
    ["onEvent", "OPEN", EVENT.metadata],
    ["onHaptic", "selection"],
    ["onSuccess", "public-sandbox-1", CONNECTED.metadata],
  ]);
  expect(nativeApp.count()).toBe(0);
  expect(nativeApp.listeners()).toBe(0);
});

test("only Link's origin is loaded: messages are cancelled, and sites open in the system's browser", async () => {
  const { open } = await mountHook(options());
  await open();
  const SITE = "https://bank.example/authorize?state=1";
  for (const [url, isLoaded] of [
    [`${ORIGIN}/oauth/start?1`, true],
    [SITE, false],
    [`${ORIGIN}.evil.example/`, false],
    ["servicelink://event?event_name=OPEN", false],
    ["servicelink://unknown", false],
    ["intent://bank#Intent;end", false],
    ["file:///etc/passwd", false],
    ["javascript:alert(1)", false],
  ] as const)
    expect([url, nativeApp.navigate(url)]).toEqual([url, isLoaded]);
  expect(nativeApp.opened()).toEqual([SITE, `${ORIGIN}.evil.example/`]);
});

test("a message of another page than Link's is no message", async () => {
  const onSuccess = vi.fn();
  const { open } = await mountHook(options({ onSuccess }));
  await open();
  await nativeApp.post(CONNECTED, "https://bank.example/");
  expect(onSuccess).not.toHaveBeenCalled();
  // Android names the origin, iOS the whole address.
  await nativeApp.post(CONNECTED, ORIGIN);
  expect(onSuccess).toHaveBeenCalledTimes(1);
});

test("callbacks that change keep the WebView, and the last ones are called", async () => {
  const first = vi.fn();
  const last = vi.fn();
  const { open, render } = await mountHook(options({ onExit: first }));
  await open();
  await render(options({ onExit: last }));
  expect(nativeApp.created()).toBe(1);
  await nativeApp.post(EXIT);
  expect(first).not.toHaveBeenCalled();
  expect(last.mock.calls).toEqual([[null, EXIT.metadata]]);
});

test("an unmount removes an open Link without a callback, whatever its WebView still sends", async () => {
  const callback = vi.fn();
  const { link, open, unmount } = await mountHook(
    options({ onSuccess: callback, onExit: callback, onEvent: callback, onHaptic: callback }),
  );
  await open();
  const post = nativeApp.bridge();
  await unmount();
  for (const message of [EVENT, { type: "haptic", feedback: "error" }, CONNECTED, EXIT])
    await post(message);
  // An app has no document.
  vi.stubGlobal("document", undefined);
  link().open();
  vi.unstubAllGlobals();
  expect(nativeApp.count()).toBe(0);
  expect(nativeApp.listeners()).toBe(0);
  expect(callback).not.toHaveBeenCalled();
});

test("the system's back button asks in Link once its page is there, and closes it before", async () => {
  const onExit = vi.fn();
  const { open } = await mountHook(options({ onExit }));
  await open();
  await nativeApp.post(EVENT);
  await nativeApp.pressBack();
  expect(nativeApp.injected()).toEqual([expect.stringContaining('key: "Escape"')]);
  expect(onExit).not.toHaveBeenCalled();
  await nativeApp.post(EXIT);
  await open();
  await nativeApp.pressBack();
  expect(onExit.mock.calls).toEqual([
    [null, EXIT.metadata],
    [null, { link_session_id: null, request_id: null, institution: null, status: null }],
  ]);
});

test("exit closes Link at once, with the session of its last event", async () => {
  const onExit = vi.fn();
  const { open, exit } = await mountHook(options({ onExit }));
  await exit();
  await open();
  await nativeApp.post({
    ...EVENT,
    metadata: { ...EVENT.metadata, institution_id: "ins_1", institution_name: "Bank" },
  });
  await exit();
  expect(onExit.mock.calls).toEqual([
    [
      null,
      {
        link_session_id: "s",
        request_id: "r",
        institution: { name: "Bank", institution_id: "ins_1" },
        status: null,
      },
    ],
  ]);
  expect(nativeApp.count()).toBe(0);
});

test("a page that does not load, or is refused, ends with LINK_UNREACHABLE", async () => {
  const onExit = vi.fn();
  const { open } = await mountHook(options({ onExit }));
  await open();
  await nativeApp.fail(`${ORIGIN}/link.html`);
  await open();
  await nativeApp.failHttp(502);
  await open();
  await nativeApp.crash();
  expect(onExit.mock.calls.map(([error]) => [error.error_code, error.error_message])).toEqual([
    ["LINK_UNREACHABLE", `${ORIGIN} did not load: net::ERR_FAILED`],
    ["LINK_UNREACHABLE", `${ORIGIN} responded with 502`],
    ["LINK_UNREACHABLE", `${ORIGIN} has crashed`],
  ]);
});

test("a WebView whose process the system ended, or that left Link's page, is drawn again", async () => {
  const onExit = vi.fn();
  const { open } = await mountHook(options({ onExit }));
  await open();
  await nativeApp.post(EVENT);
  const lost = nativeApp.bridge();
  await nativeApp.crash("onContentProcessDidTerminate");
  expect(nativeApp.created()).toBe(2);
  await lost(EXIT);
  await nativeApp.post(EVENT);
  // Android shows an error page if the app cancels a message's navigation too late.
  await nativeApp.fail("servicelink://event?event_name=OPEN", "net::ERR_UNKNOWN_URL_SCHEME");
  expect(nativeApp.created()).toBe(3);
  expect(onExit).not.toHaveBeenCalled();
  for (const _ of [3, 4, 5]) {
    await nativeApp.post(EVENT);
    await nativeApp.crash();
  }
  expect(nativeApp.count()).toBe(0);
  expect(onExit).toHaveBeenCalledTimes(1);
});

test("the redirect_uri resumes an open Link, and no other address does", async () => {
  const redirectUri = "https://shop.example/back";
  const { open } = await mountHook(options({ redirectUri }));
  await nativeApp.openAt(`${redirectUri}?oauth_state_id=1`);
  expect(nativeApp.count()).toBe(0);
  await open();
  await nativeApp.openAt("https://shop.example/backdoor?oauth_state_id=1");
  expect(nativeApp.created()).toBe(1);
  await nativeApp.openAt(`${redirectUri}?oauth_state_id=1`);
  expect(nativeApp.created()).toBe(2);
  expect(Object.fromEntries(nativeApp.uri().searchParams)).toEqual({
    token: linkToken(),
    isWebview: "true",
    receivedRedirectUri: `${redirectUri}?oauth_state_id=1`,
  });
});

test("an app's own openUrl gets sites, and its scheme those of a server with a brand", async () => {
  const openUrl = vi.fn();
  const { open } = await mountHook(options({ openUrl, scheme: "acmelink" }));
  await open();
  for (const url of ["acmelink://exit?status=", "https://bank.example/"])
    expect(nativeApp.navigate(url)).toBe(false);
  expect(openUrl.mock.calls).toEqual([["https://bank.example/"]]);
  expect(nativeApp.opened()).toEqual([]);
});

test("with getToken the same button connects a second account, each with a token of its own", async () => {
  let count = 0;
  const getToken = async () => linkToken(++count);
  const { open } = await mountHook(options({ token: undefined, getToken }));
  for (const round of [1, 2]) {
    await open();
    expect(nativeApp.uri().searchParams.get("token")).toBe(linkToken(round));
    await nativeApp.post(CONNECTED);
  }
});

test("open and exit stay the same functions", async () => {
  const { render, results } = await mountHook(options());
  await render(options({ token: linkToken(3) }));
  expect(new Set(results.slice(1).map(({ open }) => open)).size).toBe(1);
  expect(new Set(results.slice(1).map(({ exit }) => exit)).size).toBe(1);
});

test("the component is Link itself: without a modal, from its mount or its token on", async () => {
  const onExit = vi.fn();
  const late = await mountInApp(<ServiceLink {...NATIVE_OPTIONS} token={null} onExit={onExit} />);
  expect(nativeApp.count()).toBe(0);
  await late.render(<ServiceLink {...NATIVE_OPTIONS} onExit={onExit} />);
  expect(nativeApp.count()).toBe(1);
  expect(nativeApp.modals()).toBe(0);
  await nativeApp.pressBack();
  expect(onExit).toHaveBeenCalledTimes(1);
  expect(nativeApp.count()).toBe(0);
});
