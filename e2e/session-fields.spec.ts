import type { Page } from "@playwright/test";
import { linkAccount } from "../src/testing/kit/link-account.ts";
import { expectNoFault } from "./support/accessibility.ts";
import { ask, call, exchange, linkToken } from "./support/api.ts";
import { callback, linkIn, open, openLink, PASSWORD_LOGIN_EVENTS, story } from "./support/link.ts";
import { receiver } from "./support/receiver.ts";
import type { Running } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

/** Creates a link token for several Items of a new user. */
const severalItems = async (server: Running, webhook: string): Promise<string> => {
  const { answer } = await ask(server, "/user/create", { client_user_id: crypto.randomUUID() });
  const { user_id } = answer;
  return linkToken(server, { enable_multi_item_link: true, user_id, webhook, products: ["auth"] });
};

/** The events of a session's second Item, for which Link already has the list. */
const SECOND_LOGIN_EVENTS = PASSWORD_LOGIN_EVENTS.slice(1, -1);

test("two banks are connected in one session, and both public tokens arrive when it has finished", async ({
  page,
  host,
  server,
}) => {
  using app = await receiver();
  const token = await severalItems(server, app.url);
  const link = await openLink(page, host.url({ config: { token } }));
  await linkAccount(page, { another: true });
  await expect(link.getByTestId("institution-ins_109509")).toBeVisible();
  await expect.poll(app.codes).toEqual(["ITEM_ADD_RESULT"]);
  const [first] = app.received.map(({ public_token }) => public_token);
  const firstItem = await exchange(server, first);
  await linkAccount(page, { institution: "ins_109509" });
  const [second, metadata] = await callback(page, "onSuccess");
  expect(Object(metadata).institution).toMatchObject({ institution_id: "ins_109509" });
  expect((await exchange(server, second)).itemId).not.toBe(firstItem.itemId);
  // A window that opens before its list shows a waiting state.
  const events = (await story(page)).filter(
    (event, at, all) => event !== "TRANSITION_VIEW LOADING" || all[at - 1] !== "OPEN",
  );
  expect(events).toEqual([
    "onLoad",
    ...PASSWORD_LOGIN_EVENTS.slice(0, -1),
    ...SECOND_LOGIN_EVENTS,
    "HANDOFF",
    "onSuccess",
  ]);
  await expect
    .poll(app.codes)
    .toEqual(["EVENTS", "ITEM_ADD_RESULT", "ITEM_ADD_RESULT", "SESSION_FINISHED"]);
  expect(
    app.received.find(({ webhook_code }) => webhook_code === "SESSION_FINISHED"),
  ).toMatchObject({ status: "SUCCESS", public_tokens: [first, second] });
});

for (const [how, leave] of [
  ["closes Link", (page: Page) => linkIn(page).getByTestId("close").click()],
  ["presses Escape", (page: Page) => page.keyboard.press("Escape")],
] as const)
  test(`a user who ${how} at the second bank has connected the first`, async ({
    page,
    host,
    server,
  }) => {
    using app = await receiver();
    const token = await severalItems(server, app.url);
    const link = await openLink(page, host.url({ config: { token } }));
    await linkAccount(page, { another: true });
    await link.getByTestId("institution-ins_109509").click();
    await link.getByTestId("credential-username").fill("user_good");
    await leave(page);
    const [publicToken, metadata] = await callback(page, "onSuccess");
    expect(Object(metadata).institution).toMatchObject({ institution_id: "ins_109508" });
    expect((await story(page)).filter((name) => /^on(Success|Exit)|EXIT/.test(name))).toEqual([
      "onSuccess",
    ]);
    await exchange(server, publicToken);
    await expect.poll(app.codes).toEqual(["EVENTS", "ITEM_ADD_RESULT", "SESSION_FINISHED"]);
    expect(
      app.received.find(({ webhook_code }) => webhook_code === "SESSION_FINISHED"),
    ).toMatchObject({ status: "SUCCESS", public_tokens: [publicToken] });
  });

test("a page that is loaded again goes on at the second bank", async ({ page, host, server }) => {
  using app = await receiver();
  const token = await severalItems(server, app.url);
  await page.goto(host.url({ config: { token } }));
  await linkAccount(page, { open: "button", another: true });
  await linkIn(page).getByTestId("institution-ins_109509").click();
  // The server then knows the second bank. A page reloaded earlier resumes after the first bank.
  await expect(linkIn(page).getByTestId("credential-username")).toBeVisible();
  await page.reload();
  await open(page);
  await linkAccount(page, { institution: "ins_109509" });
  await callback(page, "onSuccess");
  const { link_sessions } = await call(server, "/link/token/get", { link_token: token });
  const [{ results }] = link_sessions as [{ results: { item_add_results: object[] } }];
  expect(results.item_add_results).toHaveLength(2);
});

test("a session with an institution_id opens at the bank's form, and leads back to the list", async ({
  page,
  host,
  server,
}) => {
  const config = { token: await linkToken(server, { institution_id: "ins_109509" }) };
  const link = await openLink(page, host.url({ config }));
  await expect(link.getByTestId("credential-username")).toBeVisible();
  await expectNoFault(page);
  expect(await story(page)).toEqual([
    "onLoad",
    "OPEN",
    "TRANSITION_VIEW LOADING",
    "TRANSITION_VIEW CREDENTIAL",
  ]);
  await link.getByTestId("back").click();
  await linkAccount(page, { institution: "ins_109508" });
  const [, metadata] = await callback(page, "onSuccess");
  expect(Object(metadata).institution).toMatchObject({ institution_id: "ins_109508" });
});

test("account_filters hide the accounts of other kinds", async ({ page, host, server }) => {
  const account_filters = { depository: { account_subtypes: ["savings"] } };
  const link = await openLink(
    page,
    host.url({ config: { token: await linkToken(server, { account_filters }) } }),
  );
  await link.getByTestId("institution-ins_109508").click();
  await link.getByTestId("credential-username").fill("user_good");
  await link.getByTestId("credential-password").fill("pass_good");
  await link.getByTestId("submit").click();
  const boxes = link.getByRole("checkbox");
  await expect(boxes.first()).toBeVisible();
  await expect(link.getByText(/checking/i)).toHaveCount(0);
  await expect(linkAccount(page, { another: true })).rejects.toThrow("connects one account");
  await linkAccount(page);
  const [public_token] = await callback(page, "onSuccess");
  const { accessToken: access_token } = await exchange(server, public_token);
  const { accounts } = await call(server, "/accounts/get", { access_token });
  expect(accounts).toMatchObject([{ subtype: "savings" }]);
});

test("an optional product lists the banks without it, and the Item lacks it there", async ({
  page,
  host,
  server,
}) => {
  // Larkspindle has no identity.
  const link = await openLink(
    page,
    host.url({
      config: {
        token: await linkToken(server, {
          products: ["auth"],
          optional_products: ["identity"],
          required_if_supported_products: ["income"],
        }),
      },
    }),
  );
  await link.getByTestId("institution-search").fill("Larkspindle");
  await linkAccount(page, { institution: "ins_910013" });
  const [public_token] = await callback(page, "onSuccess");
  const { accessToken: access_token } = await exchange(server, public_token);
  const { item } = await call(server, "/item/get", { access_token });
  expect(item).toMatchObject({ products: ["auth"] });
});

test("a reauthorization shows the consent again before it signs in", async ({
  page,
  host,
  server,
}) => {
  const { public_token } = await call(server, "/sandbox/public_token/create", {
    institution_id: "ins_109508",
    initial_products: ["auth"],
  });
  const { accessToken: access_token } = await exchange(server, public_token);
  const token = await linkToken(server, {
    access_token,
    products: [],
    additional_consented_products: ["identity"],
    update: { reauthorization_enabled: true },
  });
  const link = await openLink(page, host.url({ config: { token } }));
  await expect(link.getByTestId("agree")).toBeVisible();
  await expectNoFault(page);
  await linkAccount(page);
  await callback(page, "onSuccess");
  const { item } = await call(server, "/item/get", { access_token });
  expect(item).toMatchObject({ consented_products: ["auth", "identity"] });
  expect(await story(page)).toContain("TRANSITION_VIEW CONSENT");
});
