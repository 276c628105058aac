import type { Page } from "@playwright/test";
import { showEmbedded } from "../support/embedded.ts";
import { callback, linkIn } from "../support/link.ts";
import { expect, test } from "../support/test.ts";

const modal = (page: Page) => page.locator("dialog:modal");
const search = (page: Page) => linkIn(page).getByTestId("institution-search");

/** Chooses a bank, and waits for its form in the window. */
const choose = async (page: Page): Promise<void> => {
  await linkIn(page)
    .getByRole("button", { name: /First Platypus/ })
    .click();
  await expect(linkIn(page).getByTestId("credential-username")).toBeVisible();
  await expect(modal(page)).toHaveCount(1);
};

const FAULTY_ELEMENTS = { nothing: "null", "a selector": '"#bank"', "a document": "document" };
for (const [what, element] of Object.entries(FAULTY_ELEMENTS))
  test(`${what} in place of an element is a TypeError`, async ({ page, server }) => {
    await showEmbedded(page, server);
    const thrown = await page.evaluate(
      `try { Service.createEmbedded(config, ${element}) } catch (error) { String(error) }`,
    );
    expect(thrown).toBe("TypeError: Service.createEmbedded: element is missing");
    await expect(page.locator("#bank > div")).toHaveCount(1);
  });

test("a faulty configuration is the same TypeError as of create, and adds nothing", async ({
  page,
  server,
}) => {
  await showEmbedded(page, server);
  const thrown = await page.evaluate(
    "try { Service.createEmbedded({ key: 1 }, document.body) } catch (error) { String(error) }",
  );
  expect(thrown).toMatch(/^TypeError: Service\.create: .*key must be a string/);
  expect(await page.locator("body > div").count()).toBe(0);
});

test("a search in an element that is hidden at first, or has no width, appears with it", async ({
  page,
  server,
}) => {
  await showEmbedded(page, server, { css: "#bank{display:none}" });
  await page.waitForFunction(() => Reflect.get(window, "called").length === 1);
  await page.evaluate('document.getElementById("bank").style.cssText = "display:block;width:0"');
  await page.evaluate('document.getElementById("bank").style.width = "360px"');
  await expect(search(page)).toBeVisible();
  const heights = async () => [
    (await page.locator("iframe").boundingBox())?.height,
    Math.ceil((await linkIn(page).locator("#root").boundingBox())?.height ?? 0),
  ];
  await expect.poll(async () => new Set(await heights()).size).toBe(1);
  await choose(page);
});

test("a search whose element the page moves starts again where it is now", async ({
  page,
  server,
}) => {
  await showEmbedded(page, server);
  await search(page).fill("hound");
  await page.evaluate('document.body.prepend(document.getElementById("bank"))');
  await expect(search(page)).toHaveValue("");
  await choose(page);
});

for (const [what, script] of Object.entries({
  hides: 'document.getElementById("bank").hidden = true',
  "hides a parent of": 'document.querySelector("main").style.display = "none"',
}))
  test(`a page that ${what} the element while the window is open gets onExit, and can be used`, async ({
    page,
    server,
  }) => {
    await showEmbedded(page, server);
    await choose(page);
    await page.evaluate(script);
    await callback(page, "onExit");
    await expect(modal(page)).toHaveCount(0);
    expect(await page.evaluate("getComputedStyle(document.documentElement).overflow")).toBe(
      "visible",
    );
  });

for (const [what, script] of Object.entries({
  empties: 'document.getElementById("bank").replaceChildren()',
  removes: 'document.getElementById("bank").remove()',
  "removes a parent of": 'document.querySelector("main").remove()',
}))
  test(`a page that ${what} the element while the window is open gets LINK_UNREACHABLE`, async ({
    page,
    server,
  }) => {
    await showEmbedded(page, server);
    await choose(page);
    await page.evaluate(script);
    const [error] = await callback(page, "onExit");
    expect(error).toMatchObject({ error_code: "LINK_UNREACHABLE" });
    expect(await page.evaluate("getComputedStyle(document.documentElement).overflow")).toBe(
      "visible",
    );
  });

const MOMENTS: Record<string, (page: Page) => Promise<unknown>> = {
  "at once": async () => undefined,
  "with the search in the page": (page) => expect(search(page)).toBeVisible(),
  "while the user searches": (page) => search(page).fill("hound"),
  "with the window open": choose,
  "in onExit": async (page) => {
    await choose(page);
    await page.evaluate("handler.exit({ force: true })");
    await callback(page, "onExit");
  },
};
for (const [when, reach] of Object.entries(MOMENTS))
  test(`destroy ${when} removes everything and calls nothing back`, async ({ page, server }) => {
    await showEmbedded(page, server);
    await reach(page);
    // Read in the same turn, since the search may still report its views until then.
    const before = await page.evaluate(
      "const count = called.length; handler.destroy(); handler.destroy(); count",
    );
    expect(await page.evaluate("[document.adoptedStyleSheets.length, handler.isOpen]")).toEqual([
      0,
      false,
    ]);
    await expect(page.locator("iframe")).toHaveCount(0);
    await expect(page.locator("#bank > *")).toHaveCount(0);
    expect(await page.evaluate("called.length")).toBe(before);
  });

test("two searches and a handler of create work next to each other", async ({ page, server }) => {
  await showEmbedded(page, server, {
    body: '<main><div id="bank"></div><div id="other"></div></main>',
  });
  await page.evaluate(`
    window.other = Service.createEmbedded(config, document.getElementById("other"));
    window.third = Service.create(config);
  `);
  const frames = page.locator("iframe[name=service-link]");
  await expect(frames).toHaveCount(3);
  const second = page.locator("#other iframe").contentFrame();
  await second.getByRole("button", { name: /Houndstooth/ }).click();
  await expect(second.getByText("Sign in to Houndstooth")).toBeVisible();
  await expect(modal(page)).toHaveCount(1);
  await page.evaluate("third.open()");
  expect(await page.evaluate("third.isOpen")).toBe(false);
  await page.evaluate("other.exit({ force: true })");
  await expect(modal(page)).toHaveCount(0);
  await page.evaluate("third.open()");
  await expect(modal(page)).toHaveCount(1);
  await page.evaluate("third.exit({ force: true })");
  const first = page.locator("#bank iframe").contentFrame();
  await first.getByRole("button", { name: /First Platypus/ }).click();
  await expect(first.getByTestId("credential-username")).toBeVisible();
});

test("hostile styles of the page change neither the search nor the window", async ({
  page,
  server,
}) => {
  await showEmbedded(page, server, {
    css: "*{display:none;opacity:0!important;width:1px!important;visibility:hidden!important;transform:rotate(9deg)} html,body,main,#bank{all:revert!important;display:block!important} dialog,iframe{position:static!important;height:3px!important}",
  });
  await expect(search(page)).toBeVisible();
  const box = await page.locator("iframe").boundingBox();
  expect(box?.width).toBe((await page.locator("#bank").boundingBox())?.width);
  await choose(page);
});

test("a server that sends no second file, or no answer, is LINK_UNREACHABLE", async ({
  page,
  server,
}) => {
  await page.clock.install();
  await page.route("**/embedded.js", (route) => route.abort());
  await showEmbedded(page, server);
  await page.clock.fastForward(16_000);
  const [error] = await callback(page, "onExit");
  expect(error).toMatchObject({ error_code: "LINK_UNREACHABLE" });
  await expect(page.locator("#bank > *")).toHaveCount(0);
});

test("a frame that stays silent is said in the element, where the user can try again", async ({
  page,
  server,
}) => {
  await page.route("**/link.html*", (route) => route.fulfill({ body: "nothing" }));
  await showEmbedded(page, server);
  const element = page.locator("#bank");
  await expect(element.getByText("LINK_UNREACHABLE")).toBeVisible();
  await page.unroute("**/link.html*");
  await element.getByRole("button", { name: "Try again" }).click();
  await expect(search(page)).toBeVisible();
  await choose(page);
});
