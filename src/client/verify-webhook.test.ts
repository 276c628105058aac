import fc from "fast-check";
import { generateKeyPair, SignJWT } from "jose";
import { expect, onTestFinished, test, vi } from "vitest";
import { rotateWebhookKey, signWebhook } from "../server/webhooks/signature.ts";
import { testReceiver } from "../testing/test-app/receiver.ts";
import { clientApp, clientOf } from "./client.fixture.ts";

const HEADER = "service-verification";

/** An app with a webhook that its worker has delivered. */
const delivered = async (webhook_code = "ERROR") => {
  const { app, client, ...rest } = await clientApp();
  const receiver = await testReceiver();
  const { access_token, item_id } = await app.link("ins_109508", ["auth"], {
    webhook: receiver.url,
  });
  await client.sandboxItemFireWebhook({ access_token, webhook_code: webhook_code as "ERROR" });
  await app.runJobs();
  const [delivery] = receiver.received;
  if (!delivery) throw new Error("the webhook arrives");
  const jwt = String(delivery.headers[HEADER]);
  return { ...rest, app, client, delivery, item_id, jwt, text: delivery.text };
};

/** The calls for keys in the app's log. */
const keyCalls = (logged: readonly string[]): number =>
  new Set(
    logged
      .filter((line) => line.includes("/webhook_verification_key/get"))
      .map((line) => JSON.parse(line).request_id ?? line),
  ).size;

test("a delivered webhook is returned, from every form of body and headers", async () => {
  const { client, delivery, item_id, jwt, text } = await delivered();
  const bytes = Buffer.from(text);
  const forms = [
    await client.verifyWebhook(text, delivery.headers),
    await client.verifyWebhook(bytes, new Headers({ "Service-Verification": jwt })),
    await client.verifyWebhook(new Uint8Array(bytes).buffer, { "SERVICE-VERIFICATION": jwt }),
  ];
  for (const webhook of forms) {
    if (webhook.webhook_type !== "ITEM" || webhook.webhook_code !== "ERROR")
      throw new Error("the types tell webhooks apart");
    expect(webhook.item_id).toBe(item_id);
    expect(webhook.error.error_code).toBe("ITEM_LOGIN_REQUIRED");
  }
});

test("a webhook with any changed byte is refused", async () => {
  const { client, jwt, text } = await delivered();
  const outcome = (body: Uint8Array, signature: string) =>
    client.verifyWebhook(body, { [HEADER]: signature }).then(
      () => "accepted",
      ({ name }: Error) => name,
    );
  const bytes = Buffer.from(text);
  expect(await outcome(bytes, jwt)).toBe("accepted");
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
      const changed = Uint8Array.from(bytes, (byte, index) => (index === at ? byte ^ by : byte));
      expect(await outcome(changed, jwt)).toBe("WebhookVerificationError");
    }),
  );
  const other = fc.constantFrom(..."AZaz09-_.=+/ ");
  await fc.assert(
    fc.asyncProperty(fc.nat(jwt.length - 1), other, async (at, character) => {
      fc.pre(jwt[at] !== character);
      const changed = jwt.slice(0, at) + character + jwt.slice(at + 1);
      expect(await outcome(bytes, changed)).toBe("WebhookVerificationError");
    }),
    { numRuns: 300 },
  );
});

test("a webhook of another client of the server is refused, before the server is asked for a key", async () => {
  const { app, baseUrl, jwt, text } = await delivered();
  const { secret } = app.keys;
  const { client } = clientOf(baseUrl, { clientId: "another", secret }, app.services.clock);
  await expect(client.verifyWebhook(text, { [HEADER]: jwt })).rejects.toMatchObject({
    code: "ANOTHER_CLIENT",
  });
  expect(keyCalls(app.logged)).toBe(0);
});

test("a signature is accepted for five minutes, give or take the clocks", async () => {
  const { app, client, jwt, text } = await delivered();
  const verify = (options = {}) => client.verifyWebhook(text, { [HEADER]: jwt }, options);
  app.advanceClock(330_000);
  await expect(verify()).resolves.toHaveProperty("item_id");
  app.advanceClock(1000);
  await expect(verify()).rejects.toMatchObject({ code: "TOO_OLD" });
  await expect(verify({ maxAge: 400_000 })).resolves.toHaveProperty("item_id");
  app.advanceClock(-331_000 - 30_000);
  await expect(verify()).resolves.toHaveProperty("item_id");
  app.advanceClock(-1000);
  await expect(verify()).rejects.toMatchObject({ code: "FROM_THE_FUTURE" });
  await expect(verify({ clockTolerance: 31_000 })).resolves.toHaveProperty("item_id");
});

test("signatures of other kinds are refused before the server is asked for a key", async () => {
  const { app, client, jwt, text } = await delivered();
  const [header = "", payload = "", signature = ""] = jwt.split(".");
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const { kid } = JSON.parse(Buffer.from(header, "base64url").toString());
  const kinds = {
    [`${encode({ alg: "none", kid })}.${payload}.`]: "WRONG_ALGORITHM",
    [`${encode({ alg: "HS256", kid })}.${payload}.${signature}`]: "WRONG_ALGORITHM",
    [`${encode({ alg: "ES256" })}.${payload}.${signature}`]: "MALFORMED_SIGNATURE",
    [`${encode({ alg: "ES256", kid: "../x" })}.${payload}.${signature}`]: "MALFORMED_SIGNATURE",
    [`${encode({ alg: "ES256", kid, crit: ["b64"] })}.${payload}.${signature}`]:
      "MALFORMED_SIGNATURE",
    [`${header}.${encode({ iat: "now" })}.${signature}`]: "MALFORMED_SIGNATURE",
    [`${header}.${encode([])}.${signature}`]: "MALFORMED_SIGNATURE",
    [`${jwt}.more`]: "MALFORMED_SIGNATURE",
    [`${header}.${payload}.AAAA`]: "MALFORMED_SIGNATURE",
    "not a JWT": "MALFORMED_SIGNATURE",
    "": "NO_SIGNATURE",
  };
  for (const [signed, code] of Object.entries(kinds))
    await expect(client.verifyWebhook(text, { [HEADER]: signed })).rejects.toMatchObject({ code });
  for (const headers of [{}, { [HEADER]: [jwt, jwt] }, { [HEADER]: undefined }, new Headers()])
    await expect(client.verifyWebhook(text, headers)).rejects.toMatchObject({
      code: "NO_SIGNATURE",
    });
  await expect(client.verifyWebhook(`${text} `, { [HEADER]: jwt })).rejects.toMatchObject({
    code: "CHANGED_BODY",
  });
  expect(keyCalls(app.logged)).toBe(0);
});

test("a parsed body is refused with the way to the raw one", async () => {
  const { client, jwt, text } = await delivered();
  const parsed = JSON.parse(text);
  for (const body of [parsed, undefined, null])
    await expect(client.verifyWebhook(body, { [HEADER]: jwt })).rejects.toThrow(
      /raw body.*express/,
    );
  await expect(client.verifyWebhook(text, undefined as never)).rejects.toThrow("request's headers");
});

test("a signed body that is no webhook is refused", async () => {
  const { app, client } = await clientApp();
  for (const body of ["[]", "{", '{"webhook_type":"ITEM"}', ""]) {
    const jwt = await signWebhook(app.services, body);
    await expect(client.verifyWebhook(body, { [HEADER]: jwt })).rejects.toMatchObject({
      code: "MALFORMED_BODY",
    });
  }
});

test("a webhook of a name that only a newer server has is returned", async () => {
  const { app, client } = await clientApp();
  const body = '{"webhook_type":"NEW","webhook_code":"NAME"}';
  const jwt = await signWebhook(app.services, body);
  const webhook = await client.verifyWebhook(body, { [HEADER]: jwt });
  expect(webhook).toEqual(JSON.parse(body));
});

test("a key is fetched once, however many webhooks come at a time, and again after ten minutes", async () => {
  const { app, client } = await clientApp();
  const verify = async (text = "{}") => {
    const body = `{"webhook_type":"A","webhook_code":"B","text":"${text}"}`;
    const jwt = await signWebhook(app.services, body);
    return client.verifyWebhook(body, { [HEADER]: jwt });
  };
  await Promise.all(Array.from("abcdefgh", verify));
  await verify();
  expect(keyCalls(app.logged)).toBe(1);
  app.advanceClock(10 * 60_000);
  await Promise.all([verify(), verify()]);
  expect(keyCalls(app.logged)).toBe(2);
  await rotateWebhookKey(app.services);
  await verify();
  expect(keyCalls(app.logged)).toBe(3);
});

test("a retired key verifies its earlier signatures, and no later one", async () => {
  const { app, client, jwt, text } = await delivered();
  const clock = app.services.clock();
  await rotateWebhookKey(app.services);
  await expect(client.verifyWebhook(text, { [HEADER]: jwt })).resolves.toHaveProperty("item_id");
  // The retired key's owner continues to sign, with a clock that is ahead.
  app.advanceClock(-60_000);
  await rotateWebhookKey(app.services);
  const ahead = { ...app.services, wallClock: () => clock + 120_000 };
  const late = await signWebhook(ahead, text);
  await rotateWebhookKey({ ...app.services, wallClock: () => clock });
  app.advanceClock(60_000 + 120_000);
  await expect(client.verifyWebhook(text, { [HEADER]: late })).rejects.toMatchObject({
    code: "EXPIRED_KEY",
  });
});

test("forged keys are refused, and a flood of them asks the server for few", async () => {
  const { app, client, jwt, text } = await delivered();
  const { privateKey } = await generateKeyPair("ES256");
  const [, payload = ""] = jwt.split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  const forge = (kid: string) =>
    new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid }).sign(privateKey);
  const codeOf = async (signed: string) =>
    client.verifyWebhook(text, { [HEADER]: signed }).then(
      () => "accepted",
      ({ code }) => code,
    );
  expect(await codeOf(jwt)).toBe("accepted");
  const { kid } = JSON.parse(Buffer.from(jwt.split(".")[0] ?? "", "base64url").toString());
  expect(await codeOf(await forge(kid))).toBe("WRONG_SIGNATURE");
  const before = keyCalls(app.logged);
  const codes = [];
  for (let n = 0; n < 40; n += 1) codes.push(await codeOf(await forge(`forged-${n}`)));
  expect(new Set(codes)).toEqual(new Set(["UNKNOWN_KEY", "TOO_MANY_UNKNOWN_KEYS"]));
  expect(keyCalls(app.logged) - before).toBeLessThanOrEqual(5);
  expect(await codeOf(jwt)).toBe("accepted");
  app.advanceClock(10_000);
  expect(await codeOf(await forge("forged"))).toBe("UNKNOWN_KEY");
});

test("a key that cannot be fetched is an ApiError, and is asked for again next time", async () => {
  const outages = [true];
  const { app, client } = await clientApp(
    {},
    {
      retries: 0,
      fetch: (...call) =>
        outages.pop() ? Promise.reject(new TypeError("no network")) : fetch(...call),
    },
  );
  const body = '{"webhook_type":"A","webhook_code":"B"}';
  const jwt = await signWebhook(app.services, body);
  const verify = () => client.verifyWebhook(body, { [HEADER]: jwt });
  await expect(verify()).rejects.toMatchObject({ error_code: "CONNECTION_FAILED" });
  await expect(verify()).resolves.toHaveProperty("webhook_code");
});

test("a key is waited for less long than the server waits for a webhook's response", async () => {
  const { app } = await clientApp();
  const body = '{"webhook_type":"A","webhook_code":"B"}';
  const jwt = await signWebhook(app.services, body);
  const clock = () => app.services.clock();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const silent: typeof fetch = (_, request) =>
    new Promise((_resolve, reject) => {
      request?.signal?.addEventListener("abort", () => reject(new Error("aborted")));
      vi.advanceTimersByTime(3000);
    });
  const { client } = clientOf("http://localhost", { retries: 0, fetch: silent }, clock);
  const outcome = client.verifyWebhook(body, { [HEADER]: jwt }).catch(String);
  expect(await outcome).toContain("TIMEOUT: no response from http://localhost within 3000 ms");
});
