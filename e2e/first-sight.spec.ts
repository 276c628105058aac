import type { Locator, Page } from "@playwright/test";
import { linkToken } from "./support/api.ts";
import { holdScript } from "./support/hold-script.ts";
import { callback, eventMetadata, fetchCalls, linkIn, openLink, story } from "./support/link.ts";
import { expect, MOTION, test } from "./support/test.ts";
import { openWebview, webviewUrl } from "./support/webview.ts";

test.use(MOTION);

const takenOver = (page: Page) =>
  expect.poll(() => story(page)).toContain("TRANSITION_VIEW SELECT_INSTITUTION");

/** The files of Link requested so far. */
const listRequests = (page: Page): string[] => {
  const names: string[] = [];
  page.on("request", (request) => {
    const [, name] = /\/assets\/([^/]+)$/.exec(request.url()) ?? [];
    if (name) names.push(name);
  });
  return names;
};

/** The served elements: all except the last row, which the script adds. */
const SERVED = "*:not(.last, .last *)";

/**
 * The rounded position of every visible element in the window. Folded elements have no position.
 */
const boxes = (root: Locator) =>
  root
    .locator(SERVED)
    .evaluateAll((all) =>
      all
        .filter((element) => element.checkVisibility())
        .map((element) => JSON.stringify(element.getBoundingClientRect())),
    );

/**
 * The elements and texts, regardless of the order of attributes. An empty value counts as missing.
 */
const structure = (root: Locator) =>
  root.evaluate((element) => {
    const tree = (node: Element): unknown => [
      node.localName,
      [...node.attributes].map(({ name, value }) => `${name}=${value}`).sort(),
      [...node.childNodes].flatMap((child) => {
        if (child instanceof Element) return child.matches(".last") ? [] : [tree(child)];
        return child.nodeValue ? [child.nodeValue] : [];
      }),
    ];
    for (const input of element.querySelectorAll("input[value='']")) input.removeAttribute("value");
    return tree(element);
  });

for (const config of [{}, { language: "fr", countryCodes: ["FR"] }])
  test(`the script hydrates the document for ${JSON.stringify(config)} without a layout shift`, async ({
    page,
    host,
  }) => {
    const release = await holdScript(page);
    const link = await openLink(page, host.url({ config }));
    const rows = link.locator(".row");
    await expect(rows.first()).toBeVisible();
    const root = link.locator("#root");
    const before = { boxes: await boxes(root), structure: await structure(root) };
    await root.locator("*").evaluateAll((all) => {
      for (const element of all) Object.assign(element, { isFromDocument: true });
    });
    release();
    await takenOver(page);
    expect(await boxes(root)).toEqual(before.boxes);
    expect(await structure(root)).toEqual(before.structure);
    await expect(link.getByTestId("missing-bank")).toBeVisible();
    const state = await root
      .locator(SERVED)
      .evaluateAll((all) => all.map((element) => Reflect.get(element, "isFromDocument")));
    expect(new Set(state)).toEqual(new Set([true]));
  });

test("the document's view is the one that the script draws by itself", async ({ page, host }) => {
  const release = await holdScript(page);
  const link = await openLink(page, host.url());
  await expect(link.locator(".row").first()).toBeVisible();
  const drawnByServer = await structure(link.locator("#root"));
  release();
  await takenOver(page);
  await link.getByTestId("close").click();
  await callback(page, "onExit");
  // With storage, facts that were seen are folded from then on.
  await link.locator("#root").evaluate(() => {
    try {
      localStorage.clear();
    } catch {}
  });
  await page.getByRole("button", { name: "Connect" }).click();
  await expect(link.locator(".row").first()).toBeVisible();
  expect(await structure(link.locator("#root"))).toEqual(drawnByServer);
});

test.describe("before the script has loaded", () => {
  test("a click on an institution is not lost", async ({ page, host }) => {
    const release = await holdScript(page);
    const link = await openLink(page, host.url());
    await link.getByTestId("institution-search").fill("bank");
    await link.getByRole("button", { name: "Houndstooth Bank" }).click();
    release();
    await expect(link.getByTestId("credential-username")).toBeVisible();
    await expect
      .poll(() => eventMetadata(page, "SELECT_INSTITUTION"))
      .toMatchObject([{ institution_name: "Houndstooth Bank", institution_id: "ins_109512" }]);
  });

  test("the search keeps its text, its focus and its cursor", async ({ page, host }) => {
    const release = await holdScript(page);
    const link = await openLink(page, host.url());
    const search = link.getByTestId("institution-search");
    await search.click();
    await page.keyboard.type("hound");
    await page.keyboard.press("ArrowLeft");
    release();
    await expect(link.locator("li .row")).toHaveCount(1);
    await expect(search).toBeFocused();
    await page.keyboard.type("n");
    await expect(search).toHaveValue("hounnd");
  });

  test("Enter after typing chooses the first match", async ({ page, host }) => {
    const release = await holdScript(page);
    const link = await openLink(page, host.url());
    await link.getByTestId("institution-search").fill("houndst");
    await page.keyboard.press("Enter");
    release();
    await expect(link.getByTestId("credential-username")).toBeVisible();
    await expect
      .poll(() => eventMetadata(page, "SELECT_INSTITUTION"))
      .toMatchObject([{ institution_name: "Houndstooth Bank" }]);
  });

  test("a click on Close is not lost", async ({ page, host }) => {
    const release = await holdScript(page);
    const link = await openLink(page, host.url());
    await link.getByTestId("close").click();
    release();
    expect(await callback(page, "onExit")).toMatchObject([null, { status: null }]);
  });

  test("the scroll position is kept", async ({ page, host }) => {
    const release = await holdScript(page);
    const link = await openLink(page, host.url());
    const body = link.locator(".body");
    await link.locator(".row").last().scrollIntoViewIfNeeded();
    const before = await body.evaluate((element) => element.scrollTop);
    expect(before).toBeGreaterThan(0);
    release();
    await takenOver(page);
    expect(await body.evaluate((element) => element.scrollTop)).toBe(before);
  });

  test("a click before Link is opened sends nothing to the page", async ({ page, host }) => {
    const release = await holdScript(page);
    await page.goto(host.url());
    const link = linkIn(page);
    await link.getByTestId("institution-ins_109512").dispatchEvent("click");
    release();
    await expect.poll(() => story(page)).toEqual(["onLoad"]);
    await expect(link.getByTestId("institution-ins_109512")).toHaveCount(1);
  });
});

test("a click before the clickjacking guard is ready is replayed as soon as it is", async ({
  page,
  host,
}) => {
  const release = await holdScript(page);
  // The clock stops, and advances only in the test.
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  const link = await openLink(page, host.url());
  await link.getByTestId("institution-ins_109512").click();
  release();
  await expect
    .poll(async () => {
      await page.clock.runFor(1);
      return await story(page);
    })
    .toContain("SELECT_INSTITUTION");
  await page.clock.resume();
  await expect(link.getByTestId("credential-username")).toBeVisible();
});

test("a French document has its texts in it, and never shows English", async ({ page, host }) => {
  const requests = listRequests(page);
  const link = await openLink(page, host.url({ config: { language: "fr" } }));
  const title = link.getByRole("heading", { level: 1 });
  await takenOver(page);
  await expect(title).toHaveText(/établissement/);
  await link.locator(".row").first().click();
  await expect(link.getByTestId("credential-username")).toBeVisible();
  await expect(title).toHaveText(/Connectez.vous/);
  expect(requests.filter((name) => name.startsWith("fr-"))).toEqual([]);
});

for (const place of ["a WebView", "a frame"])
  test(`the document of ${place} contains all that a click on an institution needs`, async ({
    page,
    host,
    server,
  }) => {
    await page.route("**/assets/*.js", (route) => route.abort());
    if (place === "a frame") await openLink(page, host.url({ config: { language: "fr" } }));
    else await openWebview(page, webviewUrl(server, { language: "fr" }));
    const link = place === "a frame" ? linkIn(page) : page;
    await link.getByTestId("institution-ins_109512").click();
    await expect(link.getByRole("heading", { level: 1 })).toHaveText(/Houndstooth/);
    await expect(link.locator(".ring")).toBeVisible();
  });

test("with a token the document says that Link is starting, until the session has a list", async ({
  page,
  host,
  server,
}) => {
  const release = await holdScript(page);
  const token = await linkToken(server);
  const link = await openLink(page, host.url({ config: { token } }));
  await expect(link.getByRole("heading", { level: 1 })).toHaveText("One moment…");
  await expect(link.locator("li .row")).toHaveCount(0);
  release();
  await expect(link.locator(".row").first()).toBeVisible();
  expect(JSON.stringify(await fetchCalls(page))).not.toContain("ERROR");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the list is shown, and a sentence says that JavaScript is needed", async ({
    page,
    server,
  }) => {
    await page.goto(webviewUrl(server));
    await expect(page.getByTestId("institution-ins_109512")).toBeVisible();
    await expect(page.locator("noscript")).toBeInViewport({ ratio: 1 });
    expect(await page.locator("noscript").innerText()).toContain("takes JavaScript");
    await page.goto(webviewUrl(server, { language: "fr" }));
    expect(await page.locator("noscript").innerText()).toContain("a besoin de JavaScript");
  });
});
