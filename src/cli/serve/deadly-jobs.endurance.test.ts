import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { testReceiver } from "../../testing/test-app/receiver.ts";
import { buildCommand } from "../../testing/test-command.ts";
import { createApplication } from "../../testing/traffic/link-session.ts";
import { newFolder, serve } from "../../testing/traffic/serve.ts";

beforeAll(buildCommand);

const INNOCENTS = 100;
const DEADLY = ["spin", "hog", "kill"];

/** The maximum heap of a process, in MB. A low limit makes a memory leak end the process soon. */
const MAX_HEAP_MB = 256;

/**
 * Each process of the server loads this module. A webhook whose path names a fault triggers the
 * fault within its job. Each process first writes its id and the fault.
 */
const deedsModule = (log: string) => `
import { subscribe } from "node:diagnostics_channel";
import { appendFileSync } from "node:fs";

const DEEDS = {
  spin: () => { for (;;); },
  hog: () => { for (const all = []; ; ) all.push(Array.from({ length: 10_000 }, (_, n) => String(n))); },
  kill: () => process.kill(process.pid, "SIGKILL"),
};
subscribe("undici:request:create", ({ request }) => {
  const deed = DEEDS[request.path.slice(1)];
  if (!deed) return;
  appendFileSync(${JSON.stringify(log)}, process.pid + " " + request.path.slice(1) + "\\n");
  deed();
});
`;

test("service-link serve puts webhooks aside that end its processes, and sends a hundred others", {
  timeout: 1_200_000,
}, async () => {
  const folder = newFolder();
  const receiver = await testReceiver();
  const origin = `http://127.0.0.1:${receiver.port}`;
  const first = await serve(folder, ["--no-worker"]);
  const { call } = createApplication(() => first.port);
  const itemWith = async (path: string): Promise<string> => {
    const { public_token } = await call("/sandbox/public_token/create", {
      ...{ institution_id: "ins_109508", initial_products: ["auth"] },
      options: { webhook: `${origin}/${path}` },
    });
    return String((await call("/item/public_token/exchange", { public_token })).access_token);
  };
  const fire = (access_token: string) =>
    call("/sandbox/item/fire_webhook", { access_token, webhook_code: "ERROR" });
  const innocent = await itemWith("innocent");
  const deadly = await Promise.all(DEADLY.map(itemWith));
  for (let at = 0; at < INNOCENTS; at++) {
    await fire(innocent);
    const one = deadly[at / 20 - 1];
    if (one) await fire(one);
  }
  expect(await first.stop()).toBe(0);

  const log = join(folder, "deeds.log");
  const deeds = join(folder, "deeds.mjs");
  writeFileSync(deeds, deedsModule(log));
  const server = await serve(folder, ["--processes", "2"], {
    NODE_OPTIONS: `--import ${deeds} --max-old-space-size=${MAX_HEAP_MB}`,
  });
  const database = new SQLite(join(folder, "service-link.db"));
  onTestFinished(() => void database.close());
  database.pragma("busy_timeout = 10000");
  const begun = (): { pid: number; kind: string }[] =>
    (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : []).map((line) => {
      const [pid = "", kind = ""] = line.split(" ");
      return { pid: Number(pid), kind };
    });
  // The time of leases and of pauses passes at once.
  const endLeases = database.prepare("update job set lease_until = 1 where lease is not null");
  const endPauses = database.prepare(
    "update job set due_at = 1 where losses_alone is not null and lease is null and due_at > 1",
  );
  const dead = new Set<number>();
  const passTime = (): void => {
    const last = begun().at(-1)?.pid;
    if (last !== undefined && !dead.has(last) && !isAlive(last)) {
      dead.add(last);
      endLeases.run();
    }
    endPauses.run();
  };
  const putAside = database.prepare<[], { payload: string; losses: number | null }>(
    "select payload, losses_alone as losses from job where given_up_at is not null",
  );
  const suspects = database
    .prepare<[], number>(
      "select count(*) from job where losses_alone is not null and given_up_at is null",
    )
    .pluck();
  await expect
    .poll(
      () => {
        passTime();
        return [putAside.all().length, suspects.get(), arrived(receiver.received).size];
      },
      { timeout: 1_100_000, interval: 50 },
    )
    .toEqual([DEADLY.length, 0, INNOCENTS]);

  for (const { losses } of putAside.all()) expect(losses).toBe(3);
  const paths = putAside.all().map(({ payload }) => new URL(JSON.parse(payload).url).pathname);
  expect(paths.toSorted()).toEqual(DEADLY.map((kind) => `/${kind}`).toSorted());
  for (const kind of DEADLY) {
    const starts = begun().filter((each) => each.kind === kind).length;
    // Another job may have ended the process before this job's first turn.
    expect(starts, kind).toBeGreaterThanOrEqual(3);
    expect(starts, kind).toBeLessThanOrEqual(4);
  }
  expect(server.log()).toContain("the event loop stood still for 60 seconds");
  expect((await fetch(`http://127.0.0.1:${server.port}/healthz`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
});

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** The received webhooks. A webhook whose process ended may arrive again. */
const arrived = (received: readonly { headers: IncomingHttpHeaders }[]) =>
  new Set(received.map(({ headers }) => headers["service-webhook-id"]));
