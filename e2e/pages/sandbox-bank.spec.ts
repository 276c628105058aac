import { expectNoFaultInBoth } from "../support/accessibility.ts";
import { call, exchange, linkToken } from "../support/api.ts";
import { goToBank } from "../support/bank.ts";
import { callback, linkIn, open, story } from "../support/link.ts";
import { finishInLink, openOAuthBank, signInAndShare, test } from "../support/sandbox-bank.ts";
import { expect } from "../support/test.ts";

const SITE = /\/sandbox\/oauth\/authorize\?state=/;

test("a user signs in at the sandbox's bank in a window of its own, and shares", async ({
  page,
  host,
  server,
}) => {
  const link = await openOAuthBank(page, host.url());
  const window = await goToBank(page, link);
  await window.waitForURL(SITE);
  expect(new URL(window.url()).origin).toBe(server.api);
  expect(new URL(page.url()).origin).not.toBe(server.api);
  await expect(window.getByText("Corner Shop asks to read:")).toBeVisible();
  expect(await window.evaluate(() => [opener, document.scripts.length])).toEqual([null, 0]);
  const close = window.waitForEvent("close");
  await signInAndShare(window);
  await close;
  await finishInLink(link);
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
  const { accounts } = await call(server, "/accounts/balance/get", { access_token: accessToken });
  expect(Object(accounts).length).toBeGreaterThan(1);
  const log = server.logged();
  for (const secret of ["state=", "code=", "pass_good"]) expect(log).not.toContain(secret);
});

test("a user who cancels, is refused or is locked out at the bank goes there again, and chooses accounts", async ({
  page,
  host,
}) => {
  const link = await openOAuthBank(page, host.url());
  const cancelled = await goToBank(page, link);
  const closed = cancelled.waitForEvent("close");
  await cancelled.getByRole("button", { name: "Cancel" }).click();
  await closed;
  await expect(link.getByRole("alert")).toContainText("You did not agree at your institution");

  const blocked = await goToBank(page, link);
  await signInAndShare(blocked, "user_good", "error_ACCESS_NOT_GRANTED");
  await blocked.getByRole("button", { name: "Go back to Corner Shop" }).click();
  await expect(link.getByRole("alert")).toContainText("You did not allow everything");

  const locked = await goToBank(page, link);
  await signInAndShare(locked, "user_good", "error_ITEM_LOCKED");
  await expect(link.getByText(/is locked/)).toBeVisible();
  await link.getByTestId("retry").click();

  const window = await goToBank(page, link);
  await signInAndShare(window, "user_good", "pass_bad");
  await expect(window.getByRole("alert")).toHaveText(
    "Those details did not match. Please check them.",
  );
  await window.getByTestId("credential-password").fill("pass_good");
  await window.getByTestId("choose").click();
  await window.getByTestId("account-0").uncheck();
  const close = window.waitForEvent("close");
  await window.getByRole("button", { name: "Share" }).click();
  await close;
  await expect(link.getByRole("heading", { name: "Choose your accounts" })).toBeVisible();
});

test("an Item that needs its user is renewed at the sandbox's bank", async ({
  page,
  host,
  server,
}) => {
  const { public_token } = await call(server, "/sandbox/public_token/create", {
    institution_id: "ins_127287",
    initial_products: ["auth", "transactions"],
  });
  const { accessToken } = await exchange(server, public_token);
  await call(server, "/sandbox/item/reset_login", { access_token: accessToken });
  const token = await linkToken(server, { access_token: accessToken, products: undefined });
  await page.goto(host.url({ config: { token } }));
  await open(page);
  const link = linkIn(page);
  const other = await goToBank(page, link);
  await expect(other.getByText("Corner Shop asks to continue reading:")).toBeVisible();
  await signInAndShare(other, "user_yuppie");
  await expect(link.getByRole("alert")).toContainText("You signed in as somebody else");
  await signInAndShare(await goToBank(page, link));
  await expect(link.getByText("Platypus OAuth Bank is connected again")).toBeVisible();
  const { item } = await call(server, "/item/get", { access_token: accessToken });
  expect(item).toMatchObject({ error: null });
});

test("the bank's pages fit any width, pass axe in light and in dark, and work by keyboard", async ({
  page,
  host,
}) => {
  const link = await openOAuthBank(page, host.url());
  const window = await goToBank(page, link);
  const expectSound = async () => {
    await window.waitForLoadState();
    for (const width of [1280, 320]) {
      await window.setViewportSize({ width, height: 700 });
      const scrollWidth = await window.evaluate(() => document.documentElement.scrollWidth);
      expect(scrollWidth).toBeLessThanOrEqual(width);
    }
    await expectNoFaultInBoth(window);
  };
  await window.getByText("Sandbox: who can sign in?").click();
  await expectSound();
  for (const user of ["Has another password", "Chooses where a code goes"]) {
    await window.getByRole("link", { name: user }).click();
    await window.getByTestId("credential-password").press("Enter");
    await window.waitForURL(/state=[^&]*$/);
    await expectSound();
    if (user === "Has another password") await window.getByText("Sandbox: who").click();
  }
  await window.getByRole("radio").first().press("Enter");
  await window.getByTestId("mfa-code").fill("1");
  await window.keyboard.press("Enter");
  await expect(window.getByRole("alert")).toBeVisible();
  await expectSound();
  await window.getByTestId("cancel").click();

  for (const [password, words] of [
    ["mfa_questions_1_3", "A few questions"],
    ["mfa_selections", "A few questions"],
    ["recaptcha_good", "One more check"],
    ["error_ACCESS_NOT_GRANTED", "Sharing is blocked"],
    ["pass_good", "Which accounts do you share?"],
  ] as const) {
    const next = await goToBank(page, link);
    await next.getByTestId("credential-password").fill(password);
    await next.getByTestId("choose").click();
    await expect(next.getByRole("heading")).toContainText(words);
    await next.waitForLoadState();
    await next.setViewportSize({ width: 320, height: 700 });
    await expectNoFaultInBoth(next);
    await next.close();
  }
});
