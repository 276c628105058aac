import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { buildProgram } from "../../testing/build-program.ts";
import { testReceiver } from "../../testing/test-app/receiver.ts";
import { testApp } from "../../testing/test-app/test-app.ts";

const WORKER = fileURLToPath(new URL("../../testing/test-app/worker.ts", import.meta.url));

/** The maximum width of the receiver's lane, which it reaches by fast responses. */
const WIDEST_LANE = 32;
/**
 * Set WORKER_KILLS=100 for more. A kill hits some deliveries in progress, and some recorded ones.
 */
const KILLS = Number(process.env.WORKER_KILLS ?? 4);
const WEBHOOKS = 50 * KILLS;
/** Long enough that a slow worker keeps its lease. */
const LEASE_MS = 3000;

test(`${WEBHOOKS} webhooks survive ${KILLS} kills of the worker, and no stored delivery is sent again`, {
  // The time limit only ends hanging tests.
  timeout: 600_000,
}, async () => {
  const { file, remove } = await buildProgram(WORKER);
  onTestFinished(remove);
  const { services, folder, client, advanceClock } = await testApp();
  // The other processes use real time.
  advanceClock(Date.now() - services.clock());
  const receiver = await testReceiver();
  const { store, webhooks } = services;
  const recipient = { clientId: client.clientId, webhook: receiver.url };

  const arrivals = new Map<string, number>();
  const tooLate: string[] = [];
  let enough = { count: Number.POSITIVE_INFINITY, reached: () => {} };
  receiver.behave(async (response, { headers }) => {
    const id = String(headers["service-webhook-id"]);
    if ((await store.deliveries.byId(id))?.state === "delivered") tooLate.push(id);
    arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
    response.end();
    if (arrivals.size >= enough.count) enough.reached();
  });
  const arrivalOf = (count: number) =>
    new Promise<void>((resolve) => {
      enough = { count, reached: resolve };
      if (arrivals.size >= count) resolve();
    });

  const jobs = Array.from({ length: WEBHOOKS }, (_, n) =>
    webhooks.forClient(recipient, {
      name: "ASSETS:PRODUCT_READY",
      assetReportId: `report-${n}`,
      reportType: "FULL",
    }),
  ).flat();
  await store.jobs.add(jobs);
  const ids = jobs.map(({ payload }) => String(payload.delivery_id));

  const start = () => {
    const child = spawn(process.execPath, [file, folder, String(LEASE_MS)], {
      stdio: ["ignore", "inherit", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    return child;
  };
  for (let kill = 1; kill <= KILLS; kill++) {
    const child = start();
    await arrivalOf((kill * WEBHOOKS) / (KILLS + 2));
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  const last = start();
  await arrivalOf(WEBHOOKS);
  while ((await store.jobs.count("deliver-webhook")) > 0)
    await new Promise((resolve) => setTimeout(resolve, 50));
  last.kill("SIGKILL");

  expect([...arrivals.keys()].toSorted()).toEqual(ids.toSorted());
  expect(tooLate).toEqual([]);
  for (const id of ids) expect((await store.deliveries.byId(id))?.state).toBe("delivered");
  // A kill repeats only webhooks in progress.
  const twice = [...arrivals.values()].reduce((sum, times) => sum + times - 1, 0);
  expect(twice).toBeLessThanOrEqual(KILLS * WIDEST_LANE);
});
