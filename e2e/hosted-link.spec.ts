import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { linkAccount } from "../src/testing/kit/link-account.ts";
import { expectNoFault } from "./support/accessibility.ts";
import { call } from "./support/api.ts";
import { linkIn } from "./support/link.ts";
import { expect, test } from "./support/test.ts";

const FIELDS = {
  client_name: "Corner Shop",
  language: "en",
  country_codes: ["US"],
  products: ["auth"],
  user: { client_user_id: "user-1" },
};

test("an address without a page of the application's connects an account once, and leads back", async ({
  page,
  server,
}) => {
  const site = createServer((_, response) => response.end("thanks")).listen(0);
  const back = `http://localhost:${(site.address() as AddressInfo).port}/thanks`;
  const { hosted_link_url, link_token } = await call(server, "/link/token/create", {
    ...FIELDS,
    hosted_link: { completion_redirect_uri: back },
  });
  await page.goto(String(hosted_link_url));
  await expect(page.getByRole("heading")).toHaveText("Corner Shop asks you to connect your bank");
  await expectNoFault(page);
  // The user exits Link, reloads the page, and continues at the chosen bank.
  await page.getByRole("button", { name: "Continue" }).click();
  const link = linkIn(page);
  await link.getByTestId("institution-ins_109508").click();
  await link.getByTestId("credential-username").fill("user_good");
  await page.reload();
  await page.getByRole("button", { name: "Continue" }).press("Enter");
  await expect(link.getByRole("heading", { name: /First Platypus Bank/ })).toBeVisible();
  await linkAccount(page, { accounts: 1 });
  await page.waitForURL(back);
  site.close();
  const { link_sessions } = await call(server, "/link/token/get", { link_token });
  expect(link_sessions).toMatchObject([{ status: "connected" }]);
  await page.goto(String(hosted_link_url));
  await expect(page.getByRole("heading")).toHaveText("Your bank is connected");
  await expect(page.locator(".tick")).toBeVisible();
  await expect(page.locator("#connection")).toBeHidden();
  await expect(page.getByRole("link", { name: "Back to Corner Shop" })).toHaveAttribute(
    "href",
    back,
  );
  expect(server.logged()).not.toContain(new URL(String(hosted_link_url)).hash.slice(1));
});

test("an exit leads back to the application, with nothing added, and the address goes on to work", async ({
  page,
  server,
}) => {
  const site = createServer((_, response) => response.end("back")).listen(0);
  const back = `http://localhost:${(site.address() as AddressInfo).port}/app`;
  const { hosted_link_url } = await call(server, "/link/token/create", {
    ...FIELDS,
    language: "fr",
    hosted_link: { completion_redirect_uri: back, is_mobile_app: true },
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(String(hosted_link_url));
  await page.getByRole("button", { name: "Continuer" }).click();
  await expect(linkIn(page).getByTestId("institution-ins_109508")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.waitForURL(back);
  await page.goBack();
  await expect(page.getByRole("button", { name: "Continuer" })).toBeVisible();
  site.close();
});

test("the head has the mark, and the logo and the name of a client with a look of its own in their place", async ({
  page,
  server,
}) => {
  const { hosted_link_url } = await call(server, "/link/token/create", {
    ...FIELDS,
    hosted_link: {},
  });
  const head = page.getByRole("banner");
  const open = async (look: object) => {
    await page.route("**/bridge/hosted/open", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), ...look } });
    });
    await page.goto("about:blank");
    await page.goto(String(hosted_link_url));
    await expect(page.getByRole("heading")).toHaveText("Corner Shop asks you to connect your bank");
    await expectNoFault(page);
  };
  await open({});
  await expect(head).toHaveText("service-link");
  await expect(head.locator('img[src="/favicon.svg"]')).toBeVisible();
  const logo = { src: "/icon-192.png", width: 192, height: 192 };
  const accents = { light: "#0b5c6b", dark: "#5fc6d8" };
  for (const look of [{ logo }, { accents }, { logo, accents }]) {
    await open(look);
    await expect(head).toHaveText("Corner Shop");
    await expect(head.locator("img")).toHaveCount("logo" in look ? 1 : 0);
    await expect(head.locator('img[src="/favicon.svg"]')).toHaveCount(0);
  }
});

test("an expired link names its application and its end, and the page names its operator", async ({
  page,
  server,
}) => {
  const { hosted_link_url } = await call(server, "/link/token/create", {
    ...FIELDS,
    hosted_link: {},
  });
  await page.route("**/bridge/hosted/open", async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    const text = "It expired on {time}. Ask Corner Shop for another one.";
    json.words.done = { title: "This link no longer works", text };
    await route.fulfill({ response, json: { ...json, link_token: null, is_over: true } });
  });
  await page.goto(String(hosted_link_url));
  await expect(page.getByRole("heading")).toHaveText("This link no longer works");
  await expect(page.getByText(/^It expired on \w+ \d+, \d{4}/)).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("contentinfo")).toContainText("This page is run by service-link.");
  await expect(page.getByRole("link", { name: "Terms" })).toHaveAttribute("href", "/legal/terms");
  await expectNoFault(page);
});

test("a mistyped address, and a lost network, are told in words", async ({ page, server }) => {
  await page.goto(`${server.api}/hosted#mistyped`);
  await expect(page.getByRole("heading")).toHaveText("This link no longer works");
  const { hosted_link_url } = await call(server, "/link/token/create", {
    ...FIELDS,
    hosted_link: {},
  });
  await page.route("**/bridge/hosted/open", (route) => route.abort(), { times: 1 });
  await page.goto(String(hosted_link_url));
  await page.reload();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading")).toHaveText("Corner Shop asks you to connect your bank");
});
