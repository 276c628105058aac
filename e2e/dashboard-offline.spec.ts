import { signInClient } from "./support/dashboard.ts";
import { expect, test } from "./support/test.ts";

test("a page that could not be loaded while the network was away is loaded again by a button", async ({
  page,
  context,
  server,
}) => {
  await page.goto(`${server.api}/dashboard`);
  await signInClient(page, server);
  await expect(page.getByRole("region", { name: "Secret" })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("link", { name: "Usage" }).click();
  const notice = page.getByRole("alert").filter({ hasText: "This page cannot be loaded" });
  await expect(notice).toContainText("You may be offline");
  await context.setOffline(false);
  await notice.getByRole("button", { name: "Load it again" }).click();
  await expect(page.getByLabel("Month")).toBeVisible();
});
