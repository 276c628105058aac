import { call, exchange, linkToken } from "./support/api.ts";
import {
  expect,
  goToBank,
  openBank,
  returnUrl,
  shareAll,
  signInAtBank,
  test,
} from "./support/bank.ts";
import { callback, eventMetadata, openLink, story } from "./support/link.ts";
import { openWebview, webviewUrl } from "./support/webview.ts";

/** The text of the first view of a sign-in at the bank. */
const EXPLANATION = /^You sign in at Lanternfield Bank itself, in a window of its own/;

test("a user connects their bank in a window whose opener is cut off", async ({
  page,
  host,
  server,
  bank,
}) => {
  const link = await openBank(page, host.url());
  await expect(link.getByText(EXPLANATION)).toBeVisible();
  const window = await goToBank(page, link);
  await expect(link.getByRole("heading", { name: "Finish at Lanternfield Bank" })).toBeVisible();
  await expect(window).toHaveURL(new RegExp(`^${bank.issuer}/`));
  expect(await window.evaluate(() => [opener, name, document.referrer])).toEqual([null, "", ""]);
  const close = window.waitForEvent("close");
  await shareAll(window);
  await close;
  await expect(link.getByRole("heading", { name: "Choose your accounts" })).toBeVisible();
  // All accounts that the user shared at the bank are ticked.
  await expect(link.getByRole("checkbox", { checked: false })).toHaveCount(0);
  await link.getByTestId("submit").click();
  await expect(link.getByText("Lanternfield Bank is connected")).toBeVisible();
  await link.getByTestId("finish").click();
  const [publicToken] = await callback(page, "onSuccess");
  expect((await story(page)).slice(-7)).toEqual([
    "TRANSITION_VIEW OAUTH",
    "OPEN_OAUTH",
    "TRANSITION_VIEW SELECT_ACCOUNT",
    "TRANSITION_VIEW LOADING",
    "TRANSITION_VIEW CONNECTED",
    "HANDOFF",
    "onSuccess",
  ]);
  const { accessToken } = await exchange(server, publicToken);
  const { accounts } = await call(server, "/accounts/get", { access_token: accessToken });
  expect(Object(accounts).length).toBeGreaterThan(1);
  const log = server.logged();
  for (const secret of ["ticket=", "state=", "code=", "oauth_state_id"])
    expect(log).not.toContain(secret);
});

test("a user who cancels or is refused at the bank is told so and tries again", async ({
  page,
  host,
  bank,
}) => {
  const link = await openBank(page, host.url());
  const window = await goToBank(page, link);
  const closed = window.waitForEvent("close");
  await window.getByRole("button", { name: /^Cancel/ }).click();
  await closed;
  await expect(link.getByRole("alert")).toHaveText(
    "You did not agree at your institution, so nothing was connected.",
  );
  await expect(link.getByText(EXPLANATION)).toBeVisible();
  const [failure] = await eventMetadata(page, "FAIL_OAUTH");
  expect(failure).toMatchObject({ error_code: "OAUTH_USER_CANCELLED", error_type: "OAUTH_ERROR" });

  bank.misbehave("tokens-down");
  const again = await goToBank(page, link);
  await shareAll(again);
  for (const place of [again, link])
    await expect(place.getByText("is not responding right now")).toBeVisible();
  bank.behave();
  await link.getByTestId("another").click();
  await expect(link.getByTestId("institution-search")).toBeVisible();
});

test("a closed window is opened again, and the user can cancel the wait", async ({
  page,
  host,
  bank: _,
}) => {
  const link = await openBank(page, host.url());
  const first = await goToBank(page, link);
  await first.getByLabel("Customer name").waitFor();
  await first.close();
  await expect(link.getByText("Is the window closed? Open it again.")).toBeVisible();
  const second = await goToBank(page, link);
  await signInAtBank(second);
  await link.getByTestId("cancel").click();
  await expect(link.getByText(EXPLANATION)).toBeVisible();
  expect(await eventMetadata(page, "CLOSE_OAUTH")).toHaveLength(1);
  const third = await goToBank(page, link);
  const close = third.waitForEvent("close");
  await shareAll(third);
  await close;
  await expect(link.getByRole("heading", { name: "Choose your accounts" })).toBeVisible();
});

test("a callback that is late, repeated or in another session connects nothing", async ({
  page,
  host,
  server,
  browser,
  bank: _,
}) => {
  const link = await openBank(page, host.url());
  const window = await goToBank(page, link);
  await signInAtBank(window);
  const back = await returnUrl(window, server.api);

  const victim = await (await browser.newContext()).newPage();
  await victim.goto(back);
  await expect(victim.getByRole("heading")).toHaveText("You started in another browser");

  await link.getByTestId("cancel").click();
  const other = await goToBank(page, link);
  const late = await page.context().newPage();
  await late.goto(back);
  await expect(late.getByRole("heading")).toHaveText("This sign-in is no longer open");
  await late.goto(back);
  await expect(late.getByRole("heading")).toHaveText("This page was opened before");
  await shareAll(other);
  await expect(link.getByRole("heading", { name: "Choose your accounts" })).toBeVisible();
  await victim.context().close();
});

test("a user whose browser blocks pop-ups is told to allow them, if there is no redirect URI", async ({
  page,
  host,
  bank: _,
}) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  const link = await openBank(page, host.url());
  await link.getByTestId("oauth").click();
  await expect(link.getByRole("alert")).toHaveText(
    "Your browser blocked the window. Please allow pop-ups for this page.",
  );
  await link.getByTestId("back").click();
  await expect(link.getByTestId("institution-search")).toBeVisible();
});

test("a user approves or refuses in their bank's app by a code, and Link goes on by itself", async ({
  page,
  host,
  bank,
}) => {
  const link = await openLink(page, host.url());
  await link.getByTestId("institution-search").fill("Pocket");
  await link.getByRole("button", { name: "Pocket Bank" }).click();
  for (const answer of ["Refuse", "Approve"]) {
    // The app's page reloads itself, which would interrupt another navigation.
    const app = await page.context().newPage();
    await link.getByLabel("User name").fill("ada");
    await link.getByTestId("submit").click();
    const title = "Approve in the app of Pocket Bank";
    await expect(link.getByRole("heading", { name: title })).toBeVisible();
    const code = (await link.getByText(/^[A-Z]{4}$/).textContent()) ?? "missing";
    await app.goto(`${bank.issuer}/app`);
    await expect(app.getByText(code, { exact: true })).toBeVisible();
    await app.getByRole("button", { name: answer }).click();
    await expect(app.getByRole("heading", { name: "Nothing to approve" })).toBeVisible();
    if (answer === "Refuse")
      await expect(link.getByRole("alert")).toHaveText(
        "You did not agree at your institution, so nothing was connected.",
      );
  }
  await expect(link.getByRole("heading", { name: "Choose your accounts" })).toBeVisible();
});

test("in a WebView Link itself goes to the bank and comes back", async ({
  page,
  server,
  bank: _,
}) => {
  const token = await linkToken(server);
  const url = `${webviewUrl(server).split("?")[0]}?isWebview=true&token=${token}`;
  const messages = await openWebview(page, url);
  await page.getByTestId("institution-search").fill("Lanternfield");
  await page.getByRole("button", { name: "Lanternfield Bank" }).click();
  const start = page.waitForRequest("**/oauth/start?*");
  await page.getByTestId("oauth").click();
  // In older WebViews, the cookie proves that Link led here.
  const { cookie } = await (await start).allHeaders();
  expect(cookie).toBe(`service_link_${new URL((await start).url()).search.slice(1)}`);
  await shareAll(page);
  await expect(page.getByRole("heading", { name: "Choose your accounts" })).toBeVisible();
  await page.getByTestId("submit").click();
  await page.getByTestId("finish").click();
  await expect.poll(() => messages().at(-1)?.type).toBe("connected");
});

test("a sign-in at the bank goes on when the network is back", async ({ page, host, bank: _ }) => {
  const link = await openBank(page, host.url());
  const window = await goToBank(page, link);
  await page.route("**/bridge/redirect/await", (route) => route.abort());
  await shareAll(window);
  await page.unroute("**/bridge/redirect/await");
  await expect(link.getByRole("heading", { name: "Choose your accounts" })).toBeVisible();
});
