import { expectNoFault } from "./support/accessibility.ts";
import { call, exchange, linkToken } from "./support/api.ts";
import { expect, test } from "./support/test.ts";
import { openWebview } from "./support/webview.ts";

test("a person says the yes that British law asks for on the account site, without a sign-in at the bank", async ({
  page,
  context,
  server,
}) => {
  const token = await linkToken(server, { country_codes: ["GB"], products: ["transactions"] });
  const query = new URLSearchParams({ isWebview: "true", token });
  const messages = await openWebview(page, `${server.api}/link.html?${query}`);
  await page.getByTestId("institution-search").fill("British Bank");
  await page.getByTestId("institution-ins_942904").press("Enter");
  await page.getByTestId("agree").press("Enter");
  await page.getByTestId("credential-username").fill("user_custom");
  // The first yes is due at once.
  await page.getByTestId("credential-password").fill('{"europe": {"consent_days": 10}}');
  await page.getByTestId("submit").press("Enter");
  await page.getByTestId("select-all").press("Space");
  await page.getByTestId("submit").press("Enter");
  const opened = context.waitForEvent("page");
  await page.getByTestId("manage").press("Enter");
  const site = await opened;
  const yes = site.getByRole("button", { name: "Yes, go on reading" });
  await expect(yes).toBeVisible();
  await expectNoFault(site);
  await yes.press("Enter");
  await expect(yes).toHaveCount(0);
  await page.getByTestId("finish").press("Enter");
  await expect.poll(() => messages().at(-1)?.type).toBe("connected");
  const { accessToken } = await exchange(server, messages().at(-1)?.public_token);
  const { item } = await call(server, "/item/get", { access_token: accessToken });
  const { consent_expiration_time } = item as { consent_expiration_time: string };
  const days = (Date.parse(consent_expiration_time) - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(90);
});
