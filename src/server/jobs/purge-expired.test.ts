import { expect, test } from "vitest";
import { z } from "zod";
import { StatementsAccount } from "../../protocol/statements.ts";
import { testReceiver } from "../../testing/test-app/receiver.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { digest } from "../domain/identifiers.ts";
import { newJob } from "../domain/jobs/job.ts";

const DAY = 86_400_000;

/** Advances the clock by days, and runs each day's due jobs. */
const live = async (
  { advanceClock, runJobs }: Awaited<ReturnType<typeof testApp>>,
  days: number,
) => {
  for (let day = 0; day < days; day++) {
    advanceClock(DAY);
    await runJobs();
  }
};

test("expired rows are deleted after their retention, and others stay", async () => {
  const app = await testApp();
  const { store } = app.services;
  const receiver = await testReceiver();
  const { access_token, public_token } = await app.link("ins_109508", ["auth"], {
    webhook: receiver.url,
  });
  const { tokenDigest } = await app.startLink();
  await app.call("/sandbox/item/fire_webhook", { access_token, webhook_code: "LOGIN_REPAIRED" });
  await app.runJobs();
  const [delivery] = await store.deliveries.latest(1);
  const id = delivery?.delivery.deliveryId ?? "";
  const unknown = newJob(app.services, { name: "deliver-webhook", payload: {}, lane: "lane" });
  await store.jobs.add([unknown]);
  await app.runJobs();

  await live(app, 1);
  expect(await store.sessions.byTokenDigest(tokenDigest)).toBeNull();
  await live(app, 6);
  expect(await store.publicTokens.byDigest(digest(public_token))).not.toBeNull();
  await live(app, 2);
  expect(await store.publicTokens.byDigest(digest(public_token))).toBeNull();
  await live(app, 20);
  expect((await store.deliveries.byId(id))?.state).toBe("delivered");
  // A dead letter's id cannot be reused.
  await store.jobs.add([unknown]);
  expect(await store.jobs.count("deliver-webhook")).toBe(0);
  await live(app, 2);
  expect(await store.deliveries.byId(id)).toBeNull();
  expect(
    await store.deliveries.attempts({
      deliveryId: id,
      createdAt: delivery?.delivery.createdAt ?? 0,
    }),
  ).toEqual([]);
  await store.jobs.add([unknown]);
  expect(await store.jobs.count("deliver-webhook")).toBe(1);
  await app.call("/auth/get", { access_token });
});

test("the document of a statement is deleted after the months of the setting, and fetched again", async () => {
  const app = await testApp({ STATEMENT_MONTHS: "1" });
  const { access_token, item_id } = await app.link("ins_109508", ["statements"]);
  const list = await app.call("/statements/list", { access_token });
  const [{ statement_id = "" } = {}] = z
    .object({ accounts: z.array(StatementsAccount) })
    .parse(list)
    .accounts.flatMap(({ statements }) => statements);
  const download = () =>
    app.post("/statements/download", { ...app.credentials, access_token, statement_id });
  expect((await download()).status).toBe(200);
  const kept = () => app.services.store.statements.document(item_id, statement_id);
  await live(app, 30);
  expect(await kept()).not.toBeNull();
  await live(app, 2);
  expect(await kept()).toBeNull();
  expect(await app.services.store.statements.byId(item_id, statement_id)).not.toBeNull();
});

test("a daily job is pending once for any number of servers", async () => {
  const app = await testApp();
  for (let day = 0; day < 3; day++) {
    await testApp({}, app.folder);
    await testApp({}, app.folder);
    await app.runJobs();
    expect(await app.services.store.jobs.count("forget-old")).toBe(1);
    app.advanceClock(DAY);
  }
});
