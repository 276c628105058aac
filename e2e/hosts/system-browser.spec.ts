import type { Page } from "@playwright/test";
import { ASK_TO_EXIT } from "../../src/sdk/frameworks/webview.ts";
import { exchange, linkToken } from "../support/api.ts";
import { expect, shareAll, test } from "../support/bank.ts";
import { hearLink } from "../support/webview.ts";

type AppLink = ReturnType<typeof hearLink>["link"];

/** Shows Link in a page like an app's WebView, which asks the app about each navigation. */
const show = async (page: Page, link: AppLink): Promise<void> => {
  await page.exposeFunction("decide", link.navigate);
  await page.addInitScript(() => {
    navigation.addEventListener("navigate", (event) => {
      if (!event.destination.url.startsWith("servicelink:")) return;
      event.preventDefault();
      Reflect.get(window, "decide")(event.destination.url);
    });
  });
  // Redirects are navigations to a WebView, but not to the page.
  await page.route("**/oauth/start?*", async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    expect(link.navigate(response.headers().location ?? "")).toBe(false);
    await route.abort("aborted");
  });
  await page.goto(link.url);
};

test("an app opens the bank in the system's browser, and Link resumes by the redirect_uri", async ({
  page,
  browser,
  host,
  server,
  bank,
}) => {
  const redirectUri = `${new URL(host.url()).origin}/back`;
  const token = await linkToken(server, { redirect_uri: redirectUri });
  const own = { key: undefined, clientName: undefined, product: undefined, token };
  const first = hearLink(server, false, own);
  await show(page, first.link);
  await page.getByTestId("institution-search").fill("Lanternfield");
  await page.getByRole("button", { name: "Lanternfield Bank" }).click();
  await page.getByTestId("oauth").click();
  const openedUrl = () => first.calls.find(([name]) => name === "openUrl")?.[1];
  await expect.poll(openedUrl).toMatch(new RegExp(`^${bank.issuer}/`));

  // A separate browser without the WebView's cookies.
  const system = await (await browser.newContext()).newPage();
  await system.goto(String(openedUrl()));
  await shareAll(system);
  await system.waitForURL(`${redirectUri}?oauth_state_id=*`);

  const second = hearLink(server, false, { ...own, receivedRedirectUri: system.url() });
  const webview = await page.context().newPage();
  await show(webview, second.link);
  await page.close();
  await expect(webview.getByRole("heading", { name: "Choose your accounts" })).toBeVisible();
  await webview.getByTestId("submit").click();
  await webview.getByTestId("finish").click();
  await expect.poll(() => second.story().at(-1)).toBe("onSuccess");
  await exchange(server, second.calls.at(-1)?.[1]);
  expect(first.story()).not.toContain("onExit");
  await system.context().close();
});

test("the system's back button asks the user in Link, who stays or exits", async ({
  page,
  server,
}) => {
  const { link, calls, story } = hearLink(server, false);
  await show(page, link);
  await page.getByTestId("institution-ins_109508").click();
  await page.getByTestId("credential-username").fill("user_good");
  await page.evaluate(ASK_TO_EXIT);
  await page.getByTestId("stay").click();
  await expect(page.getByTestId("credential-username")).toHaveValue("user_good");
  expect(story()).not.toContain("onExit");
  await page.evaluate(ASK_TO_EXIT);
  await page.getByTestId("leave").click();
  await expect.poll(() => story().at(-1)).toBe("onExit");
  expect(calls.at(-1)?.[2]).toMatchObject({
    institution: { institution_id: "ins_109508" },
    status: "requires_credentials",
  });
});
