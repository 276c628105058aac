import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { startHost } from "./support/host.ts";
import { callback, called, dismiss, linkIn, signIn, story } from "./support/link.ts";
import { dataFolder, serve } from "./support/server.ts";
import { expect, MOTION, test } from "./support/test.ts";

test.use(MOTION);

const open = (page: import("@playwright/test").Page) =>
  page.getByRole("button", { name: "Connect" }).click();

test.describe("the whole way", () => {
  test("is told to the page in order, each event once, onSuccess last", async ({ page, host }) => {
    await page.goto(host.url());
    await open(page);
    const link = linkIn(page);
    await link.getByTestId("institution-search").pressSequentially("platypus");
    // Found by the search alone; before it is there, rows may still move.
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
    const told = (await story(page)).filter((name) => name !== "SEARCH_INSTITUTION");
    expect(told).toEqual([
      "onLoad",
      "OPEN",
      "TRANSITION_VIEW SELECT_INSTITUTION",
      "SELECT_INSTITUTION",
      "TRANSITION_VIEW LOADING",
      "TRANSITION_VIEW CREDENTIAL",
      "SUBMIT_CREDENTIALS",
      "TRANSITION_VIEW LOADING",
      "TRANSITION_VIEW SELECT_ACCOUNT",
      "TRANSITION_VIEW LOADING",
      "TRANSITION_VIEW CONNECTED",
      "HANDOFF",
      "onSuccess",
    ]);
    const events = (await called(page)).filter(([name]) => name === "onEvent");
    const searched = events.filter(([, name]) => name === "SEARCH_INSTITUTION");
    expect(searched.at(-1)?.[2]).toMatchObject({ institution_search_query: "platypus" });
    const session = Reflect.get(Object(metadata), "link_session_id");
    const times = events.map(([, , told]) => String(Reflect.get(Object(told), "timestamp")));
    for (const [, , told] of events) expect(told).toMatchObject({ link_session_id: session });
    for (const time of times) expect(new Date(time).toISOString()).toBe(time);
    expect([...times].sort()).toEqual(times);
    expect(JSON.stringify(await called(page))).not.toContain("pass_good");
  });

  test("can be gone by keyboard alone", async ({ page, host }) => {
    await page.goto(host.url());
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const link = linkIn(page);
    await expect(link.getByRole("heading", { level: 1 })).toBeFocused();
    await page.keyboard.type("houndst");
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

  test("has no accessibility fault in any view", async ({ page, host }) => {
    await page.goto(host.url());
    await open(page);
    const link = linkIn(page);
    const check = async () =>
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await expect(link.getByTestId("institution-search")).toBeVisible();
    await check();
    await link.getByRole("button", { name: "First Platypus Bank" }).click();
    await expect(link.getByTestId("credential-username")).toBeVisible();
    await check();
    await link.getByTestId("credential-username").fill("user_good");
    await link.getByTestId("credential-password").fill("wrong");
    await link.getByTestId("submit").click();
    await expect(link.getByRole("alert")).toBeVisible();
    await check();
    await link.getByTestId("close").click();
    await expect(link.getByTestId("stay")).toBeVisible();
    await check();
    await link.getByTestId("stay").click();
    await link.getByTestId("credential-password").fill("error_INSTITUTION_NOT_RESPONDING");
    await link.getByTestId("submit").click();
    await expect(link.getByTestId("another")).toBeVisible();
    await check();
    await link.getByTestId("another").click();
    await signIn(page, /First Platypus/);
    await link.getByRole("checkbox").first().check();
    await check();
    await link.getByTestId("submit").click();
    await expect(link.getByTestId("finish")).toBeVisible();
    await check();
  });

  test("is in French when asked for", async ({ page, host }) => {
    await page.goto(host.url({ config: { language: "fr", countryCodes: ["FR"] } }));
    await open(page);
    const link = linkIn(page);
    await expect(link.locator("html")).toHaveAttribute("lang", "fr");
    await expect(link.getByRole("heading", { level: 1 })).toHaveText(/établissement/);
  });
});

test.describe("leaving", () => {
  test("from the list ends at once, and tells where the user was", async ({ page, host }) => {
    await page.goto(host.url());
    await open(page);
    await linkIn(page).getByTestId("close").click();
    const [error, metadata] = await callback(page, "onExit");
    expect(error).toBeNull();
    expect(metadata).toEqual({
      link_session_id: expect.any(String),
      request_id: expect.any(String),
      institution: null,
      status: null,
    });
    expect((await story(page)).slice(-2)).toEqual(["EXIT", "onExit"]);
  });

  test("asks once something was begun; Escape asks too", async ({ page, host }) => {
    await page.goto(host.url());
    await open(page);
    const link = linkIn(page);
    await link.getByRole("button", { name: "First Platypus Bank" }).click();
    await link.getByTestId("credential-username").fill("user_good");
    await page.keyboard.press("Escape");
    await expect(link.getByTestId("stay")).toBeVisible();
    await link.getByTestId("stay").click();
    await expect(link.getByTestId("credential-username")).toHaveValue("user_good");
    await page.keyboard.press("Escape");
    await link.getByTestId("leave").click();
    const [, metadata] = await callback(page, "onExit");
    expect(metadata).toMatchObject({
      institution: { institution_id: "ins_109508", name: "First Platypus Bank" },
      status: "requires_credentials",
    });
  });

  test("by force asks nothing", async ({ page, host }) => {
    await page.goto(host.url());
    await open(page);
    const link = linkIn(page);
    await link.getByRole("button", { name: "First Platypus Bank" }).click();
    await expect(link.getByTestId("credential-username")).toBeVisible();
    await page.evaluate(() => Reflect.get(window, "handler").exit({ force: true }));
    await callback(page, "onExit");
    expect((await story(page)).filter((name) => name === "onExit")).toHaveLength(1);
  });

  test("without finding the institution tells what was searched", async ({ page, host }) => {
    await page.goto(host.url());
    await open(page);
    const link = linkIn(page);
    await link.getByTestId("institution-search").fill("qqqqqq");
    await expect(link.getByText("No institution found")).toBeVisible();
    await page.evaluate(() => Reflect.get(window, "handler").exit());
    const [, metadata] = await callback(page, "onExit");
    expect(metadata).toMatchObject({ status: "institution_not_found" });
  });

  test("leaves the page as it was: styles, scroll, focus, and nothing inert", async ({
    page,
    host,
  }) => {
    await page.goto(host.url());
    await page.evaluate(() => window.scrollTo(0, 321));
    const look = () =>
      page.evaluate(() => ({
        html: document.documentElement.getAttribute("style"),
        body: document.body.getAttribute("style"),
        overflow: getComputedStyle(document.documentElement).overflow,
        scroll: window.scrollY,
        width: document.documentElement.clientWidth,
        inert: document.querySelectorAll("body > [inert]:not(dialog)").length,
        focus: document.activeElement?.id,
      }));
    await page.getByRole("button", { name: "Connect" }).focus();
    const before = await look();
    for (const leave of ["click", "Escape", "force"]) {
      await page.keyboard.press("Enter");
      await expect(linkIn(page).getByRole("heading", { level: 1 })).toBeFocused();
      expect((await look()).overflow).toBe("hidden");
      if (leave === "click") await linkIn(page).getByTestId("close").click();
      if (leave === "Escape") await page.keyboard.press("Escape");
      if (leave === "force")
        await page.evaluate(() => Reflect.get(window, "handler").exit({ force: true }));
      await expect(page.getByRole("dialog")).toBeHidden();
      expect(await look()).toEqual(before);
    }
  });
});

test.describe("refusals", () => {
  test("of credentials lead back to the form, which says so", async ({ page, host }) => {
    await page.goto(host.url());
    await open(page);
    await signIn(page, /First Platypus/, "wrong");
    const link = linkIn(page);
    await expect(link.getByRole("alert")).toContainText("did not match");
    await page.evaluate(() => Reflect.get(window, "handler").exit({ force: true }));
    const [error] = await callback(page, "onExit");
    expect(error).toMatchObject({ error_type: "ITEM_ERROR", error_code: "INVALID_CREDENTIALS" });
    expect(await story(page)).toContain("ERROR");
  });

  test("of an institution lead to another one", async ({ page, host }) => {
    await page.goto(host.url());
    await open(page);
    await signIn(page, /First Platypus/, "error_ITEM_LOCKED");
    const link = linkIn(page);
    await expect(link.getByText("Your account is locked")).toBeVisible();
    await link.getByTestId("another").click();
    await expect(link.getByTestId("institution-search")).toBeVisible();
  });

  test("of a configuration throw at once, with everything that is wrong", async ({
    page,
    host,
  }) => {
    await page.goto(host.url({ config: { clientName: null, product: "auth", onSuccess: 1 } }));
    const [[name, type, message] = []] = await called(page);
    expect([name, type]).toEqual(["threw", "TypeError"]);
    for (const field of ["clientName", "product", "onSuccess"]) expect(message).toContain(field);
  });

  for (const [what, config, code] of [
    ["an unknown key", { key: "nobody's" }, "INVALID_PUBLIC_KEY"],
    ["another environment", { env: "production" }, "UNAUTHORIZED_ENVIRONMENT"],
    ["an unknown product", { product: ["magic"] }, "INVALID_CONFIGURATION"],
    ["products no country has", { product: ["income"], countryCodes: ["GB"] }, "INVALID_PRODUCT"],
  ] as const)
    test(`of ${what} arrive in onExit, and in the console`, async ({ page, host }) => {
      const console: string[] = [];
      page.on("console", (message) => console.push(`${message.type()}: ${message.text()}`));
      await page.goto(host.url({ config }));
      await open(page);
      await expect(page.getByText("Accounts cannot be connected right now.")).toBeVisible();
      await expect(page.getByRole("button", { name: "Try again" })).toBeHidden();
      expect(await story(page)).not.toContain("onExit");
      await dismiss(page);
      const [error] = await callback(page, "onExit");
      expect(error).toMatchObject({ error_code: code });
      const message = Reflect.get(Object(error), "error_message");
      // As Link was opened, and where that was known by then, as it was prepared.
      const lines = () => console.filter((line) => line.startsWith("error: Service Link"));
      await expect.poll(() => [...new Set(lines())]).toEqual([`error: Service Link: ${message}`]);
      expect(lines().length).toBeLessThanOrEqual(2);
      await expect(page.getByRole("dialog")).toBeHidden();
    });

  test("of an origin that is not registered arrive in onExit, until it is registered", async ({
    page,
  }) => {
    const { folder, remove } = dataFolder();
    const server = await serve(folder);
    const host = await startHost(server);
    const url = host.url({ hostname: "shop.test" });
    await page.goto(url);
    await open(page);
    await dismiss(page);
    const [error] = await callback(page, "onExit");
    expect(error).toMatchObject({ error_type: "INVALID_INPUT", error_code: "INVALID_ORIGIN" });
    expect(await story(page)).toEqual(["onExit"]);
    const { origin } = new URL(url);
    execFileSync(process.execPath, [
      "dist/cli.js",
      "keys",
      "--data",
      folder,
      "--allow-origin",
      origin,
    ]);
    await page.reload();
    await open(page);
    await expect(linkIn(page).getByTestId("institution-search")).toBeVisible();
    await host.close();
    await server.stop();
    remove();
  });

  test("of a page that was opened from a file arrive in onExit at once", async ({
    page,
    server,
  }) => {
    const { folder, remove } = dataFolder();
    const file = join(folder, "page.html");
    const config = `{clientName:"Shop",product:["auth"],key:"${server.publicKey}",env:"sandbox",
      onSuccess(){},onExit:(...given)=>called.push(["onExit",...given])}`;
    writeFileSync(
      file,
      `<button>Connect</button><script>var called=[]</script><script src="${server.api}/link.js">
      </script><script>const link=Service.create(${config});
      document.querySelector("button").onclick=()=>link.open()</script>`,
    );
    await page.goto(`file://${file}`);
    await page.getByRole("button", { name: "Connect" }).click();
    await dismiss(page);
    const [error] = await callback(page, "onExit");
    expect(error).toMatchObject({ error_code: "INVALID_ORIGIN" });
    remove();
  });

  test("by silence end in onExit after 15 seconds", async ({ page, host }) => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const link = `http://localhost:${(silent.address() as AddressInfo).port}`;
    await page.clock.install();
    await page.goto(host.url({ link }), { waitUntil: "commit" });
    await page.getByRole("button", { name: "Connect" }).click({ noWaitAfter: true });
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.clock.runFor(13_000);
    await expect(page.getByText("One moment…")).toBeVisible();
    await page.clock.runFor(2_000);
    await expect(page.getByRole("button", { name: "Try again" })).toBeFocused();
    expect(await story(page)).toEqual([]);
    await dismiss(page);
    const [error, metadata] = await callback(page, "onExit");
    expect(error).toMatchObject({ error_type: "API_ERROR", error_code: "LINK_UNREACHABLE" });
    expect(metadata).toEqual({
      link_session_id: null,
      request_id: null,
      institution: null,
      status: null,
    });
    silent.closeAllConnections();
    silent.close();
  });
});

test("Link is loaded by two requests, and opened again without any", async ({
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
  expect(requests.filter((one) => !one.endsWith("/link.js")).slice(0, 2)).toEqual([
    "GET /link.html",
    expect.stringMatching(/^GET \/assets\/link-/),
  ]);
  await expect.poll(() => requests).toContain("POST /bridge/session/start");
  await open(page);
  await expect(linkIn(page).getByTestId("institution-search")).toBeVisible();
  for (const part of ["/assets/later-", "/bridge/institutions/index"])
    await expect.poll(() => requests.filter((one) => one.includes(part))).toHaveLength(1);
  await linkIn(page).getByTestId("close").click();
  await callback(page, "onExit");
  const files = () => requests.filter((one) => one.startsWith("GET"));
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
    const called = Reflect.get(window, "called");
    const service = Reflect.get(window, "Service");
    const config = JSON.parse(document.getElementById("config")?.textContent ?? "{}");
    const throwing =
      (name: string) =>
      (...given: unknown[]) => {
        called.push([name, ...given]);
        throw new Error(`from ${name}`);
      };
    for (const name of ["onSuccess", "onExit", "onEvent", "onLoad"]) config[name] = throwing(name);
    Reflect.get(window, "handler").destroy();
    called.length = 0;
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

test("a page that forges the frame's messages reaches nobody", async ({ page, host }) => {
  await page.goto(host.url());
  await expect.poll(() => story(page)).toEqual(["onLoad"]);
  await page.evaluate((origin) => {
    const forged = [
      { service: "link", type: "hello", version: 1 },
      { service: "link", type: "refused", error: { error_message: "forged" } },
      { type: "success", publicToken: "forged", metadata: {} },
    ];
    for (const message of forged) {
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
