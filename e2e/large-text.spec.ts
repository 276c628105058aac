import type { FrameLocator, Page } from "@playwright/test";
import { expectNoFault } from "./support/accessibility.ts";
import { openLink, signIn } from "./support/link.ts";
import { expect, test } from "./support/test.ts";

test.use({ viewport: { width: 320, height: 640 } });

/** Opens Link with text at 200 %. */
const openLarge = async (page: Page, address: string): Promise<FrameLocator> => {
  const link = await openLink(page, address);
  await link.locator("html").evaluate((html) => {
    html.style.fontSize = "200%";
  });
  return link;
};

/** The scrolling elements of the visible view, as [overflows, has a focusable element]. */
const scroller = (link: FrameLocator) => link.locator("section:not([hidden]) .body");

/** Expects that the whole view can be read by keyboard, and that axe finds no fault. */
const expectToScroll = async (page: Page, link: FrameLocator, name: RegExp): Promise<void> => {
  const region = link.getByRole("region", { name });
  await expect(region).toHaveAttribute("tabindex", "0");
  await link.getByRole("heading", { level: 1, name }).focus();
  await page.keyboard.press("Shift+Tab");
  await expect(region).toBeFocused();
  await page.keyboard.press("End");
  await expect
    .poll(() =>
      region.evaluate((body) => body.scrollTop + body.clientHeight + 1 >= body.scrollHeight),
    )
    .toBe(true);
  await expectNoFault(page);
};

test("an error with text at 200 % scrolls by keyboard, and at 100 % is no tab stop", async ({
  page,
  host,
}) => {
  const link = await openLarge(page, host.url());
  await signIn(page, /First Platypus/, "error_MFA_NOT_SUPPORTED");
  await expectToScroll(page, link, /could not be connected/);
  await link.locator("html").evaluate((html) => {
    html.style.fontSize = "";
  });
  await page.setViewportSize({ width: 320, height: 1200 });
  await expect(link.getByRole("region")).toHaveCount(0);
  await expect(scroller(link)).not.toHaveAttribute("tabindex");
  await page.setViewportSize({ width: 320, height: 400 });
  await expectNoFault(page);
});

test("the captcha with text at 200 % scrolls by keyboard", async ({ page, host }) => {
  const link = await openLarge(page, host.url());
  await signIn(page, /First Platypus/, "recaptcha_good");
  await expectToScroll(page, link, /human/);
});

test("the last view with text at 200 % scrolls by keyboard", async ({ page, host }) => {
  const link = await openLarge(page, host.url());
  await signIn(page, /First Platypus/);
  await link.getByTestId("select-all").click();
  // A form has its fields as tab stops.
  await expect(link.getByRole("region")).toHaveCount(0);
  await link.getByTestId("submit").click();
  await expectToScroll(page, link, /is connected/);
});
