import { readFileSync } from "node:fs";
import { decodeProtectedHeader, importJWK, jwtVerify } from "jose";
import { expect, test } from "vitest";
import { z } from "zod";
import { testReceiver } from "../../testing/test-app/receiver.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { rotateWebhookKey, signWebhook } from "./signature.ts";

const DAY = 86_400_000;

const Key = z.object({
  kid: z.string(),
  created_at: z.int(),
  expired_at: z.int().nullable(),
  d: z.never().optional(),
});

const fetchKey = async ({ call }: Awaited<ReturnType<typeof testApp>>, key_id: string) => {
  const { key } = await call("/webhook_verification_key/get", { key_id });
  return { jwk: Object(key), ...Key.parse(key) };
};

test("a webhook is signed over its exact bytes and the time, by a key that the API serves", async () => {
  const app = await testApp();
  const receiver = await testReceiver();
  const { access_token } = await app.link("ins_109508", ["auth"], { webhook: receiver.url });
  await app.call("/sandbox/item/fire_webhook", { access_token, webhook_code: "ERROR" });
  await app.runJobs();
  const [delivery] = receiver.received;
  if (!delivery) throw new Error("the webhook arrives");
  const jwt = String(delivery.headers["service-verification"]);
  const header = decodeProtectedHeader(jwt);
  expect(header).toEqual({ alg: "ES256", kid: header.kid, typ: "JWT" });
  const { jwk, expired_at } = await fetchKey(app, String(header.kid));
  expect(expired_at).toBeNull();
  const { payload } = await jwtVerify(jwt, await importJWK(jwk, "ES256"), {
    currentDate: new Date(app.services.clock()),
    maxTokenAge: "5 min",
  });
  const bytes = await crypto.subtle.digest("SHA-256", Buffer.from(delivery.text));
  expect(payload).toEqual({
    client_id: app.keys.client_id,
    iat: Math.floor(app.services.clock() / 1000),
    request_body_sha256: Buffer.from(bytes).toString("hex"),
  });
});

test("an unknown key is refused", async () => {
  const { post, keys } = await testApp();
  const { client_id, secret } = keys;
  const answer = await post("/webhook_verification_key/get", { client_id, secret, key_id: "none" });
  expect([answer.status, answer.body.error_code]).toEqual([
    400,
    "INVALID_WEBHOOK_VERIFICATION_KEY_ID",
  ]);
});

test("a key signs for 30 days; its successor follows, and the old one has an expiry time", async () => {
  const app = await testApp();
  const { services, advanceClock } = app;
  const signedBy = async () => String(decodeProtectedHeader(await signWebhook(services, "{}")).kid);
  const start = services.clock();
  const first = await signedBy();
  advanceClock(30 * DAY - 1);
  expect(await signedBy()).toBe(first);
  advanceClock(1);
  const second = await signedBy();
  expect(second).not.toBe(first);
  expect(await fetchKey(app, first)).toMatchObject({
    created_at: start / 1000,
    expired_at: (start + 30 * DAY) / 1000,
  });
  const newKey = await rotateWebhookKey(services);
  expect(await signedBy()).toBe(newKey);
  expect((await fetchKey(app, second)).expired_at).toBe((start + 30 * DAY) / 1000);
});

test("concurrent first signatures and rotations leave one signing key", async () => {
  const { services } = await testApp();
  const many = Array.from({ length: 20 });
  const signatures = await Promise.all(many.map(() => signWebhook(services, "{}")));
  expect(new Set(signatures.map((jwt) => decodeProtectedHeader(jwt).kid)).size).toBe(1);
  const newKeys = await Promise.all(many.map(() => rotateWebhookKey(services)));
  expect(new Set(newKeys).size).toBe(20);
  const current = await services.store.webhookKeys.current();
  expect(newKeys).toContain(current?.keyId);
});

type Verify = (text: string, jwt: string, api: unknown, clientId: string) => Promise<unknown>;

test("the verification code in docs/webhooks.md accepts real webhooks, and nothing else", async () => {
  const app = await testApp();
  app.advanceClock(Date.now() - app.services.clock());
  const receiver = await testReceiver();
  const { access_token } = await app.link("ins_109508", ["auth"], { webhook: receiver.url });
  await app.call("/sandbox/item/fire_webhook", { access_token, webhook_code: "ERROR" });
  await app.runJobs();
  const [delivery] = receiver.received;
  if (!delivery) throw new Error("the webhook arrives");
  const page = readFileSync(new URL("../../../docs/webhooks.md", import.meta.url), "utf8");
  const [, code = ""] = /```js\n(import [\s\S]*?)```/.exec(page) ?? [];
  const runnable = code.replace('"jose"', JSON.stringify(import.meta.resolve("jose")));
  const { verify }: { verify: Verify } = await import(
    `data:text/javascript,${encodeURIComponent(runnable)}`
  );
  const api = async (path: string, body: object) => app.call(path, body);
  const jwt = String(delivery.headers["service-verification"]);
  const { client_id } = app.keys;
  await expect(verify(delivery.text, jwt, api, client_id)).resolves.toMatchObject({
    webhook_code: "ERROR",
  });
  await expect(verify(delivery.text, jwt, api, "another")).rejects.toThrow();
  await expect(verify(`${delivery.text} `, jwt, api, client_id)).rejects.toThrow();
  await expect(verify(delivery.text, `${jwt.slice(0, -4)}AAAA`, api, client_id)).rejects.toThrow();
  const none = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${jwt.split(".")[1]}.`;
  await expect(verify(delivery.text, none, api, client_id)).rejects.toThrow();
  app.advanceClock(-6 * 60_000);
  const old = await signWebhook(app.services, delivery.text, client_id);
  await expect(verify(delivery.text, old, api, client_id)).rejects.toThrow();
});
