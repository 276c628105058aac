import { devices, type Page } from "@playwright/test";
import { linkIn, PASSWORD_LOGIN_EVENTS } from "./support/link.ts";
import { expect, test } from "./support/test.ts";
import { openWebview, storyOf, type WebviewMessage, webviewUrl } from "./support/webview.ts";

// Without the device's default browser, which would require separate workers.
const { defaultBrowserType: _, ...phone } = devices["Pixel 7"];
test.use(phone);

/** Adds the bridges of every kind of app to the page, and records their messages. */
const addBridges = (page: Page) =>
  page.addInitScript(() => {
    const record: [string, unknown][] = [];
    const bridge = (name: string) => ({
      postMessage: (message: unknown) => void record.push([name, message]),
    });
    Object.assign(window, {
      record,
      webkit: { messageHandlers: { serviceLink: bridge("webkit") } },
      ServiceLinkAndroid: bridge("android"),
      ReactNativeWebView: bridge("react"),
    });
  });

/** The messages of a bridge in order. */
const argsOf = async (page: Page, name: string): Promise<unknown[]> => {
  const record: [string, unknown][] = await page.evaluate(() => Reflect.get(window, "record"));
  return record.filter(([bridge]) => bridge === name).map(([, message]) => message);
};

/** Waits until Link has sent its last message. */
const end = (navigations: () => WebviewMessage[]) =>
  expect.poll(() => navigations().at(-1)?.type).toMatch(/^(connected|exit)$/);

const WHOLE_WAY = [...PASSWORD_LOGIN_EVENTS, "connected"];

const connect = async (page: Page) => {
  await page.getByTestId("institution-ins_109508").click();
  await page.getByTestId("credential-username").fill("user_good");
  await page.getByTestId("credential-password").fill("pass_good");
  await page.getByTestId("submit").click();
  await page.getByRole("checkbox").first().check();
  await page.getByTestId("submit").click();
  await page.getByTestId("finish").click();
};

test("a browser starts each navigation of the flow, and none replaces another", async ({
  page,
  server,
}) => {
  const addresses: string[] = [];
  page.on("requestfailed", (request) => {
    if (request.url().startsWith("servicelink:")) addresses.push(request.url());
  });
  // The first message comes before the document has loaded.
  await page.goto(webviewUrl(server), { waitUntil: "commit" });
  await page.getByTestId("institution-search").fill("First Platypus");
  await connect(page);
  const messages = () =>
    addresses.map((address): WebviewMessage => {
      const { host, searchParams } = new URL(address);
      return { type: host, ...Object.fromEntries(searchParams) };
    });
  await end(messages);
  expect(storyOf(messages())).toEqual(WHOLE_WAY.toSpliced(2, 0, "SEARCH_INSTITUTION"));
});

test.describe("in a WebView Link", () => {
  test("navigates to every message of the flow, in order, each once", async ({ page, server }) => {
    const navigations = await openWebview(page, webviewUrl(server));
    await connect(page);
    await end(navigations);
    expect(storyOf(navigations())).toEqual(WHOLE_WAY);

    const lastMessage = navigations().at(-1) ?? { type: "" };
    expect(lastMessage).toMatchObject({
      public_token: expect.stringMatching(/^public-sandbox-[0-9a-f-]{36}$/),
      institution_id: "ins_109508",
      institution_name: "First Platypus Bank",
    });
    expect(JSON.parse(String(lastMessage.accounts))).toEqual([
      {
        id: expect.any(String),
        name: expect.any(String),
        mask: expect.stringMatching(/^\w{2,4}$/),
        type: "depository",
        subtype: "checking",
      },
    ]);
    for (const { link_session_id } of navigations())
      expect(link_session_id).toBe(lastMessage.link_session_id);

    const exchange = await page.request.post(`${server.api}/item/public_token/exchange`, {
      data: {
        client_id: server.clientId,
        secret: server.secret,
        public_token: lastMessage.public_token,
      },
    });
    expect(exchange.status()).toBe(200);
  });

  test("posts the same to every bridge of an app, in the callbacks' shape", async ({
    page,
    server,
  }) => {
    await addBridges(page);
    const navigations = await openWebview(page, webviewUrl(server));
    await connect(page);
    await end(navigations);
    const received = (await argsOf(page, "webkit")) as WebviewMessage[];
    const messages = received.filter(({ type }) => type !== "haptic");
    expect(storyOf(messages)).toEqual(WHOLE_WAY);
    expect(received.filter((message) => !messages.includes(message))).toEqual([
      { type: "haptic", feedback: "selection" },
      { type: "haptic", feedback: "success" },
    ]);
    const { accounts, public_token, link_session_id }: Partial<WebviewMessage> =
      navigations().at(-1) ?? {};
    expect(messages.at(-1)).toEqual({
      type: "connected",
      public_token,
      metadata: {
        link_session_id,
        institution: { name: "First Platypus Bank", institution_id: "ins_109508" },
        accounts: JSON.parse(String(accounts)),
      },
    });
    for (const name of ["android", "react"])
      expect((await argsOf(page, name)).map((text) => JSON.parse(String(text)))).toEqual(received);
  });

  test("exits with the user's progress, and the last error", async ({ page, server }) => {
    const navigations = await openWebview(page, webviewUrl(server, { product: "auth" }));
    await page.getByTestId("institution-ins_109508").click();
    await page.getByTestId("credential-username").fill("user_good");
    await page.getByTestId("credential-password").fill("wrong+word");
    await page.getByTestId("submit").click();
    await expect(page.getByRole("alert")).toBeVisible();
    await page.getByTestId("close").click();
    await page.getByTestId("leave").click();
    await end(navigations);
    expect(storyOf(navigations()).slice(-2)).toEqual(["EXIT", "exit"]);
    expect(navigations().at(-1)).toEqual({
      type: "exit",
      status: "requires_credentials",
      error_type: "ITEM_ERROR",
      error_code: "INVALID_CREDENTIALS",
      error_message: expect.stringMatching(/./),
      display_message: expect.stringMatching(/./),
      institution_id: "ins_109508",
      institution_name: "First Platypus Bank",
      link_session_id: expect.stringMatching(/^[0-9A-Za-z]{32}$/),
      request_id: expect.stringMatching(/^[0-9A-Za-z]{15}$/),
    });
    expect(JSON.stringify(navigations())).not.toContain("wrong");
  });

  for (const [what, parameters, code, words] of [
    ["a key that nobody has", { key: "no such key" }, "INVALID_PUBLIC_KEY", /public_key/],
    ["what nobody knows", { colour: "red" }, "INVALID_CONFIGURATION", /colour is not a known/],
    ["an unknown product", { product: "auth,gold" }, "INVALID_CONFIGURATION", /product\[1\]/],
    ["another environment", { env: "production" }, "UNAUTHORIZED_ENVIRONMENT", /sandbox/],
  ] as const)
    test(`exits at once with the reason if refused for ${what}`, async ({ page, server }) => {
      const navigations = await openWebview(page, webviewUrl(server, parameters));
      await end(navigations);
      const story = storyOf(navigations());
      expect([story[0], ...story.slice(-2)]).toEqual(["OPEN", "EXIT", "exit"]);
      const [first, last] = [navigations()[0], navigations().at(-1)];
      expect(last).toMatchObject({
        status: "",
        error_code: code,
        error_message: expect.stringMatching(words),
        institution_id: "",
        link_session_id: first?.link_session_id,
        request_id: expect.stringMatching(/^[0-9A-Za-z]{15}$/),
      });
    });

  test("keeps its address out of the server's log", async ({ page, server }) => {
    const navigations = await openWebview(
      page,
      webviewUrl(server, {
        webhook: "https://hook-of-this-test.example/",
        key: "key-of-this-test",
      }),
    );
    await end(navigations);
    await expect.poll(server.logged).toContain('"path":"/bridge/session/start"');
    expect(server.logged()).not.toMatch(/of-this-test/);
  });
});

test("a page with isWebview has no exit method, but its user can exit, and Link does not navigate", async ({
  page,
  host,
  server,
}) => {
  await page.goto(host.url({ config: { isWebview: true } }));
  await page.getByRole("button", { name: "Connect" }).click();
  const link = linkIn(page);
  await expect(link.getByTestId("institution-search")).toBeVisible();
  const refusal = await page.evaluate(() => {
    const handler = Reflect.get(window, "handler");
    try {
      handler.exit();
    } catch (error) {
      return [String(error), handler.isOpen];
    }
  });
  expect(refusal).toEqual(["Error: Service Link: no exit with isWebview", true]);
  await link.getByTestId("close").click();
  await expect.poll(() => page.evaluate(() => Reflect.get(window, "handler").isOpen)).toBe(false);
  // As an attacker's page would navigate a victim's window.
  await page.evaluate((url) => location.assign(url), webviewUrl(server));
  await expect(page.getByRole("heading", { name: "Link was not opened" })).toBeVisible();
});
