import type { Page } from "@playwright/test";
import { ask, call, exchange, linkToken } from "./support/api.ts";
import { callback, dismiss, eventMetadata, openLink, signIn } from "./support/link.ts";
import { expect, test } from "./support/test.ts";
import { openWebview } from "./support/webview.ts";

/** Reloads the page and opens Link with the same token, like a user who lost Link. */
const again = (page: Page, address: string) => openLink(page, address);

test("the trust facts are a line that opens by keyboard, and that a search folds", async ({
  page,
  host,
}) => {
  await page.setViewportSize({ width: 390, height: 544 });
  const link = await openLink(page, host.url());
  const fact = link.getByRole("group").getByText("It goes to your bank");
  await expect(link.getByTestId("trust")).toContainText("accounts you choose. Details");
  await expect(fact).toBeHidden();
  await link.getByTestId("trust").press("Enter");
  await expect(fact).toBeVisible();
  await link.getByTestId("institution-search").fill("platypus");
  await expect(fact).toBeHidden();
  await expect(link.getByTestId("institution-ins_109508")).toBeInViewport();
});

test("a link token opened again resumes at the user's view", async ({ page, host, server }) => {
  const token = await linkToken(server);
  const address = host.url({ config: { token } });
  const standing = async () => {
    const { link_sessions } = await call(server, "/link/token/get", { link_token: token });
    return link_sessions;
  };
  expect(await standing()).toEqual([]);
  const link = await openLink(page, address);
  await link.getByRole("button", { name: /First Platypus/ }).click();
  await expect(link.getByTestId("credential-username")).toBeVisible();
  const first = await standing();

  await again(page, address);
  await expect(link.getByTestId("credential-username")).toBeFocused();
  await link.getByTestId("credential-username").fill("user_good");
  await link.getByTestId("credential-password").fill("mfa_device");
  await link.getByTestId("submit").click();
  await link
    .getByTestId(/^mfa-device-/)
    .first()
    .click();
  await expect(link.getByTestId("mfa-code")).toBeVisible();

  await again(page, address);
  await link.getByTestId("mfa-code").fill("1234");
  await link.getByTestId("submit").click();
  await expect(link.getByTestId("select-all")).toBeVisible();

  await again(page, address);
  await link.getByTestId("select-all").click();
  await link.getByTestId("submit").click();
  await expect(link.getByText("First Platypus Bank is connected")).toBeVisible();

  await again(page, address);
  await link.getByTestId("finish").click();
  const [publicToken, metadata] = await callback(page, "onSuccess");
  const { accessToken } = await exchange(server, publicToken);
  await call(server, "/accounts/get", { access_token: accessToken });

  const last = await standing();
  expect(last).toHaveLength(1);
  expect(Object(last)[0].link_session_id).toBe(Object(first)[0].link_session_id);
  expect(metadata).toMatchObject({ link_session_id: Object(last)[0].link_session_id });

  const reopening = await openLink(page, address);
  await expect(reopening.getByTestId("institution-search")).toHaveCount(0);
  await dismiss(page);
  expect(await callback(page, "onExit")).toMatchObject([{ error_code: "INVALID_LINK_TOKEN" }, {}]);
});

test("another browser with the same link token starts over, and sees nothing of the first one", async ({
  page,
  host,
  server,
  browser,
}) => {
  const token = await linkToken(server);
  const address = host.url({ config: { token } });
  const link = await openLink(page, address);
  await signIn(page, /First Platypus/);
  await expect(link.getByTestId("select-all")).toBeVisible();
  await again(page, address);
  await expect(link.getByTestId("select-all")).toBeVisible();

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  const stranger = await openLink(other, address);
  await expect(stranger.getByTestId("institution-search")).toBeVisible();
  await expect(stranger.getByTestId("select-all")).toHaveCount(0);
  await link.getByTestId("select-all").click();
  await link.getByTestId("submit").click();
  await expect
    .poll(() => eventMetadata(page, "ERROR"))
    .toMatchObject([{ error_code: "INVALID_LINK_SESSION" }]);
  await signIn(other, /First Platypus/);
  await stranger.getByTestId("select-all").click();
  await stranger.getByTestId("submit").click();
  await stranger.getByTestId("finish").click();
  await callback(other, "onSuccess");

  await openLink(page, address);
  await dismiss(page);
  expect(await callback(page, "onExit")).toMatchObject([{ error_code: "INVALID_LINK_TOKEN" }, {}]);
  await elsewhere.close();
});

test("Link as the whole page resumes when its app loads it again", async ({ page, server }) => {
  const query = new URLSearchParams({ isWebview: "true", token: await linkToken(server) });
  const address = `${server.api}/link.html?${query}`;
  await openWebview(page, address);
  await page.getByRole("button", { name: /First Platypus/ }).click();
  await expect(page.getByTestId("credential-username")).toBeVisible();
  await page.goto(address);
  await expect(page.getByTestId("credential-username")).toBeVisible();
});

test("a public token that was not exchanged is delivered again, and works once", async ({
  page,
  host,
  server,
}) => {
  const token = await linkToken(server);
  const address = host.url({ config: { token } });
  const link = await openLink(page, address);
  await signIn(page, /First Platypus/);
  await link.getByTestId("select-all").click();
  await link.getByTestId("submit").click();
  await link.getByTestId("finish").click();
  await callback(page, "onSuccess");

  await again(page, address);
  await link.getByTestId("finish").click();
  const [publicToken] = await callback(page, "onSuccess");
  const first = await exchange(server, publicToken);
  const { status } = await ask(server, "/item/public_token/exchange", {
    public_token: publicToken,
  });
  expect(status).toBe(400);
  const { item } = await call(server, "/item/get", { access_token: first.accessToken });
  expect(item).toMatchObject({ item_id: first.itemId });
});

test("the link token sets the language; the page, or else the device, sets the theme", async ({
  page,
  host,
  server,
}) => {
  const token = await linkToken(server, { language: "fr", client_name: "Épicerie" });
  const config = { token, theme: "dark" };
  const link = await openLink(page, host.url({ config }));
  await expect(link.getByText("Épicerie").first()).toBeVisible();
  await expect(link.getByRole("heading", { level: 1 })).toHaveText(
    "Choisissez votre établissement",
  );
  const card = link.locator(".card").first();
  await expect(card).toHaveCSS("background-color", "rgb(22, 27, 38)");
  await page.emulateMedia({ colorScheme: "dark" });
  await openLink(page, host.url({ config: { theme: "light" } }));
  await expect(card).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await openLink(page, host.url());
  await expect(card).toHaveCSS("background-color", "rgb(22, 27, 38)");
});
