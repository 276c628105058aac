import type { Page } from "@playwright/test";
import { expectNoFaultInBoth, expectReach } from "../support/accessibility.ts";
import { call, linkItem, linkToken } from "../support/api.ts";
import { askBridge } from "../support/bridge.ts";
import { expectLoaded, signInClient } from "../support/dashboard.ts";
import { expect, test } from "../support/own-server.ts";
import type { Running } from "../support/server.ts";

const PAGES = [
  "",
  "/requests",
  "/webhooks",
  "/inbox",
  "/sessions",
  "/items",
  "/usage",
  "/institutions",
  "/keys",
  "/people",
  "/audit",
  "/settings",
  "/try",
  "/white-label",
];

/** Adds a row to each list: an Item, a webhook, requests, and a use of Link that reached a bank. */
const fill = async (own: Running): Promise<void> => {
  const { accessToken } = await linkItem(own, { initial_products: ["auth", "transactions"] });
  await call(own, "/sandbox/item/reset_login", { access_token: accessToken });
  const config = { token: await linkToken(own) };
  const started = await askBridge(own, "session/start", { config, origin: own.api });
  const authorization = `Bearer ${started.body.session_token}`;
  const institution_id = "ins_109508";
  await askBridge(own, "institution/select", { institution_id }, { authorization });
};

/** The lists whose rows have a separate page. */
const LISTS = ["/requests", "/sessions", "/items", "/institutions", "/audit"];

test("every page fits 320 pixels and a zoom of 200 %, and passes axe there, in light, dark and forced colours", async ({
  page,
  own,
}) => {
  await fill(own);
  await page.goto(`${own.api}/dashboard`);
  await signInClient(page, own);
  await expect(page.getByRole("navigation", { name: "Dashboard" })).toBeVisible();
  for (const path of PAGES) {
    await page.goto(`${own.api}/dashboard${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectLoaded(page);
    await expectReach(page);
  }
});

/**
 * Returns the elements that a page of 1,280 by 800 pixels cuts off: words of controls, column
 * headings and states, or the page itself.
 */
const cutAway = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const isCut = (element: Element): boolean => {
      const { left, right, width } = element.getBoundingClientRect();
      if (width < 2 || !element.checkVisibility()) return false;
      if (element.matches("button, a.button, th") && element.scrollWidth > element.clientWidth + 1)
        return true;
      for (let at = element.parentElement; at; at = at.parentElement) {
        const box = at.getBoundingClientRect();
        if (getComputedStyle(at).overflowX !== "visible" && right > box.right + 1) return true;
      }
      return left < 0 || right > clientWidth + 1;
    };
    const parts = document.querySelectorAll("button, input, select, summary, .button, .badge, th");
    return [
      ...(scrollWidth > clientWidth ? [`the page, by ${scrollWidth - clientWidth}`] : []),
      ...[...parts]
        .filter((part) => !part.closest(".visually-hidden") && isCut(part))
        .map((part) => `${part.localName}.${part.className}: ${part.textContent}`),
    ];
  });

test("no page of a laptop's 1,280 pixels scrolls sideways, or cuts a control, a head or a state off", async ({
  page,
  own,
}) => {
  await fill(own);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${own.api}/dashboard`);
  await signInClient(page, own);
  await expect(page.getByRole("navigation", { name: "Dashboard" })).toBeVisible();
  const cut: [path: string, parts: string[]][] = [];
  for (const path of PAGES) {
    await page.goto(`${own.api}/dashboard${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectLoaded(page);
    cut.push([path, await cutAway(page)]);
    if (!LISTS.includes(path)) continue;
    await page.locator("main tbody a").first().click();
    await expect(page.locator("main .card").first()).toBeVisible();
    await expectLoaded(page);
    cut.push([`${path}/…`, await cutAway(page)]);
  }
  expect(cut.filter(([, parts]) => parts.length > 0)).toEqual([]);
  expect(cut).toHaveLength(PAGES.length + LISTS.length);
});

test("a row is opened next to its list on a wide screen, without a fault of axe", async ({
  page,
  own,
}) => {
  await linkItem(own, { initial_products: ["auth", "transactions"] });
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.goto(`${own.api}/dashboard`);
  await signInClient(page, own);
  await page.getByRole("link", { name: "Items", exact: true }).click();
  const list = page.getByRole("region", { name: "Items" });
  await list.getByRole("link").first().click();
  const panel = page.getByRole("complementary", { name: "Details" });
  await expect(panel.getByRole("heading", { name: "Accounts" })).toBeVisible();
  await expect(list).toBeVisible();
  await expectNoFaultInBoth(page);
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(list.getByRole("link").first()).toBeFocused();
});

test("the overview is asked for once, before it is known whose session it is", async ({
  page,
  own,
}) => {
  await page.goto(`${own.api}/dashboard`);
  await signInClient(page, own);
  await expect(page.getByRole("region", { name: "Requests over time" })).toBeVisible();
  const events: string[] = [];
  const toName = (url: string) => /dashboard\/api\/(me|overview)$/.exec(url)?.[1];
  page.on("request", (request) => events.push(`ask ${toName(request.url())}`));
  page.on("response", (response) => events.push(`answer ${toName(response.url())}`));
  await page.reload();
  await expect(page.getByRole("region", { name: "Requests over time" })).toBeVisible();
  const seen = events.filter((event) => !event.endsWith("undefined"));
  expect(seen.toSorted()).toEqual(["answer me", "answer overview", "ask me", "ask overview"]);
  expect(seen.slice(0, 2).toSorted()).toEqual(["ask me", "ask overview"]);
});
