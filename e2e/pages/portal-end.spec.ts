import { expectNoFault, expectNoFaultInBoth } from "../support/accessibility.ts";
import { ask, call, exchange, linkToken } from "../support/api.ts";
import { callback, openLink, signIn } from "../support/link.ts";
import { receiver } from "../support/receiver.ts";
import { expect, test } from "../support/test.ts";

test("without mail, a user stops sharing an account, ends the connection, and has it erased", async ({
  page,
  context,
  host,
  server,
}) => {
  using app = await receiver();
  const products = ["transactions", "assets"];
  const token = await linkToken(server, { webhook: app.url, products });
  const link = await openLink(page, host.url({ config: { token } }));
  await signIn(page, /First Platypus/);
  await link.getByTestId("select-all").click();
  await link.getByTestId("submit").click();
  const href = (await link.getByTestId("manage").getAttribute("href")) ?? "";
  const address = new URL(href, server.api).href;
  await link.getByTestId("finish").click();
  const [publicToken] = await callback(page, "onSuccess");
  const { accessToken: access_token, itemId } = await exchange(server, publicToken);
  const accounts = async () =>
    Object((await call(server, "/accounts/get", { access_token })).accounts) as Account[];
  const refusal = async (body: object = {}) =>
    (await ask(server, "/accounts/get", { access_token, ...body })).answer.error_code;
  const webhooks = (code: string) =>
    app.received.filter(({ webhook_code }) => webhook_code === code);
  const checking = (await accounts()).find(({ name }) => name === "Checking")?.account_id ?? "";

  const site = await context.newPage();
  await test.step("the page says how to come back if the server sends no mail", async () => {
    await site.goto(address);
    await expect(site.getByRole("heading", { name: "Your connections" })).toBeVisible();
    await expect(
      site.getByText("Sign in to your bank again in the app where you connected it"),
    ).toBeVisible();
    await expect(site.getByLabel("Email address")).toBeHidden();
    await expectNoFaultInBoth(site);
  });

  await test.step("an account that is no longer shared is in no response", async () => {
    await site.getByRole("button", { name: /^Stop sharing Checking/ }).click();
    const dialog = site.getByRole("dialog");
    await dialog.getByRole("button", { name: "Stop sharing" }).click();
    await expect(site.getByText(/^Corner Shop no longer reads Checking/)).toBeFocused();
    await expect
      .poll(() => webhooks("USER_ACCOUNT_REVOKED"))
      .toMatchObject([{ webhook_type: "ITEM", item_id: itemId, account_id: checking }]);
    const rest = (await accounts()).map(({ account_id }) => account_id);
    expect(rest).not.toContain(checking);
    expect(await refusal({ options: { account_ids: [checking] } })).toBe("INVALID_ACCOUNT_ID");
    const { connections } = await (await context.request.get(`${server.api}/account/data`)).json();
    expect(connections).toMatchObject([
      { application: "Corner Shop", withdrawn_accounts: [{ account_id: checking }] },
    ]);
    const downloadIds = connections[0].accounts.map(({ account_id }: Account) => account_id);
    expect(downloadIds.toSorted()).toEqual(rest.toSorted());
  });

  await test.step("a disconnected Item is not read any more", async () => {
    await site.getByRole("button", { name: "Disconnect", exact: true }).click();
    await site.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
    await expect(site.getByText("Corner Shop is disconnected.")).toBeFocused();
    await expect(site.getByText("Ended")).toBeVisible();
    await expectNoFaultInBoth(site);
    expect(await refusal()).toBe("USER_PERMISSION_REVOKED");
    await expect
      .poll(() => webhooks("USER_PERMISSION_REVOKED"))
      .toMatchObject([{ webhook_type: "ITEM", item_id: itemId }]);
  });

  await test.step("an erased connection is gone", async () => {
    await site.getByRole("button", { name: "Delete what was read" }).click();
    const dialog = site.getByRole("dialog");
    await expect(dialog).toBeVisible();
    await expectNoFault(site);
    await dialog.getByRole("button", { name: "Delete what was read" }).click();
    await expect(site.getByText("What Corner Shop read is deleted.")).toBeFocused();
    await expect(site.getByRole("heading", { name: "Nothing is connected" })).toBeVisible();
    await expectNoFault(site);
    expect(await refusal()).toBe("ITEM_NOT_FOUND");
    expect(webhooks("USER_PERMISSION_REVOKED")).toHaveLength(1);
  });

  await test.step("the page says that the server cannot be reached", async () => {
    await site.route("**/account/connections", (route) => route.abort());
    await site.reload();
    await expect(site.getByRole("heading", { name: "This page cannot be reached" })).toBeVisible();
    await expectNoFaultInBoth(site);
    await site.unroute("**/account/connections");
    await site.getByRole("button", { name: "Try again" }).click();
    await expect(site.getByRole("heading", { name: "Nothing is connected" })).toBeVisible();
  });

  await test.step("a signed-out user cannot return without mail, nor by the same address", async () => {
    await site.getByRole("button", { name: "Sign out" }).click();
    await expect(site.getByText(/^Sign in to your bank again in the app/)).toBeVisible();
    await expectNoFaultInBoth(site);
    const answer = await context.request.get(`${server.api}/account/data`);
    expect([answer.status(), (await answer.json()).error_code]).toEqual([
      400,
      "INVALID_ACCOUNT_SESSION",
    ]);
    await site.goto(address);
    await expect(site.getByRole("heading", { name: "This link no longer works" })).toBeFocused();
    await expectNoFaultInBoth(site);
  });
});

type Account = { account_id: string; name: string };
