import type { Locator, Page } from "@playwright/test";
import { linkToken } from "./support/api.ts";
import { callback, callsOf, eventMetadata, linkIn, openLink, story } from "./support/link.ts";
import { expect, MOTION, test } from "./support/test.ts";
import { openWebview, webviewUrl } from "./support/webview.ts";

test.use(MOTION);

/** Lets what Link's document asks for wait; answers what that is by now, and how to let it come. */
const holdScripts = async (page: Page, pattern = "**/assets/*.js") => {
  const requests: string[] = [];
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    requests.push(/assets\/(\w+)-/.exec(route.request().url())?.[1] ?? "");
    await gate;
    await route.continue();
  });
  return { asked: requests, release };
};

const takenOver = (page: Page) =>
  expect.poll(() => story(page)).toContain("TRANSITION_VIEW SELECT_INSTITUTION");

/** Where everything in the window is, to the pixel. */
const boxes = (root: Locator) =>
  root
    .locator("*")
    .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));

/** The elements and texts, however their attributes are ordered; an empty value is none. */
const structure = (root: Locator) =>
  root.evaluate((element) => {
    const tree = (node: Element): unknown => [
      node.localName,
      [...node.attributes].map(({ name, value }) => `${name}=${value}`).sort(),
      [...node.childNodes].flatMap((child) => {
        if (child instanceof Element) return [tree(child)];
        return child.nodeValue ? [child.nodeValue] : [];
      }),
    ];
    for (const input of element.querySelectorAll("input[value='']")) input.removeAttribute("value");
    return tree(element);
  });

for (const config of [{}, { language: "fr", countryCodes: ["FR"] }])
  test(`the script takes over what the document came with, ${JSON.stringify(config)}, and nothing moves`, async ({
    page,
    host,
  }) => {
    const { release } = await holdScripts(page);
    const link = await openLink(page, host.url({ config }));
    const rows = link.locator(".row");
    await expect(rows.first()).toBeVisible();
    const root = link.locator("#root");
    const before = { boxes: await boxes(root), structure: await structure(root) };
    await root.locator("*").evaluateAll((all) => {
      for (const one of all) Object.assign(one, { isFromDocument: true });
    });
    release();
    await takenOver(page);
    expect(await boxes(root)).toEqual(before.boxes);
    expect(await structure(root)).toEqual(before.structure);
    const state = await root
      .locator("*")
      .evaluateAll((all) => all.map((one) => Reflect.get(one, "isFromDocument")));
    expect(new Set(state)).toEqual(new Set([true]));
  });

test("the document's view is the one that the script draws by itself", async ({ page, host }) => {
  const { release } = await holdScripts(page);
  const link = await openLink(page, host.url());
  await expect(link.locator(".row").first()).toBeVisible();
  const drawnByServer = await structure(link.locator("#root"));
  release();
  await takenOver(page);
  await link.getByTestId("close").click();
  await callback(page, "onExit");
  await page.getByRole("button", { name: "Connect" }).click();
  await expect(link.locator(".row").first()).toBeVisible();
  expect(await structure(link.locator("#root"))).toEqual(drawnByServer);
});

test.describe("before the script is there", () => {
  test("a click on an institution is not lost", async ({ page, host }) => {
    const { release } = await holdScripts(page);
    const link = await openLink(page, host.url());
    await link.getByTestId("institution-search").fill("bank");
    await link.getByRole("button", { name: "Houndstooth Bank" }).click();
    release();
    await expect(link.getByTestId("credential-username")).toBeVisible();
    await expect
      .poll(() => eventMetadata(page, "SELECT_INSTITUTION"))
      .toMatchObject([{ institution_name: "Houndstooth Bank", institution_id: "ins_109512" }]);
  });

  test("letters in the search, its focus and its cursor are kept", async ({ page, host }) => {
    const { release } = await holdScripts(page);
    const link = await openLink(page, host.url());
    const search = link.getByTestId("institution-search");
    await search.click();
    await page.keyboard.type("hound");
    await page.keyboard.press("ArrowLeft");
    release();
    await expect(link.locator(".row")).toHaveCount(1);
    await expect(search).toBeFocused();
    await page.keyboard.type("n");
    await expect(search).toHaveValue("hounnd");
  });

  test("Enter after letters chooses what they find", async ({ page, host }) => {
    const { release } = await holdScripts(page);
    const link = await openLink(page, host.url());
    await link.getByTestId("institution-search").fill("houndst");
    await page.keyboard.press("Enter");
    release();
    await expect(link.getByTestId("credential-username")).toBeVisible();
    await expect
      .poll(() => eventMetadata(page, "SELECT_INSTITUTION"))
      .toMatchObject([{ institution_name: "Houndstooth Bank" }]);
  });

  test("the way out is not lost", async ({ page, host }) => {
    const { release } = await holdScripts(page);
    const link = await openLink(page, host.url());
    await link.getByTestId("close").click();
    release();
    expect(await callback(page, "onExit")).toMatchObject([null, { status: null }]);
  });

  test("where one has scrolled to stays where it is", async ({ page, host }) => {
    const { release } = await holdScripts(page);
    const link = await openLink(page, host.url());
    const body = link.locator(".body");
    await link.locator(".row").last().scrollIntoViewIfNeeded();
    const before = await body.evaluate((element) => element.scrollTop);
    expect(before).toBeGreaterThan(0);
    release();
    await takenOver(page);
    expect(await body.evaluate((element) => element.scrollTop)).toBe(before);
  });

  test("a page that does not open Link hears nothing of a click in it", async ({ page, host }) => {
    const { release } = await holdScripts(page);
    await page.goto(host.url());
    const link = linkIn(page);
    await link.getByTestId("institution-ins_109512").dispatchEvent("click");
    release();
    await expect.poll(() => story(page)).toEqual(["onLoad"]);
    await expect(link.getByTestId("institution-ins_109512")).toHaveCount(1);
  });
});

test("a click that comes before the guard against clickjacking waits for it and no longer", async ({
  page,
  host,
}) => {
  const { asked, release } = await holdScripts(page, "**/assets/clickjacking-guard-*.js");
  await page.clock.install();
  const link = await openLink(page, host.url());
  await takenOver(page);
  await expect.poll(() => asked).toEqual(["clickjacking"]);
  await link.getByTestId("institution-ins_109512").click();
  expect(await story(page)).not.toContain("SELECT_INSTITUTION");
  await page.clock.pauseAt(Date.now() + 60_000);
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

test("a document in French takes its words along, and never turns to English", async ({
  page,
  host,
}) => {
  const words = await holdScripts(page, "**/assets/fr-*.js");
  const link = await openLink(page, host.url({ config: { language: "fr" } }));
  const title = link.getByRole("heading", { level: 1 });
  await takenOver(page);
  await expect(title).toHaveText(/établissement/);
  words.release();
  await link.locator(".row").first().click();
  await expect(link.getByTestId("credential-username")).toBeVisible();
  await expect(title).toHaveText(/Connectez-vous/);
  expect(words.asked).toEqual(["fr"]);
});

test("a WebView's document asks for all it needs at once", async ({ page, server }) => {
  const { asked, release } = await holdScripts(page);
  const opening = openWebview(page, webviewUrl(server, { language: "fr" }));
  await expect.poll(() => asked.toSorted()).toEqual(["fr", "link", "webview"]);
  await expect(page.locator(".row").first()).toBeVisible();
  await page.getByTestId("institution-ins_109512").click();
  release();
  await opening;
  await expect(page.getByTestId("credential-username")).toBeVisible();
});

test("with a token the document says that it takes a moment, until the session has a list", async ({
  page,
  host,
  server,
}) => {
  const { release } = await holdScripts(page);
  const token = await linkToken(server);
  const link = await openLink(page, host.url({ config: { token } }));
  await expect(link.getByRole("heading", { level: 1 })).toHaveText("One moment…");
  await expect(link.locator(".row")).toHaveCount(0);
  release();
  await expect(link.locator(".row").first()).toBeVisible();
  expect(JSON.stringify(await callsOf(page))).not.toContain("ERROR");
});

test.describe("where no script may run", () => {
  test.use({ javaScriptEnabled: false });

  test("the list is there all the same, and a sentence says what it takes", async ({
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
