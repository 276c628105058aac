import { expect, test } from "./support/test.ts";

// The reference takes a browser seconds to draw, so one journey does with it all that can be done in one page.
test("the reference draws every path, in light and dark, from this server alone, and a call can be tried", async ({
  page,
  server,
}) => {
  const complaints: string[] = [];
  const elsewhere: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(server.api) && !url.startsWith("data:")) elsewhere.push(url);
  });
  await page.goto(`${server.api}/docs`);
  await expect(page).toHaveTitle("service-link · API reference");
  const { paths } = await (await page.request.get(`${server.api}/openapi.json`)).json();
  const pathElements = page.locator(".opblock-summary-path");
  await expect(pathElements).toHaveCount(Object.keys(paths).length);
  for (const [colorScheme, ground] of [
    ["light", "rgb(255, 255, 255)"],
    ["dark", "rgb(16, 20, 29)"],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("body")).toHaveCSS("background-color", ground);
  }

  await page.getByRole("button", { name: "Authorize" }).click();
  const keys = page.locator(".dialog-ux input");
  await keys.nth(0).fill(server.clientId);
  await keys.nth(1).fill(server.secret);
  for (const key of [1, 2]) {
    await page.locator(".dialog-ux .authorize").first().click();
    await expect(page.locator(".dialog-ux").getByRole("button", { name: "Remove" })).toHaveCount(
      key,
    );
  }
  await page.locator(".dialog-ux .btn-done").first().click();
  const path = page.locator("#operations-Institutions-institutions_get_by_id");
  await path.locator(".opblock-summary-control").click();
  await path.getByRole("button", { name: "Try it out" }).click();
  await path.getByRole("button", { name: "Execute" }).click();
  await expect(
    path.locator(".live-responses-table tbody .response-col_status").first(),
  ).toContainText("200");
  await expect(path.locator(".live-responses-table")).toContainText("First Platypus Bank");
  expect([complaints, elsewhere]).toEqual([[], []]);
});

test("another version is chosen by its date, and what changed is told in words", async ({
  page,
  server,
}) => {
  await page.goto(`${server.api}/docs`);
  const version = page.getByLabel("API version");
  await expect(version).toHaveValue("2020-09-14");
  await expect(version.getByRole("option")).toHaveText([
    "2020-09-14",
    "2019-05-29",
    "2018-05-22",
    "2017-03-08",
  ]);
  await expect(page.getByText("The account type brokerage is called investment.")).toBeVisible();
  await version.selectOption("2018-05-22");
  await page.waitForURL("**/docs?version=2018-05-22");
  await expect(version).toHaveValue("2018-05-22");
  await expect(page.getByRole("link", { name: "openapi.json" })).toHaveAttribute(
    "href",
    "/openapi/2018-05-22.json",
  );
  const path = page.locator("#operations-Products-identity_get");
  await path.locator(".opblock-summary-control").click();
  await expect(path.locator("select").first()).toHaveValue("2018-05-22");
  await expect(path.locator(".responses-wrapper .example").first()).toContainText('"zip"');
});
