import { expectNoFault } from "./support/accessibility.ts";
import { call, exchange } from "./support/api.ts";
import { callback, openLink, story } from "./support/link.ts";
import { expect, test } from "./support/test.ts";

const BRITISH = { countryCodes: ["GB"], product: ["transactions"] };

for (const language of ["en", "fr"])
  test(`all of a consent but its links is in view on a small desktop: ${language}`, async ({
    page,
    host,
  }) => {
    const config = {
      ...{ language, countryCodes: ["FR"], product: ["transactions", "auth", "identity"] },
    };
    const link = await openLink(page, host.url({ config }));
    await link.locator("li .row").first().click();
    const end = link.locator(".clause").last();
    await expect(end).toBeVisible();
    await expect(link.getByRole("listitem")).toHaveCount(4);
    const [text, agree] = await Promise.all(
      [end, link.getByTestId("agree")].map((element) => element.boundingBox()),
    );
    expect((text?.y ?? 0) + (text?.height ?? Number.NaN)).toBeLessThanOrEqual(agree?.y ?? 0);
    // The window names the operator only here.
    await expect(link.getByText("service-link")).toHaveCount(1);
  });

test("a European bank is asked for nothing before the user has agreed", async ({
  page,
  host,
  server,
}) => {
  const link = await openLink(page, host.url({ config: BRITISH }));
  await link.getByRole("button", { name: /Royal Platypus/ }).click();
  await expect(
    link.getByRole("heading", { name: "Share your data with Corner Shop?" }),
  ).toBeFocused();
  await expect(link.getByText(/^For 90 days, Corner Shop asks to read this/)).toBeVisible();
  await expect(link.getByRole("listitem").getByText(/^Transactions/)).toBeVisible();
  await expect(link.getByText("Account numbers")).toHaveCount(0);
  await expect(link.getByText(/withdraw your consent at any time/)).toBeVisible();
  for (const name of ["Terms", "Privacy policy"]) {
    const address = await link.getByRole("link", { name }).getAttribute("href");
    expect((await page.request.get(new URL(address ?? "", server.api).href)).status()).toBe(200);
  }
  await expectNoFault(page);

  await link.getByTestId("agree").click();
  await expect(link.getByTestId("submit")).toBeVisible();
  for (const field of await link.getByTestId(/^credential-/).all())
    await field.fill((await field.getAttribute("type")) === "password" ? "pass_good" : "user_good");
  await link.getByTestId("submit").click();
  await link.getByRole("checkbox").first().check();
  await link.getByTestId("submit").click();
  await link.getByTestId("finish").click();
  const [publicToken] = await callback(page, "onSuccess");
  const views = (await story(page)).filter((name) => name.startsWith("TRANSITION_VIEW"));
  expect(views.slice(0, 5)).toEqual(
    ["SELECT_INSTITUTION", "LOADING", "CONSENT", "LOADING", "CREDENTIAL"].map(
      (view) => `TRANSITION_VIEW ${view}`,
    ),
  );

  const { accessToken } = await exchange(server, publicToken);
  const { item } = await call(server, "/item/get", { access_token: accessToken });
  const days = (Date.parse(Object(item).consent_expiration_time) - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(90);
});
