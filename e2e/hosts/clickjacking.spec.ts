import type { FrameLocator, Locator, Page } from "@playwright/test";
import { holdScript } from "../support/hold-script.ts";
import { animationsEnd, callback, linkIn, openLink, signIn, story } from "../support/link.ts";
import { expect, MOTION, test } from "../support/test.ts";

test.use(MOTION);

/** Tricks that make a user click into Link unknowingly, with their removal. */
const TRICKS: Record<string, { lay(): void; lift(): void }> = {
  "makes Link see-through": {
    lay: () => {
      const host = document.querySelector("[data-service-link]");
      const dialog = host?.shadowRoot?.querySelector("dialog");
      dialog?.style.setProperty("opacity", ".01", "important");
    },
    lift: () => {
      const host = document.querySelector("[data-service-link]");
      host?.shadowRoot?.querySelector("dialog")?.style.removeProperty("opacity");
    },
  },
  "lays a picture of its own over Link that lets clicks through": {
    lay: () => {
      const cover = document.createElement("div");
      Object.assign(cover, { id: "cover", popover: "manual", textContent: "Win a prize" });
      Object.assign(cover.style, { pointerEvents: "none", width: "100%", height: "100%" });
      document.body.append(cover);
      cover.showPopover();
    },
    lift: () => document.getElementById("cover")?.remove(),
  },
};

const sentence = (link: FrameLocator) => link.getByText("Something covers this window");

/** Clicks at a real pointer position, like a user who sees another element there. */
const clickAt = async (page: Page, link: FrameLocator, testId: string): Promise<void> => {
  const box = await link.getByTestId(testId).boundingBox();
  if (!box) throw new Error(`${testId} is not there`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
};

for (const [what, { lay, lift }] of Object.entries(TRICKS))
  test(`a page that ${what} blocks clicks and keys in Link until that is gone`, async ({
    page,
    host,
  }) => {
    const link = await openLink(page, host.url());
    await link.getByRole("button", { name: /First Platypus/ }).click();
    const username = link.getByTestId("credential-username");
    await username.fill("user_good");
    await page.evaluate(lay);
    await expect(sentence(link)).toHaveCount(1);
    await page.keyboard.type("x");
    await clickAt(page, link, "back");
    await clickAt(page, link, "close");
    await page.evaluate(lift);
    await expect(sentence(link)).toHaveCount(0);
    await expect(username).toHaveValue("user_good");
    await expect.poll(async () => (await story(page)).at(-1)).toBe("TRANSITION_VIEW CREDENTIAL");
    await link.getByTestId("credential-password").fill("pass_good");
    await link.getByTestId("submit").click();
    await link.getByRole("checkbox").first().check();
    await link.getByTestId("submit").click();
    await link.getByTestId("finish").click();
    await callback(page, "onSuccess");
  });

test("a click before Link's script is dropped if Link was not visible", async ({ page, host }) => {
  const release = await holdScript(page);
  const link = await openLink(page, host.url());
  await expect(link.getByTestId("institution-ins_109508")).toBeVisible();
  const { lay, lift } = TRICKS["makes Link see-through"] ?? {};
  await page.evaluate(lay ?? "");
  await clickAt(page, link, "institution-ins_109508");
  release();
  await expect(sentence(link)).toHaveCount(1);
  await page.evaluate(lift ?? "");
  await expect(sentence(link)).toHaveCount(0);
  expect(await story(page)).not.toContain("SELECT_INSTITUTION");
  await signIn(page, /First Platypus/);
  await expect(link.getByRole("checkbox").first()).toBeVisible();
});

/** Chromium drops a click on a same-site frame that has moved while observing itself. */
test("a click reaches the window while it changes its size", async ({ page, server }) => {
  await page.goto(server.shop);
  await page.getByRole("button", { name: "Connect" }).click();
  const link = linkIn(page);
  await link.getByRole("button", { name: /First Platypus/ }).click();
  await expect(link.getByTestId("submit")).toBeVisible();
  await animationsEnd(link.locator("html"));
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width: width - 40, height: height - 40 });
  await clickAt(page, link, "back");
  await expect(link.getByTestId("institution-search")).toBeVisible();
});

test("a checkbox is ticked at once while the window changes its size", async ({ page, host }) => {
  const link = await openLink(page, host.url());
  await signIn(page, /First Platypus/);
  const boxes = link.getByRole("checkbox");
  await expect(boxes.first()).toBeVisible();
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width: width - 40, height: height - 40 });
  await boxes.nth(0).check();
  await link.locator("label").nth(1).click();
  await expect(boxes.nth(0)).toBeChecked();
  await expect(boxes.nth(1)).toBeChecked();
});

/** Lays an overlay into Link's own document, as password managers do. */
const layMenu = (username: Locator): Promise<void> =>
  username.evaluate((field) => {
    const { x, y } = field.getBoundingClientRect();
    const menu = document.createElement("x-menu");
    Object.assign(menu.style, { position: "fixed", left: `${x}px`, top: `${y}px`, zIndex: "9" });
    menu.textContent = "user_good";
    document.body.append(menu);
  });

test("an overlay in Link's own document, such as a password manager's, does not block typing", async ({
  page,
  host,
}) => {
  const link = await openLink(page, host.url());
  await link.getByRole("button", { name: /First Platypus/ }).click();
  const username = link.getByTestId("credential-username");
  await layMenu(username);
  await link.locator(".card").evaluate(
    (card) =>
      new Promise<void>((resolve) => {
        const sightings = (all: IntersectionObserverEntry[]) => {
          if (all.some((each) => Reflect.get(each, "isVisible") === false)) resolve();
        };
        new IntersectionObserver(sightings, {
          trackVisibility: true,
          delay: 100,
        } as IntersectionObserverInit).observe(card);
      }),
  );
  await username.pressSequentially("user_good");
  await expect(username).toHaveValue("user_good");
  await expect(sentence(link)).toHaveCount(0);
});

test("typing works under an overlay in Link's own document that replaces the page's", async ({
  page,
  host,
}) => {
  const link = await openLink(page, host.url());
  await link.getByRole("button", { name: /First Platypus/ }).click();
  const username = link.getByTestId("credential-username");
  await username.fill("user_");
  const { lay, lift } =
    TRICKS["lays a picture of its own over Link that lets clicks through"] ?? {};
  await page.evaluate(lay ?? "");
  await expect(sentence(link)).toHaveCount(1);
  await layMenu(username);
  await page.evaluate(lift ?? "");
  await username.pressSequentially("good");
  await expect(username).toHaveValue("user_good");
  await expect(sentence(link)).toHaveCount(0);
});
