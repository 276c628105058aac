import { beforeAll, expect, onTestFinished, test } from "vitest";
import { startCluster } from "../../testing/failover/cluster.ts";
import { DISTURBANCES, type Disturbance } from "../../testing/failover/disturbances.ts";
import { startReceiver } from "../../testing/failover/receiver.ts";
import { runFailovers } from "../../testing/failover/run-failovers.ts";
import { buildCommand } from "../../testing/test-command.ts";
import { newFolder, serve } from "../../testing/traffic/serve.ts";

/** The rounds of each disturbance. `npm run bench -- failover` measures with more rounds. */
const ROUNDS = 3;
const TIMES = { noticeMs: 300, silenceMs: 7000, restartMs: 300, lagMs: 0 };

beforeAll(buildCommand);

test("nothing acknowledged is lost, and nothing fails by itself, while the primary dies, moves or cannot be reached", {
  timeout: 600_000,
}, async (context) => {
  if (process.platform !== "linux") return context.skip("processes are found on Linux alone");
  const cluster = await startCluster();
  onTestFinished(() => cluster.stop());
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const data = newFolder();
  const ports: number[] = [];
  for (const DATABASE_URL of Object.values(cluster.addresses))
    ports.push((await serve(data, [], { DATABASE_URL })).port);
  for (const kind of Object.keys(DISTURBANCES) as Disturbance[]) {
    const disturb = () => DISTURBANCES[kind](cluster, TIMES);
    const options = { cluster, ports, receiver, kind, disturb, rounds: ROUNDS, settleMs: 500 };
    const outcome = await runFailovers({ ...options, users: 1 });
    expect({ kind, ...outcome }).toMatchObject({
      kind,
      faults: [],
      lostWebhooks: [],
      internalErrors: 0,
      connectionsLeft: 0,
    });
  }
});
