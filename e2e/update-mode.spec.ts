import { call, exchange, linkItem, linkToken } from "./support/api.ts";
import { callback, linkIn, openLink, story } from "./support/link.ts";
import { expect, test } from "./support/test.ts";

for (const by of ["public", "link"] as const)
  test(`an Item is repaired by a ${by} token: same Item, same access token, nothing to exchange`, async ({
    page,
    host,
    server,
  }) => {
    const { accessToken, itemId } = await linkItem(server);
    await call(server, "/sandbox/item/reset_login", { access_token: accessToken });
    const itemBefore = await call(server, "/item/get", { access_token: accessToken });
    expect(itemBefore.item).toMatchObject({ error: { error_code: "ITEM_LOGIN_REQUIRED" } });
    const token =
      by === "link"
        ? await linkToken(server, { access_token: accessToken, products: undefined })
        : (await call(server, "/item/public_token/create", { access_token: accessToken }))
            .public_token;

    const link = await openLink(page, host.url({ config: { token } }));
    await expect(link.getByTestId("credential-username")).toBeFocused();
    await link.getByTestId("credential-username").fill("user_good");
    await link.getByTestId("credential-password").fill("pass_good");
    await link.getByTestId("submit").click();
    const { accounts } = await call(server, "/accounts/get", { access_token: accessToken });
    await expect(link.getByText("First Platypus Bank is connected again")).toBeVisible();
    await link.getByTestId("finish").click();
    const [publicToken, metadata] = await callback(page, "onSuccess");
    expect(metadata).toMatchObject({ institution: { institution_id: "ins_109508" } });
    expect(Object(metadata).accounts.map(({ id }: { id: string }) => id)).toEqual(
      Object(accounts).map(({ account_id }: { account_id: string }) => account_id),
    );
    expect(await story(page)).not.toContain("TRANSITION_VIEW SELECT_INSTITUTION");

    const itemAfter = await call(server, "/item/get", { access_token: accessToken });
    expect(itemAfter.item).toMatchObject({ item_id: itemId, error: null });
    expect(await exchange(server, publicToken)).toEqual({ accessToken, itemId });
  });

test("in update mode Back and refusals never lead to another institution", async ({
  page,
  host,
  server,
}) => {
  const { accessToken } = await linkItem(server);
  const { public_token: token } = await call(server, "/item/public_token/create", {
    access_token: accessToken,
  });
  const link = await openLink(page, host.url({ config: { token } }));
  await link.getByTestId("credential-username").fill("user_good");
  await link.getByTestId("credential-password").fill("error_INSTITUTION_NOT_RESPONDING");
  await link.getByTestId("submit").click();
  await expect(link.getByText("INSTITUTION_NOT_RESPONDING")).toBeVisible();
  await expect(link.getByTestId("another")).toHaveCount(0);
  await link.getByTestId("retry").click();
  await expect(link.getByTestId("credential-password")).toBeVisible();
  await expect(link.getByTestId("back")).toHaveCount(0);
});

test("accounts are verified by two micro-deposits that the user enters in update mode", async ({
  page,
  host,
  server,
}) => {
  const user = { legalName: "Jane Doe", emailAddress: "jane@mail.example" };
  const config = { user, product: ["auth"] };
  const link = await openLink(page, host.url({ config }));
  await link.getByTestId("institution-search").fill("account numbers");
  await link.getByTestId("institution-ins_900000").click();
  await link.getByTestId("credential-routing_number").fill("021000021");
  await link.getByTestId("credential-account_number").fill("1111222233330000");
  for (const choice of await link.getByRole("combobox").all())
    await choice.selectOption({ index: 1 });
  await link.getByTestId("submit").click();
  await expect(link.getByText("Check this box to continue.")).toBeVisible();
  await link.getByRole("checkbox").check();
  await expect(link.getByText("Check this box to continue.")).toBeHidden();
  await link.getByTestId("submit").click();
  await link.getByTestId("finish").click();
  const [publicToken, metadata] = await callback(page, "onSuccess");
  expect(metadata).toMatchObject({
    accounts: [{ verification_status: "pending_manual_verification" }],
  });
  const { accessToken } = await exchange(server, publicToken);

  const { public_token: token } = await call(server, "/item/public_token/create", {
    access_token: accessToken,
  });
  await page.goto(host.url({ config: { ...config, token } }));
  await page.getByRole("button", { name: "Connect" }).click();
  const again = linkIn(page);
  await expect(again.getByRole("heading", { name: "Which amounts arrived?" })).toBeVisible();
  const [first, second] = await again.getByTestId(/^credential-/).all();
  await first?.fill("0.99");
  await second?.fill("0.98");
  await again.getByTestId("submit").click();
  await expect(again.getByRole("alert")).not.toBeEmpty();
  await first?.fill("0.02");
  await second?.fill("0.01");
  await again.getByTestId("submit").click();
  await again.getByTestId("finish").click();
  expect(await callback(page, "onSuccess")).toMatchObject([
    expect.any(String),
    { accounts: [{ verification_status: "manually_verified" }] },
  ]);
  const { numbers } = await call(server, "/auth/get", { access_token: accessToken });
  expect(numbers).toMatchObject({ ach: [{ account: "1111222233330000", routing: "021000021" }] });
});

test("an update with account selection ticks shared accounts and offers a new one", async ({
  page,
  host,
  server,
}) => {
  const { accessToken } = await linkItem(server, {
    options: { webhook: `${server.api}/nowhere` },
  });
  const webhookRequest = { access_token: accessToken, webhook_code: "NEW_ACCOUNTS_AVAILABLE" };
  await call(server, "/sandbox/item/fire_webhook", webhookRequest);
  const token = await linkToken(server, {
    access_token: accessToken,
    products: undefined,
    update: { account_selection_enabled: true },
  });
  const link = await openLink(page, host.url({ config: { token } }));
  await link.getByTestId("credential-username").fill("user_good");
  await link.getByTestId("credential-password").fill("pass_good");
  await link.getByTestId("submit").click();
  await expect(link.getByRole("checkbox", { name: /^Checking / })).toBeChecked();
  await expect(link.getByRole("checkbox", { name: /^New Savings / })).not.toBeChecked();
  await link.getByRole("checkbox", { name: /^New Savings / }).check();
  await link.getByRole("checkbox", { name: /^Checking / }).uncheck();
  await link.getByTestId("submit").click();
  await link.getByTestId("finish").click();
  await callback(page, "onSuccess");
  const { accounts } = await call(server, "/accounts/get", { access_token: accessToken });
  const names = Object(accounts).map(({ name }: { name: string }) => name);
  expect(names).toContain("New Savings");
  expect(names).not.toContain("Checking");
});
