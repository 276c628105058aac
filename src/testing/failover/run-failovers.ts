import { setTimeout } from "node:timers/promises";
import { observed, post } from "../traffic/call.ts";
import { KEYS } from "../traffic/keys.ts";
import { createLedger, startUsers } from "../traffic/ledger.ts";
import { createApplication } from "../traffic/link-session.ts";
import type { Cluster } from "./cluster.ts";
import type { Receiver } from "./receiver.ts";
import { startWatch, type Watch } from "./watch.ts";

type Options = {
  cluster: Pick<Cluster, "rejoin" | "connectionsOnStandby">;
  /** The ports of the servers on the cluster. */
  ports: readonly number[];
  receiver: Receiver;
  /** The name of the disturbance. */
  kind: string;
  /** Disturbs the database. Resolves when the database is usable again. */
  disturb: () => Promise<void>;
  rounds: number;
  /** The time of load between a disturbance and the new standby, in ms. */
  settleMs: number;
  /** The number of users of each server. */
  users?: number;
};

/** The results of all rounds of a disturbance: sums of counts, and the longest times in ms. */
export type Outcome = {
  exchanges: number;
  /** Differences from what was acknowledged. */
  faults: string[];
  webhooks: number;
  lostWebhooks: string[];
  internalErrors: number;
  statuses: Record<string, number>;
  /** From the disturbance until the database can be used again. */
  ownMs: number;
  /** The longest time from the end of a disturbance to the last error, in ms. */
  errorsMs: number;
  longestMs: number;
  healthMs: number;
  /**
   * The servers' connections to the standby: at the end of a round, and after a wait for them to
   * close.
   */
  connectionsOnStandby: number;
  connectionsLeft: number;
};

const READ_MS = 20;
const MAX_WAIT_MS = 60_000;

/**
 * Disturbs the database of servers under load in several rounds. Then compares the data with the
 * acknowledged writes.
 */
export const runFailovers = async (options: Options): Promise<Outcome> => {
  const { cluster, ports, receiver, rounds } = options;
  let watch: Watch | undefined;
  const applications = ports.map((port) =>
    createApplication(() => port, {
      retries503: true,
      observe: (status, ms) => watch?.observe(status, ms),
    }),
  );
  const ledgers = applications.map((application, index) =>
    createLedger(application, { site: receiver.siteOf(`${options.kind}-${index}`) }),
  );
  const tokens: string[] = [];
  for (const { link, exchange } of applications) tokens.push((await exchange(await link())) ?? "");
  const outcomes: Outcome[] = [];
  for (let round = 0; round < rounds; round++) {
    watch = startWatch(ports);
    outcomes.push(await runRound(options, watch, ledgers, tokens));
    watch = undefined;
    await cluster.rejoin();
  }
  const webhooks = ledgers.flatMap((ledger) => ledger.webhooks);
  const lostWebhooks = await receiver.missing(webhooks, MAX_WAIT_MS);
  const counts = ledgers.map(({ counts: count }) => count());
  const exchanges = counts.reduce((sum, { sessions, unknown }) => sum + sessions - unknown, 0);
  return { ...outcomes.reduce(combine), exchanges, webhooks: webhooks.length, lostWebhooks };
};

async function runRound(
  { cluster, ports, disturb, settleMs, users = 2 }: Options,
  watch: Watch,
  ledgers: ReturnType<typeof createLedger>[],
  tokens: readonly string[],
): Promise<Outcome> {
  const faults: string[] = [];
  const crowds = ledgers.map(({ work }) => startUsers(work, users));
  const readers = ports.map((port, index) =>
    startUsers(async () => {
      const body = { ...KEYS, access_token: tokens[index] };
      await observed(post(port, "/accounts/get", body), watch.observe).catch(() => {});
      await setTimeout(READ_MS);
    }, 1),
  );
  await setTimeout(Math.random() * 500);
  const beganAt = performance.now();
  await disturb();
  const endedAt = performance.now();
  await setTimeout(settleMs);
  await cluster.rejoin();
  const connectionsOnStandby = await cluster.connectionsOnStandby();
  for (const crowd of [...crowds, ...readers])
    await crowd.end().catch((failure: unknown) => void faults.push(String(failure)));
  await watch.stop();
  let connectionsLeft = connectionsOnStandby;
  for (const late = performance.now() + MAX_WAIT_MS; connectionsLeft > 0; ) {
    if (performance.now() > late) break;
    await setTimeout(100);
    connectionsLeft = await cluster.connectionsOnStandby();
  }
  for (const ledger of ledgers) faults.push(...(await ledger.faults()));
  return {
    exchanges: 0,
    faults,
    webhooks: 0,
    lostWebhooks: [],
    internalErrors: watch.internalErrors(),
    statuses: watch.statuses(),
    ownMs: endedAt - beganAt,
    errorsMs: Math.max(0, (watch.lastErrorAt() ?? 0) - endedAt),
    longestMs: watch.longestMs(),
    healthMs: watch.healthMs(),
    connectionsOnStandby,
    connectionsLeft,
  };
}

const combine = (one: Outcome, other: Outcome): Outcome => ({
  ...one,
  faults: [...one.faults, ...other.faults],
  internalErrors: one.internalErrors + other.internalErrors,
  statuses: Object.fromEntries(
    [...new Set([...Object.keys(one.statuses), ...Object.keys(other.statuses)])].map((status) => [
      status,
      (one.statuses[status] ?? 0) + (other.statuses[status] ?? 0),
    ]),
  ),
  ownMs: Math.max(one.ownMs, other.ownMs),
  errorsMs: Math.max(one.errorsMs, other.errorsMs),
  longestMs: Math.max(one.longestMs, other.longestMs),
  healthMs: Math.max(one.healthMs, other.healthMs),
  connectionsOnStandby: Math.max(one.connectionsOnStandby, other.connectionsOnStandby),
  connectionsLeft: Math.max(one.connectionsLeft, other.connectionsLeft),
});
