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
  const field = await page.getByRole("searchbox").boundingBox();
  const count = await page.getByRole("status").boundingBox();
  const gap = (count?.y ?? 0) - (field?.y ?? 0) - (field?.height ?? 0);
  expect(gap, "the count stands clear of the ring of the field").toBeGreaterThanOrEqual(6);
  await expectReach(page);
  await guides.getByRole("link", { name: "Verify the signature Webhooks" }).click();
  await expect(page).toHaveURL(`${server.api}/docs/webhooks#verify-the-signature`);
  await page.getByRole("searchbox").fill("/auth/get");
  await page.getByRole("link", { name: "/auth/get API reference", exact: true }).click();
  await expect(page).toHaveURL(`${server.api}/docs#auth_get`);
  await expect(page.getByRole("form", { name: "Try /auth/get" })).toBeVisible();
});

test("every link of the versions' page is a target of 24 pixels, at a desktop's width and a phone's", async ({
  page,
  server,
}) => {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${server.api}/docs/changes`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const heights = await page
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
    expect(heights.length).toBeGreaterThan(20);
    expect(heights.filter((height) => height > 0 && height < 24)).toEqual([]);
  }
});
