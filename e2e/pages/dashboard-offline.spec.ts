import { linkItem } from "../support/api.ts";
import { signInClient } from "../support/dashboard.ts";
import { expect, test } from "../support/own-server.ts";

test("a page that could not be loaded while the network was away is loaded when it returns", async ({
  page,
  context,
  own,
}) => {
  await page.goto(`${own.api}/dashboard/keys`);
  await signInClient(page, own);
  await expect(page.getByRole("region", { name: "Secret" })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("link", { name: "Usage" }).click();
  const notice = page.getByRole("alert").filter({ hasText: "This page cannot be loaded" });
  await expect(notice).toContainText("You may be offline");
  await expect(notice.getByRole("button", { name: "Load it again" })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByLabel("Month")).toBeVisible();
});

test("Back returns to the row of the list that was opened, on the page and with the filter of before", async ({
  page,
  own,
}) => {
  for (let at = 0; at < 30; at++) await linkItem(own);
  await page.goto(`${own.api}/dashboard/items?search=ins_109508`);
  await signInClient(page, own);
  const rows = page.locator("tbody tr");
  const opened = rows.nth(25).getByRole("link");
  const href = await opened.getAttribute("href");
  await opened.click();
  await expect(page.getByRole("region", { name: "Accounts" })).toBeVisible();
  await page.goBack();
  const row = page.locator(`tbody a[href="${href}"]`);
  await expect(row).toBeFocused();
  await expect(row).toBeInViewport();
  expect(new URL(page.url()).search).toBe("?search=ins_109508");
});
