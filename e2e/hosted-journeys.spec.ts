import type { Page } from "@playwright/test";
import { linkAccount } from "../src/testing/kit/link-account.ts";
import { call, linkItem } from "./support/api.ts";
import { dismiss, linkIn } from "./support/link.ts";
import { receiver } from "./support/receiver.ts";
import { command, type Running } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

/** Creates a link token with a page on the server. Returns the token and the page's address. */
const hostedLink = async (server: Running, fields: object = {}, hosted_link: object = {}) => {
  const { link_token, hosted_link_url } = await call(server, "/link/token/create", {
    client_name: "Corner Shop",
    language: "en",
    country_codes: ["US"],
    products: ["auth"],
    user: { client_user_id: "user-1" },
    hosted_link,
    ...fields,
  });
  return { link_token, url: String(hosted_link_url) };
};

/** Opens Link on the page of an address. */
const begin = async (page: Page, url: string): Promise<void> => {
  await page.goto(url);
  await page.getByRole("button", { name: "Continue" }).click();
};

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("a bank with a sign-in of its own opens in a window of hosted Link", async ({
  page,
  server,
}) => {
  using app = await receiver();
  const { url } = await hostedLink(server, { webhook: app.url });
  await begin(page, url);
  await linkAccount(page, { institution: "ins_127287" });
  await expect(heading(page)).toHaveText("Your bank is connected");
  await expect.poll(app.codes).toEqual(["EVENTS", "ITEM_ADD_RESULT", "SESSION_FINISHED"]);
});

test("in an app that opens no windows the user goes to the bank in the same one, and back", async ({
  page,
  server,
}) => {
  await page.addInitScript(() => {
    const { open } = window;
    window.open = (url, target) => (target === "_top" ? open.call(window, url, target) : null);
  });
  const completion_redirect_uri = `${server.api}/docs`;
  const { url, link_token } = await hostedLink(
    server,
    {},
    { is_mobile_app: true, completion_redirect_uri },
  );
  await begin(page, url);
  const link = linkIn(page);
  await link.getByTestId("institution-search").fill("Platypus OAuth");
  await link.getByTestId("institution-ins_127287").click();
  await link.getByTestId("oauth").click();
  await page.waitForURL("**/sandbox/oauth/**");
  await page.getByTestId("submit").click();
  await page.waitForURL(/\/hosted\?oauth_state_id=/);
  await link.getByTestId("select-all").click();
  await linkAccount(page);
  await page.waitForURL(completion_redirect_uri);
  const { link_sessions } = await call(server, "/link/token/get", { link_token });
  expect(link_sessions).toMatchObject([{ status: "connected" }]);
});

test("hosted Link repairs an Item in update mode", async ({ page, server }) => {
  const { accessToken: access_token } = await linkItem(server);
  await call(server, "/sandbox/item/reset_login", { access_token });
  const { url } = await hostedLink(server, { access_token, products: [] });
  await page.goto(url);
  await expect(heading(page)).toHaveText("Corner Shop asks you to sign in to your bank again");
  await page.getByRole("button", { name: "Continue" }).click();
  await linkAccount(page);
  await expect(heading(page)).toHaveText("Your bank is connected");
  const { item } = await call(server, "/item/get", { access_token });
  expect(item).toMatchObject({ error: null });
});

test("a country whose law asks for a consent has it in hosted Link", async ({ page, server }) => {
  const { url } = await hostedLink(server, { country_codes: ["GB"], products: ["transactions"] });
  await begin(page, url);
  const link = linkIn(page);
  await link.getByTestId("institution-ins_116834").click();
  await expect(
    link.getByRole("heading", { name: "Share your data with Corner Shop?" }),
  ).toBeVisible();
  await linkAccount(page);
  await expect(heading(page)).toHaveText("Your bank is connected");
});

test("two people with one address complete one session", async ({ browser, page, server }) => {
  using app = await receiver();
  const { url, link_token } = await hostedLink(server, { webhook: app.url });
  const other = await browser.newPage();
  for (const each of [page, other]) {
    await begin(each, url);
    await expect(linkIn(each).getByTestId("institution-ins_109508")).toBeVisible();
  }
  await linkIn(other).getByTestId("institution-ins_109508").click();
  await expect(linkIn(other).getByTestId("credential-username")).toBeVisible();
  // The second browser has taken over the session.
  await linkIn(page).getByTestId("institution-ins_109508").click();
  await expect(linkIn(page).getByTestId("credential-username")).toHaveCount(0);
  await linkAccount(other, { accounts: 1 });
  await expect(heading(other)).toHaveText("Your bank is connected");
  await page.goto("about:blank");
  await page.goto(url);
  await expect(heading(page)).toHaveText("Your bank is connected");
  const { link_sessions } = await call(server, "/link/token/get", { link_token });
  expect(link_sessions).toMatchObject([{ status: "connected" }]);
  await expect.poll(app.codes).toContain("SESSION_FINISHED");
  expect(app.codes().filter((code) => code === "ITEM_ADD_RESULT")).toHaveLength(1);
  await other.close();
});

test("the address of a client that has been removed meanwhile opens nothing", async ({
  page,
  server,
}) => {
  const created = await command(server.folder, ["clients", "create"]);
  const value = (name: string) => new RegExp(`${name}\\s+(\\S+)`).exec(created)?.[1] ?? "";
  const client = { ...server, clientId: value("client_id"), secret: value("secret") };
  const { url } = await hostedLink(client);
  await page.goto(url);
  await expect(page.getByRole("button", { name: "Continue" })).toBeVisible();
  await command(server.folder, ["clients", "remove", client.clientId, "--yes"]);
  // Link informs the page that was open before.
  await page.getByRole("button", { name: "Continue" }).click();
  await dismiss(page);
  await expect(heading(page)).toHaveText("This link no longer works");
  await page.reload();
  await expect(heading(page)).toHaveText("This link no longer works");
});
