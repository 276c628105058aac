import { expect, test } from "vitest";
import { sampleClient, sampleSecret } from "../../../testing/store-contract/samples.ts";
import { browser, signedIn, signInOperator } from "../../../testing/test-app/dashboard.ts";
import { testReceiver } from "../../../testing/test-app/receiver.ts";
import { webhooks } from "../../webhooks/index.ts";

type Rows = { rows: Record<string, unknown>[] };
const HOUR = 3_600_000;

/** An Item with an unavailable receiver, and a webhook about the Item. */
const failing = async () => {
  const { app, dashboard } = await signedIn();
  const receiver = await testReceiver();
  receiver.behave((response) => response.writeHead(503).end("busy"));
  const { access_token } = await app.link("ins_109508", ["auth"], { webhook: receiver.url });
  await app.call("/sandbox/item/fire_webhook", { access_token, webhook_code: "ERROR" });
  await app.runJobs();
  await app.writeUsage();
  const list = async () => ((await dashboard.post("webhooks", {})).body as Rows).rows;
  const show = async () =>
    (await dashboard.post("webhooks/show", { delivery_id: (await list())[0]?.delivery_id })).body;
  return { app, dashboard, receiver, list, show };
};

test("an attempt is shown with its headers as sent, and a failed one with the next", async () => {
  const { app, receiver, list, show } = await failing();
  const { attempts } = (await show()) as { attempts: { headers: Record<string, string> }[] };
  expect(receiver.received[0]?.headers).toMatchObject(attempts[0]?.headers ?? { none: true });
  expect(attempts[0]?.headers).toHaveProperty("service-verification");
  expect(Number((await list())[0]?.next_try_at)).toBeGreaterThan(app.services.clock());
});

test("attempts are counted over time, and by address and event, for their own client", async () => {
  const { app, dashboard, receiver } = await failing();
  const { body } = await dashboard.post("webhooks/summary", { period: "day" });
  expect((body.points as object[]).at(-1)).toMatchObject({ delivered: 0, retried: 1 });
  expect(body.places).toEqual([
    {
      ...{ address: receiver.url, webhook: "ITEM:ERROR", attempts: 1, delivered: 0 },
      next_try_at: expect.any(Number),
    },
  ]);
  await app.services.store.clients.add(sampleClient({ secrets: [sampleSecret("their secret")] }));
  const stranger = browser(app);
  await stranger.signIn({ client_id: "client-1", secret: "their secret" });
  expect((await stranger.post("webhooks/summary", {})).body.places).toEqual([]);
  const operator = browser(app);
  await signInOperator(app, operator);
  expect((await operator.post("webhooks/summary", {})).body.places).toMatchObject([
    { address: null, webhook: "ITEM:ERROR", attempts: 1 },
  ]);
});

test("all webhooks that were given up since a time are sent again, and those before are not", async () => {
  const { app, dashboard, receiver, list } = await failing();
  app.advanceClock(25 * HOUR);
  await app.runJobs();
  await dashboard.signIn();
  expect(await list()).toMatchObject([{ state: "given_up", next_try_at: null }]);
  const now = app.services.clock();
  const replay = async (since: number) =>
    (await dashboard.post("webhooks/replay-failed", { since })).body;
  expect(await replay(now - HOUR)).toMatchObject({ replayed: 0, more: false });
  expect(await replay(now - 48 * HOUR)).toMatchObject({ replayed: 1, more: false });
  expect(await replay(0)).toMatchObject({ replayed: 0 });
  receiver.behave((response) => response.writeHead(200).end());
  await app.runJobs();
  expect(await list()).toMatchObject([{ state: "delivered" }]);
});

test("an example of each event is sent to an address, in the shape of its schema", async () => {
  const { app, dashboard } = await signedIn();
  const receiver = await testReceiver();
  const { body } = await dashboard.post("webhooks/examples", { url: receiver.url });
  expect(body.sent).toBe(Object.keys(webhooks).length);
  await app.runJobs();
  const bodies = receiver.received.map((request) => request.body as Record<string, unknown>);
  expect(new Set(bodies.map((body) => `${body.webhook_type}:${body.webhook_code}`))).toEqual(
    new Set(Object.keys(webhooks)),
  );
  for (const { webhook_type, webhook_code, environment: _, item_id: __, ...rest } of bodies) {
    const { schema } = webhooks[`${webhook_type}:${webhook_code}` as keyof typeof webhooks];
    expect([webhook_code, schema.safeParse(rest).success]).toEqual([webhook_code, true]);
  }
});

test.each(["ftp://shop.example", "http://169.254.169.254/", "text"])(
  "no example is sent to %s",
  async (url) => {
    const { app, dashboard } = await signedIn();
    expect((await dashboard.post("webhooks/examples", { url })).body.error_code).toBe(
      "INVALID_FIELD",
    );
    expect(await app.services.store.jobs.count("deliver-webhook")).toBe(0);
  },
);

test("a list of webhooks is narrowed to an event, by time alone, within a state and a client", async () => {
  const { app, dashboard, list } = await failing();
  const { access_token } = await app.link("ins_109508", ["auth"], {
    webhook: "http://localhost:9/hook",
  });
  await app.call("/sandbox/item/fire_webhook", { access_token, webhook_code: "LOGIN_REPAIRED" });
  await app.runJobs();
  const of = async (body: object) =>
    ((await dashboard.post("webhooks", body)).body as Rows).rows.map(({ webhook }) => webhook);
  expect((await list()).map(({ webhook }) => webhook).toSorted()).toEqual([
    ...["ITEM:ERROR", "ITEM:LOGIN_REPAIRED"],
  ]);
  expect(await of({ event: "ITEM:ERROR", sort: "state" })).toEqual(["ITEM:ERROR"]);
  expect(await of({ event: "ITEM:ERROR", state: "delivered" })).toEqual([]);
  expect(await of({ event: "ITEM:NONE" })).toEqual([]);
  expect(await of({ event: "" })).toHaveLength(2);
});
