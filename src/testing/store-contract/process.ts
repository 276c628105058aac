import { createInterface } from "node:readline";
import type { Store } from "../../server/domain/store.ts";
import { openStore } from "../../server/store/open-store.ts";
import { dialects } from "./dialects.ts";
import {
  NOW,
  RACES,
  raceSession,
  raceToken,
  sampleEvent,
  sampleItem,
  sampleJob,
  USE,
} from "./samples.ts";
import { TEST_CIPHER } from "./test-cipher.ts";

/** An origin that only this process adds. */
const ownOrigin = (n: number): string => `https://shop-${process.pid}-${n}.example`;

/** The tasks of a separate process on the store. The process prints a line only after the fact. */
const tasks = {
  open: async (store: Store) => {
    say(await store.clients.first());
  },

  redeem: async (store: Store) => {
    for (const n of RACES) say(await store.publicTokens.redeem(raceToken(n).digest, NOW));
  },

  connect: async (store: Store) => {
    for (const n of RACES) {
      const step = { at: "credentials", institutionId: "ins_1" } as const;
      const newItem = sampleItem(`${process.pid}-${n}`);
      say(await store.sessions.advance(raceSession(n), { step, newItem: newItem }));
    }
  },

  submit: async (store: Store) => {
    for (const n of RACES)
      say(await store.sessions.claim(raceSession(n), `${process.pid}`, NOW, NOW + 1));
  },

  use: async (store: Store) => {
    // The tasks take opposite orders, in which two transactions could wait for each other.
    const days = Array.from({ length: 20 }, (_, n) => ({
      ...USE,
      day: `2026-01-${10 + n}`,
      count: 1,
    }));
    const own = process.pid % 2 === 0 ? days : days.toReversed();
    for (const _ of RACES) await store.usage.add(own);
  },

  visit: async (store: Store) => {
    const errorCode = process.pid % 2 === 0 ? "ITEM_LOCKED" : "INVALID_CREDENTIALS";
    const events = RACES.map((n) =>
      sampleEvent(`${process.pid}-${n}`, {
        linkSessionId: raceSession(n).linkSessionId,
        errorCode,
      }),
    );
    for (const event of events) await store.traffic.add([{ requests: [], events: [event] }]);
    await store.traffic.add([{ requests: [], events }]);
  },

  rotate: async (store: Store) => {
    for (const n of RACES)
      say(await store.items.rotateAccessToken(sampleItem(`${n}`).item, `rotated-${n}`));
  },

  renewState: async (store: Store) => {
    for (const n of RACES)
      say(await store.connectorStates.replace(`item-${n}`, n % 2, `sealed-${process.pid}`));
  },

  remove: async (store: Store) => {
    for (const n of RACES) say(await store.items.remove(sampleItem(`${n}`).item, NOW));
  },

  claim: async (store: Store) => {
    const claim = { now: NOW, leaseUntil: NOW + 60_000, limit: 3, perLane: 2, busy: new Map() };
    for (let n = 0; n < RACES.length; n++) {
      const jobs = await store.jobs.claim({ ...claim, lease: `${process.pid}-${n}` });
      for (const { jobId } of jobs) say(jobId);
    }
  },

  tell: async (store: Store) => {
    const outage = { kind: "balance", beganAt: NOW, endedAt: null } as const;
    for (const n of RACES) {
      const job = sampleJob(`${process.pid}-${n}`);
      say(await store.outages.begin({ ...outage, institutionId: `ins_${n}` }, [job]));
    }
  },

  append: async (store: Store) => {
    const actor = { kind: "operator", name: `${process.pid}` } as const;
    for (const n of RACES)
      await store.transact(async ({ clients, audit }) => {
        await clients.allowOrigin("client-1", ownOrigin(n), 200);
        const record = { action: "client.allow_origin", subject: "client-1" } as const;
        await audit.append({ at: NOW, actor, ...record });
      });
  },

  allow: async (store: Store) => {
    for (const n of RACES) say(await store.clients.allowOrigin("client-1", ownOrigin(n), 30));
  },

  create: async (store: Store) => {
    for (let n = 0; ; n++) {
      await store.items.create(sampleItem(`${process.pid}-${n}`));
      say(n);
    }
  },
};
export type Task = keyof typeof tasks;

const connect = new Map(Object.entries(dialects)).get(process.argv[2] ?? "")?.open;

process.stdout.write("ready\n");
for await (const line of createInterface({ input: process.stdin })) {
  const [, task = "", address = ""] = /^(\w+) (.*)$/.exec(line) ?? [];
  const run = new Map(Object.entries(tasks)).get(task);
  if (!connect || !run) throw new Error("usage: <dialect>, then a task and an address per line");
  const store = await openStore(connect(address), TEST_CIPHER);
  await run(store);
  await store.close();
  process.stdout.write("done\n");
}

function say(fact: unknown): void {
  process.stdout.write(`${JSON.stringify(fact)}\n`);
}
