import { expectReach } from "../support/accessibility.ts";
import { expect, test } from "../support/test.ts";

for (const path of [
  "/docs",
  "/docs#accounts_get",
  "/docs/changes",
  "/docs/errors",
  "/docs/index",
  "/docs/webhooks",
  "/docs/security",
])
  test(`${path} fits 320 pixels and a zoom of 200 %, and passes axe there, in light, dark and forced colours`, async ({
    page,
    server,
  }) => {
    await page.goto(server.api + path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    if (path.includes("#")) await expect(page.getByText("Fields of accounts")).toBeVisible();
    await expectReach(page);
  });

test("a search in the reference finds the guides, and one in the guides the paths", async ({
  page,
  server,
}) => {
  await page.goto(`${server.api}/docs`);
  await page.getByLabel("Search paths and guides").fill("verify signature");
  const guides = page.getByRole("navigation", { name: "In the guides" });
  await expect(guides.getByRole("link", { name: "Verify the signature Webhooks" })).toBeVisible();
  await expectReach(page);
  await guides.getByRole("link", { name: "Verify the signature Webhooks" }).click();
  await expect(page).toHaveURL(`${server.api}/docs/webhooks#verify-the-signature`);
  await page.getByRole("searchbox").fill("/auth/get");
  await page.getByRole("link", { name: "/auth/get API reference", exact: true }).click();
  await expect(page).toHaveURL(`${server.api}/docs#auth_get`);
  await expect(page.getByRole("form", { name: "Try /auth/get" })).toBeVisible();
});
