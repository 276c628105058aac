import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { configIn } from "../../link/query-config.ts";
import { anyText } from "../../testing/any-text.ts";
import type { Config } from "../config-type.ts";
import { createWebviewLink, type WebviewOptions } from "./webview.ts";

const ORIGIN = "https://link.example";
const TOKEN = "link-sandbox-5d5f6c9c-5b0a-4c3e-9a53-0f6f3a1c2b71";

const openLink = (more: Partial<WebviewOptions> = {}) => {
  const calls: unknown[][] = [];
  const record =
    (name: string) =>
    (...details: unknown[]) =>
      void calls.push([name, ...details]);
  const link = createWebviewLink({
    origin: ORIGIN,
    token: TOKEN,
    onSuccess: record("onSuccess"),
    onExit: record("onExit"),
    onEvent: record("onEvent"),
    onLoad: record("onLoad"),
    openUrl: record("openUrl"),
    ...more,
  } as WebviewOptions);
  return { ...link, calls };
};

const EVENT = "servicelink://event?event_name=OPEN&link_session_id=s&request_id=r&timestamp=t";
const CONNECTED =
  "servicelink://connected?public_token=public-sandbox-1&institution_id=ins_1&institution_name=Bank&accounts=&link_session_id=s";
const EXIT = "servicelink://exit?status=&error_code=&link_session_id=s&request_id=r";

test("the address spells every config so that Link reads the same", () => {
  const text = anyText({ minLength: 1 });
  const list = (...words: string[]) => fc.subarray(words, { minLength: 2 });
  const config = fc.record(
    {
      clientName: text,
      product: list("auth", "transactions", "identity"),
      key: text,
      env: fc.constant("sandbox"),
      language: fc.constantFrom("en", "fr"),
      countryCodes: list("US", "GB", "FR"),
      webhook: fc.webUrl(),
      accountSelection: fc.constantFrom("one", "several"),
      receivedRedirectUri: fc.webUrl({ withQueryParameters: true }),
      user: fc.record({ legalName: text, emailAddress: text }),
      theme: fc.oneof(
        fc.constantFrom("light", "dark", "auto"),
        fc.record({ mode: fc.constant("dark"), accent: fc.constant("#3af"), radius: fc.nat(26) }),
        fc.record({ font: text, logo: fc.constant(false) }),
      ),
    },
    { requiredKeys: ["clientName", "product", "key", "env"] },
  );
  fc.assert(
    fc.property(config, (settings) => {
      const { url } = openLink({ token: undefined, ...settings } as Partial<WebviewOptions>);
      expect(url.startsWith(`${ORIGIN}/link.html?`)).toBe(true);
      expect(configIn(new URL(url).search)).toEqual({ ...settings, isWebview: true });
    }),
  );
});

test("a navigation is loaded, is a message, or is opened outside, and nothing else", () => {
  const { navigate, calls } = openLink();
  for (const path of [
    "/link.html?1",
    "/oauth/start?1",
    "/oauth/return?code=1",
    "/oauth/return/ins_1",
  ])
    expect([path, navigate(`${ORIGIN}${path}`)]).toEqual([path, true]);
  for (const url of [
    EVENT,
    "https://bank.example/",
    `${ORIGIN}/account`,
    `${ORIGIN}/link.html/x`,
    `${ORIGIN}@evil.example/`,
    `${ORIGIN}:8443/`,
    "http://link.example/",
    "servicelink://later?1",
    "file:///etc/passwd",
    "intent://bank#Intent;end",
    "about:blank",
    "data:text/html,1",
  ])
    expect([url, navigate(url)]).toEqual([url, false]);
  expect(calls.map(([name, first]) => [name, first])).toEqual([
    ["onLoad", undefined],
    ["onEvent", "OPEN"],
    ["openUrl", "https://bank.example/"],
    ["openUrl", `${ORIGIN}/account`],
    ["openUrl", `${ORIGIN}/link.html/x`],
    ["openUrl", `${ORIGIN}@evil.example/`],
    ["openUrl", `${ORIGIN}:8443/`],
    ["openUrl", "http://link.example/"],
  ]);
});

test("exactly one of onSuccess and onExit is called, and nothing after it", () => {
  for (const [first, ...others] of [
    [CONNECTED, EXIT, EVENT],
    [EXIT, CONNECTED, EVENT],
  ]) {
    const { navigate, end, calls } = openLink();
    for (const url of [EVENT, first ?? "", ...others]) navigate(url);
    end();
    expect(calls).toHaveLength(3);
    expect(calls[2]?.[0]).toBe(first === EXIT ? "onExit" : "onSuccess");
  }
});

test("an app with a bridge hears messages there alone, and Link's page alone", () => {
  const onHaptic = vi.fn();
  const { navigate, receive, calls } = openLink({ hasBridge: true, onHaptic });
  expect(navigate(CONNECTED)).toBe(false);
  receive(CONNECTED, "https://link.example.evil.example/");
  expect(calls).toEqual([]);
  receive({ type: "haptic", feedback: "error" }, `${ORIGIN}/link.html`);
  receive('{"type":"exit","error":null,"metadata":{}}', ORIGIN);
  expect(onHaptic.mock.calls).toEqual([["error"]]);
  expect(calls).toEqual([["onExit", null, {}]]);
});

test("an end by the app has the last event's session and institution", () => {
  const { navigate, end, calls } = openLink();
  navigate(`${EVENT}&institution_id=ins_1&institution_name=Bank`);
  end("is away");
  end();
  expect(calls.slice(2)).toEqual([
    [
      "onExit",
      {
        error_type: "API_ERROR",
        error_code: "LINK_UNREACHABLE",
        error_message: `${ORIGIN} is away`,
        display_message: null,
      },
      {
        link_session_id: "s",
        request_id: "r",
        institution: { name: "Bank", institution_id: "ins_1" },
        status: null,
      },
    ],
  ]);
});

test.each<[string, object, RegExp]>([
  ["a path", { origin: `${ORIGIN}/` }, /origin must be like https:\/\/link\.example$/],
  ["a user", { origin: "https://me@link.example" }, /origin must be like/],
  ["capitals", { origin: "https://Link.example" }, /origin must be like/],
  ["another scheme", { origin: "file://link.example" }, /origin must be like/],
  ["no origin", { origin: undefined }, /origin must be like/],
  ["a misspelt field", { onExits: 1 }, /onExits is none of origin,clientName,.*onExit,/],
  ["no openUrl", { openUrl: undefined }, /^createWebviewLink: openUrl must be a function$/],
])("%s throws a sentence", (_, more, sentence) => {
  expect(() => openLink(more)).toThrow(sentence);
});

test("an origin on this machine needs no TLS, and a port stays", () => {
  for (const origin of ["http://localhost:8080", "http://10.0.2.2:8080", "https://[::1]:8443"])
    expect(openLink({ origin }).navigate(`${origin}/link.html`)).toBe(true);
});

test("the options are a config of create", () => {
  const config: Config = { token: TOKEN, onSuccess: () => undefined };
  const options: WebviewOptions = { ...config, origin: ORIGIN, openUrl: () => undefined };
  expect(createWebviewLink(options).url).toContain(`token=${TOKEN}`);
});
