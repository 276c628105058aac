import { describe, expect, test } from "vitest";
import { testReceiver } from "../../testing/test-app/receiver.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { deliveryJob } from "../webhooks/delivery-job.ts";
import { jobKinds } from "./index.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** An app with an Item and a receiver, without its earlier webhooks. */
const setup = async () => {
  const app = await testApp();
  const receiver = await testReceiver();
  const { access_token, item_id } = await app.link("ins_109508", ["auth"], {
    webhook: receiver.url,
  });
  await app.runJobs();
  receiver.received.length = 0;
  const fire = (webhook_code = "NEW_ACCOUNTS_AVAILABLE") =>
    app.call("/sandbox/item/fire_webhook", { access_token, webhook_code });
  /** Advances the clock step by step, and runs the due jobs. */
  const live = async (ms: number, step = MINUTE) => {
    for (let time = 0; time < ms; time += step) {
      await app.runJobs();
      app.advanceClock(step);
    }
    await app.runJobs();
  };
  const only = async () => {
    const [last] = await app.services.store.deliveries.latest(1);
    if (!last) throw new Error("nothing was delivered");
    return last;
  };
  return { app, receiver, fire, live, only, access_token, item_id };
};

const toId = ({ headers }: { headers: Record<string, unknown> }) => headers["service-webhook-id"];

describe("a webhook", () => {
  test("a webhook is sent once to a receiver that accepts it", async () => {
    const { receiver, fire, live, only, item_id, app, access_token } = await setup();
    await fire();
    await live(25 * HOUR, HOUR);
    expect(receiver.received.map(({ body }) => body)).toEqual([
      {
        webhook_type: "ITEM",
        webhook_code: "NEW_ACCOUNTS_AVAILABLE",
        item_id,
        error: null,
        environment: "sandbox",
      },
    ]);
    expect(await only()).toMatchObject({
      tries: 1,
      delivery: { state: "delivered", url: receiver.url, itemId: item_id },
      attempt: { status: 200, failure: null, excerpt: "thank you" },
    });
    const { status } = await app.call("/item/get", { access_token });
    expect(status).toMatchObject({ last_webhook: { code_sent: "NEW_ACCOUNTS_AVAILABLE" } });
  });

  test("a retry planned while the clock ran 3 hours ahead comes once the clock is right", async () => {
    const { app, receiver, fire } = await setup();
    receiver.behave((response) => response.writeHead(500).end("no"));
    app.advanceClock(3 * HOUR);
    await fire();
    await app.runJobs();
    expect(receiver.received).toHaveLength(1);
    receiver.behave((response) => response.writeHead(204).end());
    app.advanceClock(-3 * HOUR);
    await app.runJobs();
    expect(receiver.received).toHaveLength(1);
    app.advanceClock(MINUTE);
    await app.runJobs();
    expect(receiver.received).toHaveLength(2);
  });

  test("a refused webhook is retried with backoff under the same id", async () => {
    const { receiver, fire, live, only } = await setup();
    receiver.behave((response) => response.writeHead(500).end("no"));
    await fire();
    await live(HOUR, 1000);
    const attemptCount = receiver.received.length;
    expect(attemptCount).toBeGreaterThanOrEqual(7);
    expect(attemptCount).toBeLessThanOrEqual(11);
    receiver.behave((response) => response.writeHead(204).end());
    await live(3 * HOUR);
    expect(receiver.received).toHaveLength(attemptCount + 1);
    expect(new Set(receiver.received.map(toId)).size).toBe(1);
    expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1);
    expect(await only()).toMatchObject({
      tries: attemptCount + 1,
      delivery: { state: "delivered" },
    });
  });

  test.each([300, 302, 400, 404, 410, 429, 503])(
    "a webhook is not accepted by a %i",
    async (status) => {
      const { receiver, fire, live, only } = await setup();
      receiver.behave((response) => response.writeHead(status, { location: "/elsewhere" }).end());
      await fire();
      await live(0);
      expect(await only()).toMatchObject({ delivery: { state: "waiting" } });
      await live(MINUTE, 1000);
      expect(receiver.received.length).toBeGreaterThan(1);
    },
  );

  test("a webhook whose job crashes is given up, and can be replayed", async () => {
    const { app, receiver, fire, only } = await setup();
    const { store, clock } = app.services;
    const deadLease = () => ({ now: clock(), lease: `at ${clock()}`, leaseUntil: clock() });
    await fire();
    for (let claims = 0; claims < 2; claims++)
      await store.jobs.claim({ ...deadLease(), limit: 100, perLane: 100, busy: new Map() });
    for (let losses = 0; losses < 3; losses++) {
      expect((await store.jobs.claimSuspect(deadLease()))?.name).toBe("deliver-webhook");
      await app.runJobs();
      app.advanceClock(5 * MINUTE);
    }
    expect(receiver.received).toEqual([]);
    const last = await only();
    expect(last).toMatchObject({
      delivery: { state: "given_up", nextTryAt: null },
      attempt: { status: null, failure: "the process that sent it ended" },
    });
    const { delivery } = last;
    await store.deliveries.replay(delivery, clock(), [deliveryJob(app.services, delivery)]);
    await app.runJobs();
    expect(receiver.received.map(toId)).toEqual([delivery.deliveryId]);
    expect((await only()).delivery.state).toBe("delivered");
  });

  test("a webhook is given up a day after the first attempt, and can be replayed", async () => {
    const { app, receiver, fire, live, only } = await setup();
    receiver.behave((response) => response.writeHead(500).end());
    await fire();
    await live(24 * HOUR - MINUTE);
    expect(await only()).toMatchObject({ delivery: { state: "waiting" } });
    const before = receiver.received.length;
    await live(2 * MINUTE);
    expect(await only()).toMatchObject({ delivery: { state: "given_up" }, tries: before + 1 });
    await live(48 * HOUR, HOUR);
    expect(receiver.received).toHaveLength(before + 1);

    receiver.behave((response) => response.end());
    const { delivery } = await only();
    const { store, clock } = app.services;
    const jobs = [deliveryJob(app.services, delivery)];
    expect(await store.deliveries.replay(delivery, clock(), jobs)).toBe(true);
    await live(0);
    expect(receiver.received).toHaveLength(before + 2);
    expect(new Set(receiver.received.map(toId)).size).toBe(1);
    expect(await only()).toMatchObject({ delivery: { state: "delivered" } });
  });

  test("a webhook reaches a receiver that was down for a while", async () => {
    const { receiver, fire, live, only } = await setup();
    await receiver.close();
    await fire();
    await live(10 * MINUTE);
    expect(await only()).toMatchObject({
      attempt: { status: null },
      delivery: { state: "waiting" },
    });
    const back = await testReceiver(receiver.port);
    await live(HOUR);
    expect(back.codes()).toEqual(["ITEM:NEW_ACCOUNTS_AVAILABLE"]);
  });

  test("a delivered webhook is not sent again when its job is retried", async () => {
    const { app, receiver, fire } = await setup();
    const { store, clock } = app.services;
    await fire();
    const claim = { limit: 10, perLane: 10, busy: new Map() };
    const [job] = await store.jobs.claim({
      ...claim,
      now: clock(),
      lease: "one that dies",
      leaseUntil: clock() + 30_000,
    });
    if (!job) throw new Error("the webhook is due");
    const kind = jobKinds.find(({ name }) => name === job.name);
    await kind?.run(job.payload, { ...app.services, job });
    expect(receiver.received).toHaveLength(1);
    app.advanceClock(30_000);
    expect(await app.runJobs()).toBe(1);
    expect(receiver.received).toHaveLength(1);
  });

  test("a stored delivery reveals neither its body nor the tokens in a response", async () => {
    const { app, receiver, only } = await setup();
    const token = "public-sandbox-5d5f6c9c-5b0a-4c3e-9a53-0f6f3a1c2b7d";
    receiver.behave((response) => response.end(`{"echo":"${token}"}`));
    const { clientId } = app.client;
    const recipient = { clientId, webhook: receiver.url };
    await app.services.store.jobs.add(
      app.services.webhooks.forClient(recipient, {
        name: "LINK:ITEM_ADD_RESULT",
        linkSessionId: "session",
        linkToken: "link-sandbox-5d5f6c9c-5b0a-4c3e-9a53-0f6f3a1c2b7d",
        publicToken: token,
      }),
    );
    await app.runJobs();
    expect(receiver.received[0]?.body).toMatchObject({ public_token: token });
    const { delivery, attempt } = await only();
    expect(JSON.stringify(delivery)).not.toContain("0f6f3a1c2b7d");
    expect(attempt?.excerpt).toBe('{"echo":"public-sandbox-…"}');
  });

  test("a slow receiver does not delay the webhooks of another", async () => {
    const { app, receiver, fire } = await setup();
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    receiver.behave((response) => void gate.then(() => response.end()));
    const other = await testReceiver();
    const { access_token } = await app.link("ins_109508", ["auth"], { webhook: other.url });
    for (let n = 0; n < 20; n++) await fire();
    app.worker.start();
    await app.call("/sandbox/item/fire_webhook", { access_token, webhook_code: "ERROR" });
    const arrival = async () => {
      while (other.received.length === 0) await new Promise((resolve) => setImmediate(resolve));
    };
    await arrival();
    expect(receiver.received.length).toBeLessThanOrEqual(8);
    release();
    while (receiver.received.length < 20) await new Promise((resolve) => setImmediate(resolve));
  });
});
