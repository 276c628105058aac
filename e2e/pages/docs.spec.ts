import type { Page } from "@playwright/test";
import { expectNoFault } from "../support/accessibility.ts";
import { linkItem } from "../support/api.ts";
import { expect, test } from "../support/test.ts";

/** Records the page's errors, and its requests to other servers. */
const watch = (page: Page, api: string) => {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(api) && !url.startsWith("data:")) complaints.push(url);
  });
  return complaints;
};

test("the reference opens on every path by its noun, and one is found and opened by the keyboard alone", async ({
  page,
  server,
}) => {
  const complaints = watch(page, server.api);
  await page.goto(`${server.api}/docs`);
  await expect(page.locator(".name")).toHaveCSS("background-image", /favicon\.svg/);
  await expect(page).toHaveTitle("service-link · API reference");
  const { paths, tags } = await (await page.request.get(`${server.api}/openapi.json`)).json();
  const operations = page.locator(".operation");
  await expect(operations).toHaveCount(Object.keys(paths).length);
  await expect(page.locator("section > h2")).toHaveCount(tags.length + 1);
  await page.keyboard.press("/");
  await page.keyboard.type("get by_id");
  await expect(operations).toHaveCount(1);
  await page.getByText("/institutions/get_by_id", { exact: true }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#institutions_get_by_id$/);
  await expect(page.getByText("Fields of institution")).toBeVisible();
  await expect(page.locator(".field-name").first()).toHaveCSS("background-image", "none");
  for (const [colorScheme, ground] of [
    ["light", "rgb(255, 255, 255)"],
    ["dark", "rgb(22, 27, 38)"],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("body")).toHaveCSS("background-color", ground);
    await expectNoFault(page);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  // The browser logs the 401 response as an error.
  expect(complaints.filter((text) => !text.includes("status of 400"))).toEqual([]);
});

test("a path is tried with pasted keys, and as the client that is signed in to the Dashboard", async ({
  page,
  server,
}) => {
  await linkItem(server);
  const tryIt = page.getByRole("form", { name: "Try /institutions/get_by_id" });
  await page.goto(`${server.api}/docs#institutions_get_by_id`);
  const code = tryIt.getByRole("region", { name: "Code of this call" });
  await expect(code).toContainText(`curl ${server.api}/institutions/get_by_id`);
  await code.getByRole("button", { name: "Python" }).click();
  await expect(code).toContainText("requests.post(");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await code.getByRole("button", { name: "Copy" }).click();
  await expect(code.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    await code.locator("pre").textContent(),
  );
  await tryIt.getByLabel("client_id").fill(server.clientId);
  await tryIt.getByLabel("secret").fill("wrong");
  await tryIt.getByRole("button", { name: "Send" }).click();
  await expect(tryIt.getByRole("status")).toContainText("INVALID_API_KEYS");
  await tryIt.getByLabel("secret").fill(server.secret);
  await tryIt.getByRole("button", { name: "Send" }).click();
  await expect(tryIt.getByRole("status")).toContainText("First Platypus Bank");

  await page.goto(`${server.api}/dashboard/settings`);
  await page.getByLabel("client_id").fill(server.clientId);
  await page.getByLabel("secret").fill(server.secret);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("link", { name: "API reference" }).click();
  await page.getByText("/institutions/get_by_id", { exact: true }).click();
  await expect(tryIt.getByText("by your session")).toBeVisible();
  const request = page.waitForRequest("**/dashboard/api/try");
  await tryIt.getByRole("button", { name: "Send" }).click();
  await expect(tryIt.getByRole("status")).toContainText("First Platypus Bank");
  expect((await request).postData()).not.toContain(server.secret);
  await page.goto(`${server.api}/docs#item_get`);
  const own = page.getByRole("form", { name: "Try /item/get" });
  await expect(own.getByText("those of your newest Item in the sandbox")).toBeVisible();
  await own.getByRole("button", { name: "Send" }).click();
  await expect(own.getByRole("status")).toContainText('"item_id"');
  await page.goto(`${server.api}/docs#institutions_get_by_id`);
  await tryIt.getByLabel("Body").fill("{");
  await tryIt.getByRole("button", { name: "Send" }).click();
  await expect(tryIt.getByRole("status")).toHaveText("The body is not a JSON object yet.");
});

test("the changes of the versions have a page of their own, with links to each reference", async ({
  page,
  server,
}) => {
  await page.goto(`${server.api}/docs`);
  await page.getByRole("link", { name: "Versions" }).click();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([
    "2020-09-14 newest",
    "2019-05-29",
    "2018-05-22",
    "2017-03-08",
  ]);
  await expect(page.getByText("The account type brokerage is called investment.")).toBeVisible();
  await expectNoFault(page);
  await page.locator("section", { hasText: "2018-05-22" }).getByText("The reference of").click();
  await page.waitForURL("**/docs?version=2018-05-22");
  await expect(page.getByLabel("API version")).toHaveValue("2018-05-22");
  await expect(page.getByRole("link", { name: "openapi.json" })).toHaveAttribute(
    "href",
    "/openapi/2018-05-22.json",
  );
  await page.getByText("/identity/get", { exact: true }).click();
  await expect(page.locator("#identity_get figure")).toContainText('"zip"');
});

test("a guide is found by its words, its code is copied, and it reads without scripts, too", async ({
  browser,
  page,
  server,
}) => {
  const complaints = watch(page, server.api);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${server.api}/docs`);
  await page.getByRole("link", { name: "Guides" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Documentation");
  await expect(page.getByRole("searchbox")).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("verify signature");
  await page.getByRole("link", { name: "Verify the signature Webhooks" }).click();
  await expect(page).toHaveURL(`${server.api}/docs/webhooks#verify-the-signature`);
  const block = page.locator(".block").first();
  await block.getByRole("button", { name: "Copy" }).click();
  await expect(block.getByRole("button")).toHaveText("Copied");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await block.locator("code").textContent());
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoFault(page);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(complaints).toEqual([]);

  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(`${server.api}/docs/webhooks`);
  await expect(plain.getByRole("searchbox")).toBeHidden();
  await plain.getByRole("navigation", { name: "Guides" }).getByText("I am a bank").click();
  await expect(plain.getByRole("heading", { level: 1 })).toHaveText("I am a bank");
  await plain.getByRole("link", { name: "This page as Markdown" }).click();
  await expect(plain).toHaveURL(`${server.api}/docs/for-banks.md`);
  await context.close();
});
