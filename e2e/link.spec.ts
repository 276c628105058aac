import { expectNoFault } from "./support/accessibility.ts";
import {
  callback,
  fetchCalls,
  linkIn,
  open,
  PASSWORD_LOGIN_EVENTS,
  signIn,
  story,
} from "./support/link.ts";
import { expect, MOTION, test } from "./support/test.ts";

test.describe("the whole flow", () => {
  test.use(MOTION);

  test("the page gets every event once and in order, and onSuccess last", async ({
    page,
    host,
  }) => {
    await page.goto(host.url());
    await open(page);
    const link = linkIn(page);
    await link.getByTestId("institution-search").pressSequentially("platypus");
    // Only the search finds this row. Rows may still move until the search has finished.
    await expect(link.getByRole("button", { name: "Platypus OAuth Bank" })).toBeVisible();
    await link.getByRole("button", { name: "First Platypus Bank" }).click();
    await link.getByTestId("credential-username").fill("user_good");
    await link.getByTestId("credential-password").fill("pass_good");
    await link.getByTestId("submit").click();
    await link.getByRole("checkbox").first().check();
    await link.getByTestId("submit").click();
    await link.getByTestId("finish").click();

    const [publicToken, metadata] = await callback(page, "onSuccess");
    expect(publicToken).toMatch(/^public-sandbox-[0-9a-f-]{36}$/);
    expect(metadata).toEqual({
      link_session_id: expect.stringMatching(/^[0-9A-Za-z]{32}$/),
      institution: { name: "First Platypus Bank", institution_id: "ins_109508" },
      accounts: [
        {
          id: expect.any(String),
          name: expect.any(String),
          mask: expect.stringMatching(/^\w{2,4}$/),
          type: "depository",
          subtype: "checking",
        },
      ],
    });
    const names = (await story(page)).filter((name) => name !== "SEARCH_INSTITUTION");
    expect(names).toEqual(["onLoad", ...PASSWORD_LOGIN_EVENTS, "onSuccess"]);
    const events = (await fetchCalls(page)).filter(([name]) => name === "onEvent");
    const searches = events.filter(([, name]) => name === "SEARCH_INSTITUTION");
    expect(searches.at(-1)?.[2]).toMatchObject({ institution_search_query: "platypus" });
    const session = Reflect.get(Object(metadata), "link_session_id");
    const times = events.map(([, , names]) => String(Reflect.get(Object(names), "timestamp")));
    for (const [, , fields] of events) expect(fields).toMatchObject({ link_session_id: session });
    for (const time of times) expect(new Date(time).toISOString()).toBe(time);
    expect([...times].sort()).toEqual(times);
    expect(JSON.stringify(await fetchCalls(page))).not.toContain("pass_good");
  });

  test("an account is linked by keyboard alone", async ({ page, host }) => {
    await page.goto(host.url());
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const link = linkIn(page);
    await expect(link.getByRole("heading", { level: 1 })).toBeFocused();
    const search = link.getByTestId("institution-search");
    await expect
      .poll(async () => {
        await page.keyboard.press("Tab");
        return search.evaluate((field) => field.matches(":focus"));
      })
      .toBe(true);
    await page.keyboard.type("houndst");
    await expect(link.locator("li .row")).toHaveCount(1);
    await expect(link.getByRole("button", { name: "Houndstooth Bank" })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(link.getByTestId("credential-username")).toBeFocused();
    await page.keyboard.type("user_good");
    await page.keyboard.press("Tab");
    await page.keyboard.type("pass_good");
    await page.keyboard.press("Enter");
    await expect(link.getByRole("heading", { name: "Choose your accounts" })).toBeFocused();
    await expect
      .poll(async () => {
        await page.keyboard.press("Tab");
        return link
          .getByRole("checkbox")
          .first()
          .evaluate((box) => box.matches(":focus"));
      })
      .toBe(true);
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    await expect(link.getByRole("heading", { name: /is connected/ })).toBeFocused();
    await link.getByTestId("finish").press("Enter");
    await callback(page, "onSuccess");
    await expect(page.getByRole("button", { name: "Connect" })).toBeFocused();
  });
});

test("no view of the flow has an accessibility fault", async ({ page, host }) => {
  await page.goto(host.url());
  await open(page);
  const link = linkIn(page);
  await expect(link.getByTestId("institution-search")).toBeVisible();
  await expectNoFault(page);
  await link.getByRole("button", { name: "First Platypus Bank" }).click();
  await expect(link.getByTestId("credential-username")).toBeVisible();
  await expectNoFault(page);
  await link.getByTestId("credential-username").fill("user_good");
  await link.getByTestId("credential-password").fill("wrong");
  await link.getByTestId("submit").click();
  await expect(link.getByRole("alert")).toBeVisible();
  await expectNoFault(page);
  await link.getByTestId("close").click();
  await expect(link.getByTestId("stay")).toBeVisible();
  await expectNoFault(page);
  await link.getByTestId("stay").click();
  await link.getByTestId("credential-password").fill("error_INSTITUTION_NOT_RESPONDING");
  await link.getByTestId("submit").click();
  await expect(link.getByTestId("retry")).toBeVisible();
  await expectNoFault(page);
  await link.getByTestId("another").click();
  await signIn(page, /First Platypus/);
  await link.getByRole("checkbox").first().check();
  await expectNoFault(page);
  await link.getByTestId("submit").click();
  await expect(link.getByTestId("finish")).toBeVisible();
  await expectNoFault(page);
});

test("Link is loaded in one round trip, and opened again without a request", async ({
  page,
  host,
  server,
}) => {
  const requests: string[] = [];
  page.on("request", (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === server.api) requests.push(`${request.method()} ${pathname}`);
  });
  await page.goto(host.url());
  await expect.poll(() => story(page)).toEqual(["onLoad"]);
  const [document, ...others] = requests.filter((request) => !request.endsWith("/link.js"));
  expect(document).toBe("GET /link.html");
  // The first request is the session's.
  expect(others[0]).toMatch(/^POST \/bridge\/session\/start$/);
  await open(page);
  await expect(linkIn(page).getByTestId("institution-search")).toBeVisible();
  for (const part of ["/assets/lazy-", "/bridge/institutions/index"])
    await expect.poll(() => requests.filter((request) => request.includes(part))).toHaveLength(1);
  await linkIn(page).getByTestId("close").click();
  await callback(page, "onExit");
  const files = () => requests.filter((request) => request.startsWith("GET"));
  const before = files();
  await open(page);
  await expect(linkIn(page).getByTestId("institution-search")).toBeVisible();
  expect(files()).toEqual(before);
});

test("an exception in one callback is reported and breaks nothing else", async ({ page, host }) => {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(host.url());
  await page.evaluate(() => {
    const calls = Reflect.get(window, "called");
    const service = Reflect.get(window, "Service");
    const config = JSON.parse(document.getElementById("config")?.textContent ?? "{}");
    const throwing =
      (name: string) =>
      (...args: unknown[]) => {
        calls.push([name, ...args]);
        throw new Error(`from ${name}`);
      };
    for (const name of ["onSuccess", "onExit", "onEvent", "onLoad"]) config[name] = throwing(name);
    Reflect.get(window, "handler").destroy();
    calls.length = 0;
    const handler = service.create(config);
    handler.open();
    Reflect.set(window, "handler", handler);
  });
  await linkIn(page).getByTestId("close").click();
  await callback(page, "onExit");
  expect(await story(page)).toEqual([
    "onLoad",
    "OPEN",
    "TRANSITION_VIEW SELECT_INSTITUTION",
    "EXIT",
    "onExit",
  ]);
  await expect.poll(() => errors).toContain("from onExit");
  expect(await page.locator("iframe").count()).toBe(1);
});

test("forged messages of the frame are ignored", async ({ page, host }) => {
  await page.goto(host.url());
  await expect.poll(() => story(page)).toEqual(["onLoad"]);
  await page.evaluate((origin) => {
    const forgeries = [
      { service: "link", type: "hello", version: 1 },
      { service: "link", type: "refused", error: { error_message: "forged" } },
      { type: "success", publicToken: "forged", metadata: {} },
    ];
    for (const message of forgeries) {
      window.postMessage(message, "*");
      window.dispatchEvent(new MessageEvent("message", { data: message, origin }));
      const host = [...document.querySelectorAll("*")].find((element) => element.shadowRoot);
      const frame = host?.shadowRoot?.querySelector("iframe")?.contentWindow;
      if (!frame) throw new Error("there is no frame to forge messages to");
      frame.postMessage({ service: "link", type: "config", version: 1, config: {} }, "*");
    }
  }, host.url());
  await open(page);
  await expect(linkIn(page).getByTestId("institution-search")).toBeVisible();
  expect((await story(page))[0]).toBe("onLoad");
  expect(await story(page)).not.toContain("onSuccess");
  expect(await story(page)).not.toContain("onExit");
});
