import { linkAccount } from "../../src/testing/kit/link-account.ts";
import { expectNoFault, expectNoFaultInBoth } from "../support/accessibility.ts";
import { ask, call, linkItem } from "../support/api.ts";
import { shownKeys, signInClient, signOut } from "../support/dashboard.ts";
import { expect, test } from "../support/own-server.ts";
import { receiver } from "../support/receiver.ts";

test("the default version is changed, and the next request without a header goes by it", async ({
  page,
  own,
}) => {
  const { accessToken } = await linkItem(own);
  const numbers = async () =>
    (await ask(own, "/auth/get", { access_token: accessToken })).answer.numbers;
  expect(await numbers()).toHaveProperty("bacs");

  expect(own.printed).toContain(`Open this first: ${own.shop}`);
  expect(own.printed).toContain(`Dashboard   ${own.api}/dashboard`);
  await page.goto(`${own.api}/dashboard/settings`);
  await signInClient(page, own);
  await expect(page.getByText(own.publicKey)).toBeVisible();

  await page.getByRole("radio", { name: "2017-03-08" }).check();
  await expect(page.getByText("Before, it was a flat array of ACH numbers.")).toBeVisible();
  await page.getByRole("button", { name: "Change to 2017-03-08…" }).click();
  const dialog = page.getByRole("dialog", { name: "Change to 2017-03-08?" });
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Change to 2017-03-08…" })).toBeFocused();
  expect(await numbers()).toHaveProperty("bacs");

  await page.keyboard.press("Enter");
  await expect(dialog).toContainText("get responses of 2017-03-08 from now on");
  await dialog.getByRole("button", { name: "Change to 2017-03-08" }).click();
  await expect(page.getByRole("status").getByText("Saved.")).toBeVisible();
  await expect(page.getByRole("radio", { name: "2017-03-08 in use" })).toBeFocused();
  expect(await numbers()).toBeInstanceOf(Array);

  await page.reload();
  await expect(page.getByRole("radio", { name: "2017-03-08 in use" })).toBeChecked();
  await page.getByRole("link", { name: "Overview" }).click();
  const chart = page.getByRole("region", { name: "Requests over time" });
  await expect(chart).toBeVisible();
  await expectNoFaultInBoth(page);
  // A new client's first steps are above the chart.
  await chart.locator(".plot svg").scrollIntoViewIfNeeded();
  const plot = (await chart.locator(".plot svg").boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  await page.mouse.move(plot.x + plot.width * 0.9, plot.y + plot.height / 2);
  await page.mouse.down();
  await page.mouse.move(plot.x + plot.width - 2, plot.y + plot.height / 2);
  await page.mouse.up();
  await expect(page.getByRole("link", { name: "Show all times" })).toBeVisible();
  const selected = new URL(page.url()).searchParams;
  expect(Number(selected.get("until")) - Number(selected.get("from"))).toBe(3 * 3_600_000);
  await expectNoFaultInBoth(page);
  for (const name of ["Items", "Requests"]) {
    await page.getByRole("link", { name, exact: true }).click();
    const row = page.locator("tbody a:visible").first();
    await expect(async () => {
      await page.reload();
      await expect(row).toBeVisible({ timeout: 5000 });
    }, "requests are logged each second").toPass();
    await row.click();
    // The title is the object's name, and that of the tab.
    const title = page.getByRole("heading", { level: 1 });
    await expect(title).toBeFocused();
    await expect(title).not.toHaveText(name);
    await expect(page).toHaveTitle(new RegExp(`^${await title.textContent()} · `));
    await expect(page.locator("main .card").first()).toBeVisible();
    await expectNoFaultInBoth(page);
  }
  await signOut(page);
  await expect(page.getByText("You are signed out.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  expect(own.logged()).not.toContain(own.secret);
});

test("every state passes axe in light and in dark, and loads from this server alone", async ({
  page,
  own,
}) => {
  const context = page.context();
  const [complaints, elsewhere]: [string[], string[]] = [[], []];
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => {
    // The browser logs a refused call as an error, too.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      complaints.push(message.text());
  });
  page.on("request", (request) => {
    if (!/^data:/.test(request.url()) && !request.url().startsWith(own.api))
      elsewhere.push(request.url());
  });
  await page.goto(`${own.api}/dashboard/settings`);
  await expect(page.getByLabel("client_id")).toBeFocused();
  await expectNoFaultInBoth(page);

  await signInClient(page, { ...own, secret: "wrong" });
  await expect(page.getByRole("alert")).toContainText("No client has this client_id and secret.");
  const secret = page.getByLabel("secret");
  await expect(secret).toBeFocused();
  await expect(secret).toHaveValue("");
  await expectNoFaultInBoth(page);

  await signInClient(page, own);
  await page.getByLabel("Add an origin").fill("no origin");
  const origins = page.getByRole("region", { name: "Allowed origins" });
  await origins.getByRole("button", { name: "Add" }).click();
  await expect(page.getByText("Write it like https://shop.example")).toBeVisible();
  await expectNoFaultInBoth(page);
  await page.getByRole("radio", { name: "2018-05-22" }).check();
  await expectNoFaultInBoth(page);

  await page.getByRole("button", { name: "Change to 2018-05-22…" }).click();
  await context.setOffline(true);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Change to 2018-05-22" }).click();
  await expect(dialog.getByRole("status")).toContainText("The server did not respond");
  await expectNoFaultInBoth(page);
  await context.setOffline(false);
  await dialog.getByRole("button", { name: "Change to 2018-05-22" }).click();
  await expect(page.getByRole("status").getByText("Saved.")).toBeVisible();
  await expectNoFaultInBoth(page);

  await context.clearCookies();
  await page.getByRole("radio", { name: "2019-05-29" }).check();
  await page.getByRole("button", { name: "Change to 2019-05-29…" }).click();
  await dialog.getByRole("button", { name: "Change to 2019-05-29" }).click();
  await expect(page.getByText("Your session has ended.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeFocused();
  await expectNoFaultInBoth(page);
  expect([complaints, elsewhere]).toEqual([[], []]);
});

test("a client changes its keys, turns a long list's pages, repairs an Item, and replays a webhook", async ({
  page,
  own,
}) => {
  using app = await receiver();
  const initial_products = ["transactions"];
  const broken = await linkItem(own, { initial_products, options: { webhook: app.url } });
  // One more than fits on a page of the list, in small groups: a busy server refuses larger groups.
  for (let at = 0; at < 50; at += 5)
    await Promise.all(
      Array.from({ length: 5 }, () => linkItem(own, { initial_products: ["auth"] })),
    );
  await page.goto(`${own.api}/dashboard/keys`);
  await signInClient(page, own);

  const label = `…${own.secret.slice(-4)}`;
  await expectNoFaultInBoth(page);
  await page.getByRole("button", { name: `Rotate the secret ${label}` }).click();
  const question = page.getByRole("dialog", { name: `Rotate the secret ${label}?` });
  await expectNoFault(page);
  await question.getByRole("button", { name: "Rotate it" }).click();
  await expect(page.getByRole("heading", { name: "Save the secret now" })).toBeFocused();
  await expectNoFaultInBoth(page);
  const renewed = { ...own, ...(await shownKeys(page)) };
  expect(renewed).toMatchObject({
    clientId: own.clientId,
    secret: expect.not.stringMatching(own.secret),
  });
  await page.getByRole("button", { name: "I have saved it" }).click();
  const statuses = () =>
    Promise.all(
      [own, renewed].map(async (keys) => {
        const { status, answer } = await ask(keys, "/item/get", {
          access_token: broken.accessToken,
        });
        return [status, answer.error_code];
      }),
    );
  expect(await statuses()).toEqual([
    [200, undefined],
    [200, undefined],
  ]);
  await page.getByRole("button", { name: `End the secret ${label}` }).click();
  await expectNoFaultInBoth(page);
  await page.getByRole("button", { name: "End it now" }).click();
  await expect(page.getByText("The secret is refused from now on.")).toBeVisible();
  expect(await statuses()).toEqual([
    [400, "INVALID_API_KEYS"],
    [200, undefined],
  ]);

  const startByKey = async () => {
    const config = { key: own.publicKey, env: "sandbox", clientName: "S", product: ["auth"] };
    const ids = { resume: "r".repeat(32), link_session_id: "s".repeat(32) };
    const origin = new URL(own.shop).origin;
    const data = { config, origin, ...ids };
    const answer = await page.request.post(`${own.api}/bridge/session/start`, { data });
    return (await answer.json()).error_code;
  };
  expect(await startByKey()).toBeUndefined();
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  const byKey = page.getByLabel("Pages may open Link with the public_key");
  await byKey.click();
  await page.getByRole("button", { name: "Switch it off" }).click();
  await expect(page.getByText("Link opens with a link token only.")).toBeVisible();
  await expect(byKey).not.toBeChecked();
  expect(await startByKey()).toBe("INVALID_PUBLIC_KEY");

  const rows = page.locator("tbody tr");
  const brokenRow = rows.filter({ has: page.getByTitle(broken.itemId) });
  const expectAlsoOnReload = async (expectRows: () => Promise<void>) => {
    await expectRows();
    await page.reload();
    await expectRows();
  };
  await page.getByRole("link", { name: "Items", exact: true }).click();
  await expect(rows).toHaveCount(50);
  await expect(brokenRow).toBeHidden();
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Items" })).toBeFocused();
  await expectAlsoOnReload(async () => {
    await expect(rows).toHaveCount(1);
    await expect(brokenRow).toBeVisible();
  });
  const linked = page.getByRole("button", { name: "Linked" });
  await linked.focus();
  await page.keyboard.press("Enter");
  await expect(rows).toHaveCount(50);
  await expect(linked).toBeFocused();
  await expectAlsoOnReload(async () => {
    await expect(rows).toHaveCount(50);
    await expect(rows.first().getByTitle(broken.itemId)).toBeVisible();
  });
  await call(renewed, "/sandbox/item/reset_login", { access_token: broken.accessToken });
  await page.getByLabel("State").selectOption("With an error");
  await expectAlsoOnReload(async () => {
    await expect(rows).toHaveCount(1);
    await expect(brokenRow).toContainText("Sign-in needed");
  });

  await brokenRow.getByRole("link").click();
  await page.getByRole("button", { name: "Open update mode" }).click();
  await linkAccount(page);
  await expect(page.getByText("The Item was updated.")).toBeVisible();
  await expectNoFaultInBoth(page);
  const item = page.locator("section", { has: page.getByText("item_id") });
  await expect(item.getByRole("heading", { name: /Connected$/ })).toBeVisible();
  await page.getByRole("button", { name: "Ask for new transactions" }).click();
  await expect(page.getByText("The institution is asked now.")).toBeVisible();

  const repaired = () => app.received.filter(({ webhook_code: code }) => code === "LOGIN_REPAIRED");
  await expect.poll(repaired).toHaveLength(1);
  await page.getByRole("link", { name: "Webhooks", exact: true }).click();
  const webhooks = page.getByRole("region", { name: "Webhooks", exact: true });
  await webhooks.getByRole("link", { name: "LOGIN_REPAIRED" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "LOGIN_REPAIRED" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Delivery Delivered" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Attempts" })).toContainText("HTTP 200");
  await expectNoFaultInBoth(page);
  await page.getByRole("button", { name: "Send it again" }).click();
  await expect(page.getByText("It is sent again.")).toBeVisible();
  await expect.poll(repaired).toHaveLength(2);
  expect(repaired()[1]).toEqual(repaired()[0]);
});
