import { expect, test } from "vitest";
import { testReceiver } from "../../../testing/test-app/receiver.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { webhooks } from "../../webhooks/index.ts";
import { fireItemWebhook } from "./fire-item-webhook.ts";

const PATH = "/sandbox/item/fire_webhook";

/** An Item with a few products, and a receiver of its webhooks. */
const setup = async (
  products = [
    ...["auth", "transactions", "identity", "income", "assets"],
    ...["liabilities", "investments", "statements"],
  ],
) => {
  const app = await testApp();
  const receiver = await testReceiver();
  const { access_token } = await app.link("ins_109508", products, { webhook: receiver.url });
  // Delivers and drops the webhooks about the Item's first transactions.
  await app.runJobs();
  receiver.received.length = 0;
  const { client_id, secret } = app.keys;
  const fire = (body: object) => app.post(PATH, { client_id, secret, access_token, ...body });
  return { app, receiver, fire, access_token };
};

test("every sample webhook is delivered with the body that its schema declares", async () => {
  const { app, receiver, fire } = await setup();
  // Webhooks about a session, a user or an institution have no Item.
  const names = Object.keys(webhooks).filter(
    (name) => !/^(LINK|CHECK_REPORT|CASH_FLOW_UPDATES|DASHBOARD_CONFIGURED_ALERT):/.test(name),
  );
  for (const name of names) {
    const [webhook_type, webhook_code] = name.split(":");
    const { status, body } = await fire({ webhook_type, webhook_code });
    expect([name, status, body.webhook_fired]).toEqual([name, 200, true]);
  }
  await app.runJobs();
  expect(receiver.codes().toSorted()).toEqual(names.toSorted());
  for (const { body } of receiver.received) {
    const { webhook_type, webhook_code, item_id: _, environment, ...own } = body;
    const name = `${webhook_type}:${webhook_code}` as keyof typeof webhooks;
    expect(webhooks[name].schema.parse(own)).toEqual(own);
    expect(environment).toBe("sandbox");
  }
});

test("a webhook_code of several types is that of the first type that fits the Item", async () => {
  const { app, receiver, fire } = await setup(["identity"]);
  await fire({ webhook_code: "DEFAULT_UPDATE" });
  await fire({ webhook_code: "ERROR" });
  await app.runJobs();
  expect(receiver.codes().toSorted()).toEqual(["IDENTITY:DEFAULT_UPDATE", "ITEM:ERROR"]);
});

test("a webhook that does not fit the Item is refused, and none is sent", async () => {
  const { app, receiver, fire, access_token } = await setup(["auth"]);
  for (const body of [
    { webhook_code: "INITIAL_UPDATE" },
    { webhook_code: "DEFAULT_UPDATE", webhook_type: "IDENTITY" },
    { webhook_code: "PRODUCT_READY" },
    { webhook_code: "LOGIN_REPAIRED", webhook_type: "AUTH" },
  ])
    expect((await fire(body)).body.error_code).toBe("SANDBOX_WEBHOOK_INVALID");
  expect((await fire({ webhook_code: "NO_SUCH_CODE" })).body.error_code).toBe("INVALID_FIELD");
  await app.call("/item/webhook/update", { access_token });
  expect((await fire({ webhook_code: "ERROR" })).body).toMatchObject({
    error_code: "SANDBOX_WEBHOOK_INVALID",
    error_message: expect.stringContaining("has no webhook"),
  });
  await app.runJobs();
  expect(receiver.received).toEqual([]);
  expect(fireItemWebhook.sandboxOnly).toBe(true);
});

test("a sample webhook leaves the Item as it is", async () => {
  const { app, fire, access_token } = await setup();
  const before = await app.call("/item/get", { access_token });
  for (const webhook_code of ["ERROR", "USER_PERMISSION_REVOKED"]) await fire({ webhook_code });
  const { item } = await app.call("/item/get", { access_token });
  expect(item).toEqual(before.item);
});
