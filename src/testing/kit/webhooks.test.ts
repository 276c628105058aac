import { decodeProtectedHeader, importJWK, jwtVerify } from "jose";
import { expect, onTestFinished, test } from "vitest";
import { createWebhookSigner, receiveWebhooks } from "./webhooks.ts";

const receiver = async () => {
  const each = await receiveWebhooks();
  onTestFinished(each.close);
  const send = (body: object | string) =>
    fetch(each.url, {
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  return { ...each, send };
};

test("a signed webhook verifies by the signer's key, over its exact bytes", async () => {
  const { sign, key } = await createWebhookSigner();
  const issuedAt = new Date("2026-01-15T12:00:00Z");
  const { body, headers } = await sign({ webhook_type: "ITEM", name: "Zoë" }, { issuedAt });
  const token = headers["service-verification"] ?? "";
  expect(decodeProtectedHeader(token)).toEqual({ alg: "ES256", kid: key.kid, typ: "JWT" });
  const publicKey = await importJWK({ ...key }, "ES256");
  const { payload } = await jwtVerify(token, publicKey, { currentDate: issuedAt });
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body));
  expect(payload).toEqual({
    iat: issuedAt.getTime() / 1000,
    request_body_sha256: Buffer.from(digest).toString("hex"),
  });
});

test("a brand names the header of a signature", async () => {
  const { sign } = await createWebhookSigner({ brand: "Acme" });
  expect((await sign("{}")).headers).toHaveProperty("acme-verification");
});

test("a receiver hands out each webhook once, whether it came before or comes later", async () => {
  const { next, send, received } = await receiver();
  await send({ webhook_code: "A", n: 1 });
  const [first, second] = [next({ webhook_code: "A" }), next({ webhook_code: "A" })];
  expect((await first).json.n).toBe(1);
  await send({ webhook_code: "B" });
  await send({ webhook_code: "A", n: 2 });
  expect((await second).json.n).toBe(2);
  expect(await next(({ json }) => json.webhook_code === "B")).toBe(received[1]);
});

test("a receiver that waits in vain names the received webhooks", async () => {
  const { next, send } = await receiver();
  await send({ webhook_type: "ITEM", webhook_code: "ERROR" });
  await send("not JSON");
  await expect(next({ webhook_code: "A" }, { timeout: 1 })).rejects.toThrow(
    "no such webhook came within 1 ms; those that came: ITEM ERROR, undefined undefined",
  );
});

test("a receiver refuses on request, and hands out each attempt with the status of its response", async () => {
  const { respond, send, next } = await receiver();
  respond(503);
  expect((await send({ webhook_code: "A" })).status).toBe(503);
  expect(await next({ webhook_code: "A" })).toMatchObject({
    status: 503,
    body: '{"webhook_code":"A"}',
  });
  respond(200);
  await send({ webhook_code: "A" });
  expect((await next({ webhook_code: "A" })).status).toBe(200);
  await expect(next({ webhook_code: "A" }, { timeout: 1 })).rejects.toThrow("no such webhook");
});
