import type { FrameLocator, Page } from "@playwright/test";
import { expectNoFault } from "../support/accessibility.ts";
import { openLink, signIn } from "../support/link.ts";
import { expect, test } from "../support/test.ts";

test.use({ viewport: { width: 320, height: 640 } });

/** Opens Link with text at 200 %. */
const openLarge = async (page: Page, address: string): Promise<FrameLocator> => {
  const link = await openLink(page, address);
  // Before the first view, the frame may still contain its initial document.
  await expect(link.getByTestId("institution-search")).toBeVisible();
  await link.locator("html").evaluate((html) => {
    html.style.fontSize = "200%";
  });
  return link;
};

/** The scrolling elements of the visible view, as [overflows, has a focusable element]. */
const scroller = (link: FrameLocator) => link.locator("section:not([hidden]) .body");

/**
 * Expects that the focused element scrolls its view to the end by keyboard, and that axe finds no
 * fault.
 */
const expectEnd = async (page: Page, link: FrameLocator): Promise<void> => {
  await page.keyboard.press("End");
  await expect
    .poll(() =>
      scroller(link).evaluate(
        (body) => body.scrollTop + body.clientHeight + 1 >= body.scrollHeight,
      ),
    )
    .toBe(true);
  await expectNoFault(page);
};

/**
 * Expects that a view whose content has no control is itself a tab stop, and can be scrolled to the
 * end.
 */
const expectToScroll = async (page: Page, link: FrameLocator, name: RegExp): Promise<void> => {
  const region = link.getByRole("region", { name });
  await expect(region).toHaveAttribute("tabindex", "0");
  await link.getByRole("heading", { level: 1, name }).focus();
  await page.keyboard.press("Shift+Tab");
  await expect(region).toBeFocused();
  await expectEnd(page, link);
};

/**
 * Expects that a view with a control overflows, and can be scrolled to the end from the control.
 */
const expectToScrollFrom = async (
  page: Page,
  link: FrameLocator,
  { name, testId }: { name: RegExp; testId: string },
): Promise<void> => {
  const title = link.getByRole("heading", { level: 1, name });
  await expect(title).toBeVisible();
  const overflow = () => scroller(link).evaluate((body) => body.scrollHeight - body.clientHeight);
  await expect.poll(overflow).toBeGreaterThan(0);
  await expect(link.getByRole("region")).toHaveCount(0);
  await title.focus();
  await page.keyboard.press("Tab");
  await expect(link.getByTestId(testId)).toBeFocused();
  await expectEnd(page, link);
};

test("an error with text at 200 % scrolls from its copy button", async ({ page, host }) => {
  const link = await openLarge(page, host.url());
  await signIn(page, /First Platypus/, "error_MFA_NOT_SUPPORTED");
  await expectToScrollFrom(page, link, { name: /could not be connected/, testId: "copy" });
});

test("the captcha with text at 200 % scrolls by keyboard, and at 100 % is no tab stop", async ({
  page,
  host,
}) => {
  const link = await openLarge(page, host.url());
  await signIn(page, /First Platypus/, "recaptcha_good");
  await expectToScroll(page, link, /human/);
  await link.locator("html").evaluate((html) => {
    html.style.fontSize = "";
  });
  await page.setViewportSize({ width: 320, height: 1200 });
  await expect(link.getByRole("region")).toHaveCount(0);
  await expect(scroller(link)).not.toHaveAttribute("tabindex");
  await page.setViewportSize({ width: 320, height: 400 });
  await expectNoFault(page);
});

test("the last view with text at 200 % scrolls by keyboard", async ({ page, host }) => {
  const link = await openLarge(page, host.url());
  await signIn(page, /First Platypus/);
  await link.getByTestId("select-all").click();
  // A form's fields are its tab stops.
  await expect(link.getByRole("region")).toHaveCount(0);
  await link.getByTestId("submit").click();
  await expectToScrollFrom(page, link, { name: /is connected/, testId: "manage" });
});
