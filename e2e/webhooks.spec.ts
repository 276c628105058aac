import { linkAccount } from "../src/testing/kit/link-account.ts";
import { call, linkItem, linkToken } from "./support/api.ts";
import { callback, eventMetadata, openLink } from "./support/link.ts";
import { receiver } from "./support/receiver.ts";
import { expect, test } from "./support/test.ts";

test("an application's server gets the same events of a session as its page", async ({
  page,
  host,
  server,
}) => {
  using app = await receiver();
  const token = await linkToken(server, { webhook: app.url, products: ["auth"] });
  await page.goto(host.url({ config: { token } }));
  await linkAccount(page, { open: "button" });
  const [publicToken, metadata] = await callback(page, "onSuccess");
  await expect.poll(app.codes).toEqual(["EVENTS", "ITEM_ADD_RESULT", "SESSION_FINISHED"]);
  for (const body of app.received)
    expect(body).toMatchObject({
      link_token: token,
      link_session_id: Object(metadata).link_session_id,
    });
  const toWebhook = (code: string) =>
    app.received.find(({ webhook_code }) => webhook_code === code);
  expect(toWebhook("SESSION_FINISHED")).toMatchObject({
    public_token: publicToken,
    status: "SUCCESS",
  });
  const names = Object(toWebhook("EVENTS")?.events)
    .map(Object)
    .map(({ event_name }: { event_name: string }) => event_name);
  expect(names.at(0)).toBe("OPEN");
  expect(names).toContain("SUBMIT_CREDENTIALS");
  expect(names.at(-1)).toBe("HANDOFF");
});

for (const isStarted of [true, false])
  test(`an application's server gets the events of a tab closed ${isStarted ? "in mid-flow" : "before its session has started"}`, async ({
    page,
    host,
  }) => {
    using app = await receiver();
    if (!isStarted) await page.route("**/bridge/session/start", () => undefined);
    const link = await openLink(page, host.url({ config: { webhook: app.url } }));
    await link.getByRole("button", { name: /First Platypus/ }).click();
    if (isStarted) await link.getByTestId("credential-username").fill("user_good");
    await expect.poll(() => eventMetadata(page, "SELECT_INSTITUTION")).toHaveLength(1);
    const { link_session_id } = Object((await eventMetadata(page, "SELECT_INSTITUTION"))[0]);
    await page.close();
    await expect.poll(app.codes).toEqual(["EVENTS", "SESSION_FINISHED"]);
    for (const body of app.received) {
      expect(body).toMatchObject({ webhook_type: "LINK", link_session_id });
      expect(body).not.toHaveProperty("link_token");
    }
    const toWebhook = (code: string) =>
      app.received.find(({ webhook_code }) => webhook_code === code);
    expect(toWebhook("SESSION_FINISHED")).toMatchObject({ status: "EXITED", public_tokens: [] });
    const events = Object(toWebhook("EVENTS")?.events);
    expect(events.at(0)).toMatchObject({ event_name: "OPEN" });
    expect(events.at(-1)).toMatchObject({
      event_name: "EXIT",
      event_metadata: isStarted ? { exit_status: "requires_credentials" } : {},
    });
  });

test("an application's server gets webhooks when a login is lost, and when it is repaired in Link", async ({
  page,
  host,
  server,
}) => {
  using app = await receiver();
  const { accessToken: access_token } = await linkItem(server, {
    initial_products: ["auth"],
    options: { webhook: app.url },
  });
  await call(server, "/sandbox/item/reset_login", { access_token });
  await expect.poll(app.codes).toEqual(["ERROR"]);
  const { public_token } = await call(server, "/item/public_token/create", { access_token });
  await page.goto(host.url({ config: { token: public_token } }));
  await linkAccount(page, { open: "button" });
  await callback(page, "onSuccess");
  await expect.poll(app.codes).toEqual(["ERROR", "LOGIN_REPAIRED"]);
});
