import { callback, openLink, signIn } from "./support/link.ts";
import { expect, test } from "./support/test.ts";

test("a lost response is fetched again, and the submission is processed once", async ({
  page,
  host,
}) => {
  const tokens: unknown[] = [];
  await page.route("**/bridge/accounts/select", async (route) => {
    const response = await route.fetch();
    tokens.push(Object(await response.json()).public_token);
    await (tokens.length === 1 ? route.abort("connectionreset") : route.fulfill({ response }));
  });
  const link = await openLink(page, host.url());
  await signIn(page, /First Platypus/);
  await link.getByTestId("select-all").click();
  await link.getByTestId("submit").click();
  await link.getByTestId("finish").click();
  const [publicToken] = await callback(page, "onSuccess");
  expect(tokens).toEqual([publicToken, publicToken]);
});

test("an offline user is told so, loses nothing, and goes on when the network is back", async ({
  page,
  host,
  context,
}) => {
  const link = await openLink(page, host.url());
  await link.getByRole("button", { name: /First Platypus/ }).click();
  await link.getByTestId("credential-username").fill("user_good");
  await link.getByTestId("credential-password").fill("pass_good");
  await context.setOffline(true);
  await expect(link.getByText("You are offline. We continue once you are back.")).toBeVisible();
  await link.getByTestId("submit").click();
  await expect(link.getByText("Signing in to First Platypus Bank…").first()).toBeVisible();
  await context.setOffline(false);
  await expect(link.getByText("You are offline. We continue once you are back.")).toBeHidden();
  await expect(link.getByTestId("select-all")).toBeVisible();
});

test("Link goes on if the browser wrongly says that it is offline", async ({ page, host }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "onLine", { get: () => false });
  });
  // Otherwise the response to a report of events would arrive before the submission, and show that
  // the browser is online.
  await page.route("**/bridge/session/events", (route) => route.abort());
  let answers = 0;
  await page.route("**/bridge/credentials/submit", async (route) => {
    answers++;
    await (answers === 1 ? route.abort("connectionreset") : route.continue());
  });
  const link = await openLink(page, host.url());
  await link.getByRole("button", { name: /First Platypus/ }).click();
  await link.getByTestId("credential-username").fill("user_good");
  await link.getByTestId("credential-password").fill("pass_good");
  await link.locator("body").evaluate(() => dispatchEvent(new Event("offline")));
  await expect(link.getByText("You are offline. We continue once you are back.")).toBeVisible();
  await link.getByTestId("submit").click();
  await expect(link.getByTestId("select-all")).toBeVisible();
  await expect(link.getByText("You are offline. We continue once you are back.")).toBeHidden();
  expect(answers).toBe(2);
});

test("the user is told that a response is slow, and can leave", async ({ page, host }) => {
  const releases: (() => void)[] = [];
  await page.route("**/bridge/credentials/submit", async (route) => {
    await new Promise<void>((resolve) => releases.push(resolve));
    await route.abort();
  });
  const link = await openLink(page, host.url());
  await signIn(page, /First Platypus/);
  await expect(link.getByText("Signing in to First Platypus Bank…").first()).toBeVisible();
  await link.getByTestId("close").click();
  await link.getByTestId("leave").click();
  expect(await callback(page, "onExit")).toMatchObject([null, { status: "requires_credentials" }]);
  for (const release of releases) release();
});
