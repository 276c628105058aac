import { expect, test } from "vitest";
import { testReceiver } from "../../../testing/test-app/receiver.ts";
import { digest } from "../../domain/identifiers.ts";
import { withProcessor } from "./processor.fixture.ts";

const DAY = 86_400_000;

const withWebhook = async (subtype = "checking", variables: Record<string, string> = {}) => {
  const app = await withProcessor(variables);
  const receiver = await testReceiver();
  const account_id = app.accountId(subtype) ?? "";
  const { processor_token } = (await app.create(account_id)).body;
  const update = (webhook: string | null) =>
    app.ask("/processor/token/webhook/update", { processor_token, webhook });
  const takeBodies = async () => {
    await app.runJobs();
    return receiver.received.splice(0).map(({ body }) => body as Record<string, unknown>);
  };
  return { ...app, receiver, account_id, processor_token, update, takeBodies };
};

test("a processor's webhook is acknowledged, and gets the pulls of the account that it reads", async () => {
  const { account_id, call, access_token, receiver, update, takeBodies } = await withWebhook();
  const answer = await update(receiver.url);
  expect([answer.status, Object.keys(answer.body)]).toEqual([200, ["request_id"]]);
  const { item } = (await call("/item/get", { access_token })) as { item: { item_id: string } };
  const [acknowledgement, ...bodies] = await takeBodies();
  expect(acknowledgement).toEqual({
    webhook_type: "ITEM",
    webhook_code: "WEBHOOK_UPDATE_ACKNOWLEDGED",
    item_id: item.item_id,
    account_id,
    new_webhook_url: receiver.url,
    error: null,
    environment: "sandbox",
  });
  const { total_transactions } = await call("/transactions/get", {
    access_token,
    start_date: "2024-01-01",
    end_date: "2026-01-15",
    options: { account_ids: [account_id] },
  });
  const isNew = (body: Record<string, unknown>) => "new_transactions" in body;
  expect(bodies.filter(isNew).map(({ webhook_code }) => webhook_code)).toEqual([
    "INITIAL_UPDATE",
    "HISTORICAL_UPDATE",
  ]);
  const counts = bodies.filter(isNew).map(({ new_transactions }) => Number(new_transactions));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(total_transactions);
  for (const body of bodies) {
    expect(body).toMatchObject({ webhook_type: "TRANSACTIONS", account_id });
    expect(body).not.toHaveProperty("item_id");
  }
});

test("changes of another account are no webhook of the processor, those of its own are", async () => {
  const fetchCodes = async (subtype: string) => {
    const { access_token, call, receiver, update, takeBodies } = await withWebhook(subtype);
    await update(receiver.url);
    await takeBodies();
    await call("/sandbox/transactions/create", {
      access_token,
      transactions: [
        {
          ...{ date_transacted: "2026-01-14", date_posted: "2026-01-14" },
          ...{ amount: 12.5, description: "Corner Shop" },
        },
      ],
    });
    // Webhooks are sent concurrently, so their order varies.
    return (await takeBodies()).map(({ webhook_code }) => webhook_code).toSorted();
  };
  expect(await fetchCodes("savings")).toEqual([]);
  expect(await fetchCodes("checking")).toEqual(["DEFAULT_UPDATE", "SYNC_UPDATES_AVAILABLE"]);
});

test("both the application and the processor get a webhook that is fired, each in its own form", async () => {
  const { access_token, account_id, call, receiver, update, takeBodies } = await withWebhook();
  await update(receiver.url);
  await call("/item/webhook/update", { access_token, webhook: receiver.url });
  await takeBodies();
  const fire = (webhook_code: string) =>
    call("/sandbox/item/fire_webhook", {
      ...{ access_token, webhook_code },
      webhook_type: webhook_code === "ERROR" ? "ITEM" : "TRANSACTIONS",
    });
  await fire("RECURRING_TRANSACTIONS_UPDATE");
  const bodies = await takeBodies();
  expect(bodies).toHaveLength(2);
  expect(bodies).toContainEqual({
    webhook_type: "TRANSACTIONS",
    webhook_code: "RECURRING_TRANSACTIONS_UPDATE",
    account_id,
    environment: "sandbox",
  });
  expect(bodies).toContainEqual(expect.objectContaining({ item_id: expect.any(String) }));
  await fire("ERROR");
  expect(await takeBodies()).toEqual([
    expect.objectContaining({ webhook_code: "ERROR", item_id: expect.any(String) }),
  ]);
});

test("a processor's webhook ends with null, its permission and its processor", async () => {
  const app = await withWebhook();
  const { access_token, call, processor_token, receiver, services, update, takeBodies } = app;
  const fire = async () => {
    const fired = await app.post("/sandbox/item/fire_webhook", {
      ...app.credentials,
      ...{ access_token, webhook_code: "DEFAULT_UPDATE", webhook_type: "TRANSACTIONS" },
    });
    return [fired.body.error_code ?? "fired", (await takeBodies()).length];
  };
  const permit = (products: string[]) =>
    call("/processor/token/permissions/set", { processor_token, products });
  await update(receiver.url);
  await takeBodies();
  expect(await fire()).toEqual(["fired", 1]);
  await permit(["auth"]);
  expect(await fire()).toEqual(["SANDBOX_WEBHOOK_INVALID", 0]);
  await permit([]);
  await update(null);
  expect(await fire()).toEqual(["SANDBOX_WEBHOOK_INVALID", 0]);
  await update(receiver.url);
  await takeBodies();
  await services.store.clients.remove("processor", { onlyEmpty: false, now: services.clock() });
  expect(await fire()).toEqual(["SANDBOX_WEBHOOK_INVALID", 0]);
});

test("an address of a token that ended with its Item is refused", async () => {
  const { access_token, call, receiver, update } = await withWebhook();
  await call("/item/remove", { access_token });
  expect((await update(receiver.url)).body.error_code).toBe("INVALID_PROCESSOR_TOKEN");
});

test("an address that this server may not call is refused by its field, and changes nothing", async () => {
  const { update, takeBodies, services, processor_token } = await withWebhook("checking", {
    OUTBOUND_HOSTS: "*.pay.example",
  });
  const refused = [
    "https://evil.example/hook",
    "http://169.254.169.254/latest",
    "https://user:secret@hooks.pay.example/",
  ];
  for (const webhook of refused) {
    const { body } = await update(webhook);
    expect([body.error_code, body.error_message]).toEqual([
      "INVALID_FIELD",
      expect.stringMatching(/^webhook must /),
    ]);
  }
  expect(await takeBodies()).toEqual([]);
  const record = await services.store.processorTokens.byDigest(digest(String(processor_token)));
  expect(
    await services.store.processorTokens.receivers(record?.itemId ?? "", "transactions"),
  ).toEqual([]);
});

test("only a partner may set the address of a token, and only of one that is there", async () => {
  const { credentials, post, processor_token, receiver, ask } = await withWebhook();
  const own = await post("/processor/token/webhook/update", {
    ...credentials,
    ...{ processor_token, webhook: receiver.url },
  });
  expect(own.body.error_code).toBe("UNAUTHORIZED_ROUTE_ACCESS");
  const unknown = await ask("/processor/token/webhook/update", {
    processor_token: "processor-sandbox-00000000-0000-4000-8000-000000000000",
    webhook: receiver.url,
  });
  expect(unknown.body.error_code).toBe("INVALID_PROCESSOR_TOKEN");
});

test("recurring transactions that change are a webhook of the processor of their account", async () => {
  const { access_token, account_id, advanceClock, call, receiver, update, takeBodies } =
    await withWebhook();
  await update(receiver.url);
  await takeBodies();
  await call("/transactions/recurring/get", { access_token });
  const codes: unknown[] = [];
  for (let month = 0; month < 2; month++) {
    advanceClock(13 * DAY);
    for (const body of await takeBodies())
      if (body.webhook_code === "RECURRING_TRANSACTIONS_UPDATE") codes.push(body.account_id);
  }
  expect(new Set(codes)).toEqual(new Set([account_id]));
});
