import { linkAccount } from "../../src/testing/kit/link-account.ts";
import { test as bankTest } from "../support/bank.ts";
import { callback, linkIn } from "../support/link.ts";
import { expect, test } from "../support/test.ts";

const open = "#connect";

bankTest("linkAccount signs in at the demo bank's own site", async ({ page, host }) => {
  await page.goto(host.url());
  const login = { user: "ada", password: "lantern" };
  await linkAccount(page, { open, institution: "Lanternfield Bank", ...login });
  const [, metadata] = await callback(page, "onSuccess");
  expect(Object(metadata).institution.name).toBe("Lanternfield Bank");
  expect(Object(metadata).accounts.length).toBeGreaterThan(1);
});

bankTest("linkAccount quotes the demo bank's refusal of a password", async ({ page, host }) => {
  await page.goto(host.url());
  const attempt = linkAccount(page, { open, institution: "Lanternfield Bank" });
  await expect(attempt).rejects.toThrow('Link refused in "Sign in": That name and password');
});

bankTest(
  "linkAccount hands an institution's page without test ids over to the test",
  async ({ page, host, bank }) => {
    await page.context().route(`${bank.issuer}/sign-in/**`, async (route) => {
      const response = await route.fetch({ maxRedirects: 0 });
      await route.fulfill({
        response,
        body: (await response.text()).replaceAll("data-testid", "id"),
      });
    });
    await page.goto(host.url());
    const popup = page.waitForEvent("popup");
    const attempt = linkAccount(page, { open, institution: "Lanternfield Bank" });
    await expect(attempt).rejects.toThrow(
      `linkAccount: the page of ${new URL(bank.issuer).host} has no test ids: fill in that window, and then`,
    );
    const window = await popup;
    await window.getByLabel("Customer name").fill("ada");
    await window.getByLabel("Password").fill("lantern");
    await window.getByRole("button", { name: "Sign in" }).click();
    await window.getByRole("button", { name: "Share" }).click();
    await linkAccount(page);
    await callback(page, "onSuccess");
  },
);

test("linkAccount ends at once if Link cannot be shown, and quotes the reason", async ({
  page,
  host,
}) => {
  const config = { token: "link-sandbox-00000000-0000-4000-8000-000000000000" };
  await page.goto(host.url({ config }));
  const attempt = linkAccount(page, { open, timeout: 300_000 });
  await expect(attempt).rejects.toThrow(/^linkAccount: Link cannot be shown: .*INVALID_LINK_TOKEN/);
});

test("linkAccount names an institution that the list does not have, at once", async ({
  page,
  host,
}) => {
  for (const institution of ["ins_999999", "Bank of Nowhere At All"]) {
    await page.goto(host.url());
    const attempt = linkAccount(page, { open, institution, timeout: 300_000 });
    await expect(attempt).rejects.toThrow(
      `linkAccount: no institution in the list is ${JSON.stringify(institution)}`,
    );
  }
  await page.goto(host.url());
  const attempt = linkAccount(page, { open, institution: "Platypus", timeout: 300_000 });
  await expect(attempt).rejects.toThrow(
    /no institution in the list is "Platypus"; a search for it has .*First Platypus Bank/,
  );
});

test("linkAccount says what kept it from a click", async ({ page, host }) => {
  await page.addInitScript(() => {
    if (window.name !== "service-link") return;
    addEventListener("DOMContentLoaded", () => {
      const cover = document.createElement("aside");
      cover.style.cssText = "position:fixed;inset:0;z-index:9";
      document.documentElement.append(cover);
    });
  });
  await page.goto(host.url());
  await page.locator(open).click();
  await expect(linkIn(page).getByTestId("institution-search")).toBeVisible();
  const attempt = linkAccount(page, { timeout: 13_000 });
  await expect(attempt).rejects.toThrow(
    /the user saw "Select your institution"; the last click or text failed: .*<aside><\/aside> intercepts pointer events/,
  );
});

test("linkAccount answers each kind of second factor, also question by question", async ({
  page,
  host,
}) => {
  for (const options of [
    { mfa: "code" },
    { mfa: "device" },
    { mfa: "selections" },
    { mfa: "questions", password: "mfa_questions_2_3" },
  ] as const) {
    await page.goto(host.url());
    await linkAccount(page, { open, ...options });
    await callback(page, "onSuccess");
  }
});
