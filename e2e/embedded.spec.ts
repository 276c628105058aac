import type { Page } from "@playwright/test";
import { expectNoFaultInBoth } from "./support/accessibility.ts";
import { linkToken } from "./support/api.ts";
import { showEmbedded } from "./support/embedded.ts";
import {
  callback,
  linkIn,
  PASSWORD_LOGIN_EVENTS,
  signIn,
  story,
  watchFocus,
} from "./support/link.ts";
import { expect, MOTION, test } from "./support/test.ts";

const modal = (page: Page) => page.locator("dialog:modal");
const search = (page: Page) => linkIn(page).getByTestId("institution-search");
const frame = (page: Page) => page.locator('iframe[name="service-link"]');

const finish = async (page: Page): Promise<void> => {
  const link = linkIn(page);
  await link.getByRole("checkbox").first().check();
  await link.getByTestId("submit").click();
  await link.getByTestId("finish").click();
};

/**
 * Records how each painted frame shows the dialog until its removal. Returns the distinct states.
 */
const watchDialog = async (page: Page): Promise<() => Promise<unknown>> => {
  await page.evaluate(() => {
    const host = document.querySelector("[data-service-link]");
    const dialog = host?.shadowRoot?.querySelector("dialog");
    const ways = new Set<string>();
    const look = () => {
      if (!dialog?.isConnected) return;
      const parts = [...dialog.children].filter((part) =>
        part.checkVisibility({ visibilityProperty: true }),
      );
      if (parts.length)
        ways.add(dialog.open ? "window" : parts.map((part) => part.localName).join());
      requestAnimationFrame(look);
    };
    look();
    Object.assign(window, { shownWays: ways });
  });
  return () => page.evaluate("[...shownWays]");
};

test("a choice in the page's own search opens the window, with the events of a window", async ({
  page,
  server,
}) => {
  const link = await showEmbedded(page, server);
  await expect(search(page)).toBeVisible();
  await expect(link.getByTestId("close")).toBeHidden();
  await expect(modal(page)).toHaveCount(0);
  // The document shows the list before its script runs.
  await expect.poll(() => story(page)).toEqual(["onLoad"]);
  expect(await page.evaluate("document.activeElement === document.body")).toBe(true);
  await expectNoFaultInBoth(page);
  await signIn(page, /First Platypus/);
  await expect(modal(page)).toHaveCount(1);
  const shown = await watchDialog(page);
  await finish(page);
  const [publicToken] = await callback(page, "onSuccess");
  expect(publicToken).toMatch(/^public-sandbox-/);
  expect(await story(page)).toEqual(["onLoad", ...PASSWORD_LOGIN_EVENTS, "onSuccess"]);
  // The token is used up, and so is the list.
  await expect(frame(page)).toHaveCount(0);
  expect(await shown()).toEqual(["window"]);
  expect(await page.evaluate("handler.isOpen")).toBe(false);
});

test("a choice by keyboard moves focus out of the frame and back in once, as a dialog always does", async ({
  page,
  server,
}) => {
  const link = await showEmbedded(page, server);
  await search(page).fill("first plat");
  await expect(link.getByRole("button", { name: /First Platypus/ })).toBeVisible();
  const moves = await watchFocus(page);
  await search(page).press("Enter");
  await expect(link.getByTestId("credential-username")).toBeFocused();
  await expect(modal(page)).toHaveCount(1);
  expect(await moves()).toEqual(["focus", "blur"]);
});

test("by keyboard alone a user searches, chooses, leaves and chooses again", async ({
  page,
  server,
}) => {
  await showEmbedded(page, server);
  await expect(search(page)).toBeVisible();
  await page.getByRole("button", { name: "Before" }).focus();
  await page.keyboard.press("Tab");
  // The focus takes a moment to get into another process.
  await expect(linkIn(page).locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Tab");
  await expect(search(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.type("first plat");
  await page.keyboard.press("Enter");
  await expect(linkIn(page).getByTestId("credential-username")).toBeFocused();
  await expect(modal(page)).toHaveCount(1);
  await page.keyboard.press("Escape");
  await linkIn(page).getByTestId("leave").click();
  const [error, metadata] = await callback(page, "onExit");
  expect(error).toBeNull();
  expect(metadata).toMatchObject({ status: "requires_credentials" });
  expect((await story(page)).slice(0, 6)).toEqual([
    "onLoad",
    "OPEN",
    "TRANSITION_VIEW SELECT_INSTITUTION",
    "SEARCH_INSTITUTION",
    "SELECT_INSTITUTION",
    "TRANSITION_VIEW LOADING",
  ]);
  await expect(modal(page)).toHaveCount(0);
  await expect(search(page)).toHaveValue("");
  await linkIn(page)
    .getByRole("button", { name: /Houndstooth/ })
    .press("Enter");
  await expect(linkIn(page).getByText("Sign in to Houndstooth")).toBeVisible();
  await expect(modal(page)).toHaveCount(1);
});

test("after an exit with a link token another institution can be chosen", async ({
  page,
  server,
}) => {
  const token = await linkToken(server);
  await showEmbedded(page, server, {
    config: { token, key: null, env: null, clientName: null, product: null },
  });
  await linkIn(page)
    .getByRole("button", { name: /First Platypus/ })
    .click();
  await expect(linkIn(page).getByTestId("credential-username")).toBeVisible();
  await page.evaluate("handler.exit({ force: true })");
  await callback(page, "onExit");
  await expect(modal(page)).toHaveCount(0);
  await search(page).pressSequentially("hound");
  await expect(modal(page)).toHaveCount(0);
  await linkIn(page)
    .getByRole("button", { name: /Houndstooth/ })
    .click();
  await expect(linkIn(page).getByText("Sign in to Houndstooth")).toBeVisible();
  await linkIn(page).getByTestId("credential-username").fill("user_good");
  await linkIn(page).getByTestId("credential-password").fill("pass_good");
  await linkIn(page).getByTestId("submit").click();
  await finish(page);
  const [, metadata] = await callback(page, "onSuccess");
  expect(metadata).toMatchObject({ institution: { name: "Houndstooth Bank" } });
});

test("a refused token says so in the element, takes no focus, and calls onExit when the user closes it", async ({
  page,
  server,
}) => {
  await showEmbedded(page, server, { config: { key: "not-a-key" } });
  const element = page.locator("#bank");
  await expect(element.getByText("INVALID_PUBLIC_KEY")).toBeVisible();
  await expect(modal(page)).toHaveCount(0);
  expect(await page.evaluate("document.activeElement === document.body")).toBe(true);
  await element.getByRole("button", { name: "Close" }).click();
  const [error] = await callback(page, "onExit");
  expect(error).toMatchObject({ error_code: "INVALID_PUBLIC_KEY" });
  await expect(frame(page)).toHaveCount(0);
});

for (const { width, language, theme } of [
  { width: 320, language: "fr", theme: "dark" },
  { width: 390, language: "en", theme: "auto" },
  { width: 1280, language: "en", theme: "light" },
])
  test(`the frame is as wide as its element and as high as its content at ${width} pixels in ${language}`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const link = await showEmbedded(page, server, { config: { language, theme } });
    await expect(search(page)).toBeVisible();
    const root = link.locator("#root");
    const heights = async () => {
      const box = await frame(page).boundingBox();
      return [
        box?.width === (await page.locator("#bank").boundingBox())?.width,
        Math.ceil((await root.boundingBox())?.height ?? 0) === box?.height,
        await link.locator("html").evaluate((html) => html.scrollWidth <= html.clientWidth),
      ];
    };
    await expect.poll(heights).toEqual([true, true, true]);
    await page.setViewportSize({ width: width + 200, height: 800 });
    await expect.poll(heights).toEqual([true, true, true]);
    await search(page).fill("zzzz");
    await expect(link.getByTestId("institution-ins_109508")).toHaveCount(0);
    await expect.poll(heights).toEqual([true, true, true]);
    await expect(link.locator("html")).toHaveAttribute("lang", language);
    await expectNoFaultInBoth(page);
  });

test.describe("with motion", () => {
  test.use(MOTION);
  test("the search takes input under a sticky header and in a see-through parent; the window has its guard", async ({
    page,
    server,
  }) => {
    await showEmbedded(page, server, {
      css: "#bank{opacity:.9;transform:scale(.95)} h1{position:sticky;top:0;margin:0 0 -90px;z-index:9;background:#fff8;height:90px;pointer-events:none}",
    });
    await linkIn(page)
      .getByRole("button", { name: /First Platypus/ })
      .click();
    await linkIn(page).getByTestId("credential-username").fill("user_good");
    await page.evaluate(() => {
      const dialog = document
        .querySelector("[data-service-link]")
        ?.shadowRoot?.querySelector("dialog");
      dialog?.style.setProperty("opacity", ".01", "important");
    });
    await expect(linkIn(page).getByText("Something covers this window")).toHaveCount(1);
    await page.keyboard.type("x");
    await expect(linkIn(page).getByTestId("credential-username")).toHaveValue("user_good");
  });
});
