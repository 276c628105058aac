import { expect, onTestFinished, test } from "vitest";
import { testReceiver } from "../../testing/test-app/receiver.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { printedBy, runCli } from "../run-cli.fixture.ts";

/** An app with an Item, a receiver of the Item's webhooks, and the command's output about them. */
const setup = async () => {
  const app = await testApp();
  const receiver = await testReceiver();
  const { access_token, item_id } = await app.link("ins_109508", ["auth"], {
    webhook: `${receiver.url}?secret=1`,
  });
  const { clock } = app.services;
  const run = (...args: string[]): Promise<string> =>
    printedBy(["webhooks", ...args, "--data", app.folder], { clock });
  const fire = () =>
    app.call("/sandbox/item/fire_webhook", { access_token, webhook_code: "ERROR" });
  const lastId = async () => {
    const [last] = await app.services.store.deliveries.latest(1);
    return last?.delivery.deliveryId ?? "";
  };
  return { app, receiver, run, fire, lastId, item_id, clock };
};

test("a sent webhook is listed with its response, and waiting ones are counted", async () => {
  const { app, receiver, run, fire, lastId } = await setup();
  expect(await run("list")).toBe("No webhook was sent yet\n");
  await fire();
  expect(await run("list")).toBe("No webhook was sent yet\n\n1 waits to be sent or tried again\n");
  await app.runJobs();
  app.advanceClock(1000);
  receiver.behave((response) => response.writeHead(503).end("busy"));
  await fire();
  await app.runJobs();
  const lines = (await run("list")).split("\n");
  expect(lines[0]).toMatch(/^created +webhook +state +tries +last answer +id$/);
  expect(lines[2]).toMatch(/^2026-01-15 12:00:01Z +ITEM:ERROR +waiting +1 +503 in \d+ ms/);
  expect(lines[2]).toContain(await lastId());
  expect(lines[3]).toMatch(/^2026-01-15 12:00:00Z +ITEM:ERROR +delivered +1 +200 in \d+ ms/);
  expect(lines.slice(4)).toEqual(["", "1 waits to be sent or tried again", ""]);
  expect((await run("list", "--count", "1")).split("\n")).toHaveLength(6);
});

test("a webhook is shown whole, without tokens and terminal control characters", async () => {
  const { app, receiver, run, lastId, item_id } = await setup();
  const token = "access-sandbox-5d5f6c9c-5b0a-4c3e-9a53-0f6f3a1c2b7d";
  receiver.behave((response) => response.writeHead(400).end(`no\u001b[2J ${token}`));
  const recipient = { clientId: app.client.clientId, webhook: `${receiver.url}?secret=1` };
  const event = { linkSessionId: "session", linkToken: token, publicToken: token };
  await app.services.store.jobs.add(
    app.services.webhooks.forClient(recipient, { name: "LINK:ITEM_ADD_RESULT", ...event }),
  );
  await app.runJobs();
  const details = await run("show", await lastId());
  expect(details).toContain("webhook   LINK:ITEM_ADD_RESULT\n");
  expect(details).toContain('"public_token": "access-sandbox-…"');
  expect(details).toMatch(
    /tries {5}1\n {2}2026-01-15 12:00:00Z {2}400 in \d+ ms\n {4}no\\u001b\[2J access/,
  );
  for (const secret of [token, "secret=1", "\u001b"]) expect(details).not.toContain(secret);
  expect(details).not.toContain(item_id);
});

test("a webhook that was delivered or given up is sent again under its id, and a waiting one is not", async () => {
  const { app, receiver, run, fire, lastId } = await setup();
  await fire();
  await app.runJobs();
  const id = await lastId();
  expect(await run("replay", id)).toContain("ITEM:ERROR is sent again");
  await expect(run("replay", id)).rejects.toThrow("still being tried");
  await app.runJobs();
  expect(receiver.received.map(({ headers }) => headers["service-webhook-id"])).toEqual([id, id]);
  await expect(run("replay", "nobody")).rejects.toThrow("there is no webhook nobody");
});

test("each webhook is printed as it is sent, and forwarded once", async () => {
  const { app, receiver, fire, clock } = await setup();
  await fire();
  await app.runJobs();
  const local = await testReceiver();
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const output: string[] = [];
  let onReady = () => {};
  const out = (text: string) => {
    output.push(text);
    onReady();
  };
  const lines = async (count: number) => {
    while (output.length < count)
      await new Promise<void>((resolve) => {
        onReady = resolve;
      });
  };
  const end = runCli(["webhooks", "tail", "--forward", local.url, "--data", app.folder], {
    out,
    clock,
    stopSignal: () => stop.signal,
  });
  await lines(1);
  expect(output[0]).toBe(`Waiting for webhooks, to forward to ${local.url}\n`);
  receiver.behave((response) => response.writeHead(500).end());
  await fire();
  await app.runJobs();
  await lines(3);
  expect(output[1]).toMatch(/ITEM:ERROR {2}→ http:.*\/hook\?… {2}500 in \d+ ms/);
  expect(output[2]).toMatch(/^ {2}forwarded: 200 in \d+ ms\n$/);
  receiver.behave((response) => response.end());
  app.advanceClock(20_000);
  await app.runJobs();
  await lines(4);
  expect(output[3]).toMatch(/200 in \d+ ms {2}\(try 2\)/);
  stop.abort();
  await end;
  expect(local.received).toHaveLength(1);
  expect(local.received[0]?.text).toBe(receiver.received[1]?.text);
  expect(output).toHaveLength(4);
});

test("an impossible action on webhooks is refused with the possible ones", async () => {
  const { run } = await setup();
  await expect(run("send")).rejects.toThrow("there are list, show, replay, tail");
  await expect(run("show")).rejects.toThrow("webhooks show [options] <ID>");
  await expect(run("list", "--count", "0")).rejects.toThrow("--count must be a number");
  await expect(run("tail", "--forward", "nowhere")).rejects.toThrow("--forward must be a URL");
});
