import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startBank } from "../../demo/bank/server.mjs";
import { authorizationRequest, CLIENT } from "../../demo/bank/visit.fixture.ts";
import { expectNoFault } from "../support/accessibility.ts";
import { expect, test } from "../support/test.ts";

test("a customer goes through the bank's pages by keyboard alone, at any width, and axe agrees", async ({
  page,
}) => {
  const place = createServer((_, response) => response.end("back")).listen(0, "localhost");
  await once(place, "listening");
  const redirectUri = `http://localhost:${(place.address() as AddressInfo).port}/return`;
  const bank = await startBank({
    port: 0,
    clients: [{ ...CLIENT, redirectUris: [redirectUri] }],
  });
  const { query } = authorizationRequest({ parameters: { redirect_uri: redirectUri } });
  const expectSound = async () => {
    // A page's text arrives before its style.
    await page.waitForLoadState();
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 700 });
      const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(scrollWidth).toBeLessThanOrEqual(width);
      await expectNoFault(page);
    }
  };
  await page.goto(`${bank.issuer}/authorize?${query}`);
  await expectSound();
  // The first field has the focus, and Enter sends the form.
  await expect(page.getByLabel("Customer name")).toBeFocused();
  await page.keyboard.type("ada");
  await page.keyboard.press("Tab");
  await page.keyboard.type("candle");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("do not belong together");
  await expectSound();
  await expect(page.getByLabel("Password")).toBeFocused();
  await page.keyboard.type("lantern");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Share with Service Link?" })).toBeVisible();
  await expectSound();
  await page.getByLabel("Car Loan").focus();
  await page.keyboard.press("Space");
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(3);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${redirectUri}**`);
  expect(new URL(page.url()).searchParams.has("code")).toBe(true);
  await page.goto(`${bank.issuer}/faults`);
  await expectSound();
  await page.getByLabel("The data API is down").check();
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("status")).toHaveText("1 switched on.");
  await bank.close();
  place.close();
});
