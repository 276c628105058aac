import { expect, test } from "vitest";
import { sampleClient, sampleSecret } from "../../../testing/store-contract/samples.ts";
import { browser, signedIn } from "../../../testing/test-app/dashboard.ts";
import { INBOX_LIMITS, inboxAddress } from "../../domain/webhooks/inbox.ts";
import { signWebhook } from "../../webhooks/signature.ts";

const HOUR = 3_600_000;

type Inbox = {
  address: string | null;
  problem: string | null;
  webhooks: Record<string, unknown>[];
};

/**
 * A listening sandbox with its client's Dashboard, and a function that posts to the client's inbox.
 */
const openInbox = async () => {
  const { app, dashboard } = await signedIn();
  await app.listen({ host: "127.0.0.1", port: 0 });
  const show = async () => (await dashboard.post("webhooks/inbox", {})).body as Inbox;
  const { address } = await show();
  const path = new URL(String(address)).pathname;
  const { client_id } = app.keys;
  const sign = (body: string, client = client_id) => signWebhook(app.services, body, client);
  const post = async (body: string, verification = "", at = path) =>
    (
      await app.request({
        method: "POST",
        url: at,
        headers: { "content-type": "application/json", "service-verification": verification },
        payload: body,
      })
    ).statusCode;
  return { app, dashboard, show, post, path, sign, address: String(address), client_id };
};

test("a webhook of an Item arrives in the inbox that its link named, with its signature verified", async () => {
  const { app, show, address } = await openInbox();
  const { access_token, item_id } = await app.link("ins_109508", ["auth"], { webhook: address });
  await app.call("/sandbox/item/fire_webhook", { access_token, webhook_code: "ERROR" });
  await app.runJobs();
  const { problem, webhooks } = await show();
  expect(problem).toBeNull();
  expect(webhooks).toMatchObject([
    {
      ...{ webhook_type: "ITEM", webhook_code: "ERROR", verified: true },
      received_at: app.services.clock(),
    },
  ]);
  expect(JSON.parse(String(webhooks[0]?.body))).toMatchObject({ item_id });
});

test("a signature for another body, client or time, or none, is not verified", async () => {
  const { app, show, post, sign } = await openInbox();
  const body = JSON.stringify({ webhook_type: "ITEM", webhook_code: "ERROR" });
  const old = await sign(body);
  for (const verification of [await sign("{}"), await sign(body, "client-1"), "", "no.jwt.at-all"])
    expect(await post(body, verification)).toBe(200);
  expect(await post(body, old)).toBe(200);
  app.advanceClock(6 * 60_000);
  expect(await post(body, old)).toBe(200);
  const verified = (await show()).webhooks.map((webhook) => webhook.verified);
  expect(verified.filter(Boolean)).toHaveLength(1);
  expect(verified).toHaveLength(6);
});

test("a body that is no webhook is shown as it came, without tokens", async () => {
  const { show, post } = await openInbox();
  await post("access-sandbox-7b8c9d10-1234-4abc-9def-0123456789ab, hello");
  const [webhook] = (await show()).webhooks;
  expect(webhook).toMatchObject({ webhook_type: null, webhook_code: null, verified: false });
  expect(webhook?.body).toMatch(/hello$/);
  expect(webhook?.body).not.toContain("7b8c9d10");
});

test("an inbox takes nothing under a wrong key or for another client, and no large body", async () => {
  const { show, post, path, client_id } = await openInbox();
  expect(await post("{}", "", `${path.slice(0, -1)}${path.endsWith("A") ? "B" : "A"}`)).toBe(404);
  expect(await post("{}", "", path.replace(client_id, "client-1"))).toBe(404);
  expect(await post("{}", "", `${path}x`)).toBe(404);
  expect(await post("{}", "", `${path.slice(0, -1)}%C3%A9`)).toBe(404);
  expect(await post("x".repeat(INBOX_LIMITS.bytes + 1))).toBe(400);
  expect((await show()).webhooks).toEqual([]);
  expect(await post("x".repeat(INBOX_LIMITS.bytes))).toBe(200);
});

test("an inbox keeps its newest webhooks, for a day, sealed", async () => {
  const { app, show, post } = await openInbox();
  for (let n = 0; n < INBOX_LIMITS.webhooks + 2; n++) {
    app.advanceClock(1);
    expect(await post(`note ${n}`)).toBe(200);
  }
  const { webhooks } = await show();
  expect(webhooks.map(({ body }) => body)).toEqual(
    Array.from(
      { length: INBOX_LIMITS.webhooks },
      (_, n) => `note ${INBOX_LIMITS.webhooks + 1 - n}`,
    ),
  );
  const { store } = app.services;
  const [stored] = await store.webhookInbox.since(app.keys.client_id, 0);
  expect(stored?.sealedBody).toMatch(/^v2\./);
  app.advanceClock(23 * HOUR);
  await app.runJobs();
  expect(await store.webhookInbox.since(app.keys.client_id, 0)).toHaveLength(INBOX_LIMITS.webhooks);
  app.advanceClock(25 * HOUR);
  await app.runJobs();
  expect(await store.webhookInbox.since(app.keys.client_id, 0)).toEqual([]);
});

test("a client sees its own inbox alone, and its removal empties it", async () => {
  const { app, post, address } = await openInbox();
  const { store } = app.services;
  await post("of the first");
  await store.clients.add(sampleClient({ secrets: [sampleSecret("their secret")] }));
  const stranger = browser(app);
  await stranger.signIn({ client_id: "client-1", secret: "their secret" });
  const { body } = await stranger.post("webhooks/inbox", {});
  expect(body.webhooks).toEqual([]);
  expect(body.address).not.toBe(address);
  expect(await post("of the other", "", new URL(String(body.address)).pathname)).toBe(200);
  expect(await store.webhookInbox.since("client-1", 0)).toHaveLength(1);
  await store.clients.remove("client-1", { onlyEmpty: false, now: app.services.clock() });
  expect(await store.webhookInbox.since("client-1", 0)).toEqual([]);
  expect(await store.webhookInbox.since(app.keys.client_id, 0)).toHaveLength(1);
});

test("outside the sandbox there is no inbox", async () => {
  const { app } = await openInbox();
  const { services, keys } = app;
  expect(inboxAddress(keys.client_id, { ...services, environment: "production" })).toBeNull();
});
