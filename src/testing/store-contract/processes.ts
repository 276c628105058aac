import { fileURLToPath } from "node:url";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { verifyAuditLog } from "../../server/domain/audit/verify-audit-log.ts";
import { buildProgram } from "../build-program.ts";
import type { ContractContext } from "./contract-context.ts";
import type { Task } from "./process.ts";
import {
  NOTHING,
  NOW,
  RACES,
  raceSession,
  raceToken,
  sampleClient,
  sampleItem,
  sampleJob,
  tracesOf,
  USE,
  whole,
} from "./samples.ts";
import { startProcess } from "./start-process.ts";

const PROGRAM = fileURLToPath(new URL("./process.ts", import.meta.url));

/** The contract of every store that several processes open. */
export const processesContract = ({
  dialect,
  newDatabase,
  migratedDatabase,
  open,
}: ContractContext): void => {
  let program = "";
  let racers: Awaited<ReturnType<typeof startProcess>>[] = [];
  beforeAll(async () => {
    const { file, remove } = await buildProgram(PROGRAM);
    program = file;
    racers = await Promise.all([start(), start()]);
    return async () => {
      for (const { kill } of racers) kill();
      await remove();
    };
  });

  const start = () => startProcess(program, dialect);

  /**
   * Makes two processes run a task each on one database at the same time. Returns the lines of each
   * process.
   */
  const race = (address: string, ...tasks: [Task, Task]) =>
    Promise.all(
      racers.map(async ({ pid, run }, n) => ({
        pid,
        said: await run(tasks[n] ?? tasks[0], address),
      })),
    );

  test("processes that open an empty database at once all succeed", async () => {
    const others = await Promise.all([start(), start()]);
    onTestFinished(() => {
      for (const { kill } of others) kill();
    });
    for (const _ of RACES.slice(0, 6)) {
      const address = await newDatabase();
      const answers = await Promise.all(
        [...racers, ...others].map(({ run }) => run("open", address)),
      );
      expect(answers).toEqual(Array(4).fill(["null"]));
    }
  });

  test("only one of two processes that redeem a public token succeeds", async () => {
    const address = await migratedDatabase();
    const store = await open(address);
    await store.clients.add(sampleClient());
    await store.items.create(sampleItem("1"));
    for (const n of RACES) await store.publicTokens.issue(raceToken(n));

    const answers = await race(address, "redeem", "redeem");
    for (const n of RACES)
      expect(answers.map(({ said }) => said[n]).toSorted()).toEqual(["false", "true"]);
  });

  test("only one of two processes that connect a session succeeds; the other leaves nothing", async () => {
    const address = await migratedDatabase();
    const store = await open(address);
    await store.clients.add(sampleClient());
    for (const n of RACES) await store.sessions.start(raceSession(n));

    const answers = await race(address, "connect", "connect");
    for (const n of RACES) {
      expect(answers.map(({ said }) => said[n]).toSorted()).toEqual(["false", "true"]);
      for (const { pid, said } of answers) {
        const newItem = sampleItem(`${pid}-${n}`);
        const rest = said[n] === "true" ? whole(newItem) : NOTHING;
        expect(await tracesOf(store, newItem)).toEqual(rest);
      }
    }
    expect(await store.institutions.liveItems("ins_1")).toBe(RACES.length);
    expect(await store.clients.all()).toMatchObject([{ liveItems: RACES.length }]);
  });

  test("only one of two processes that submit in a session at once may", async () => {
    const address = await migratedDatabase();
    const store = await open(address);
    await store.clients.add(sampleClient());
    for (const n of RACES) await store.sessions.start(raceSession(n));

    const answers = await race(address, "submit", "submit");
    for (const n of RACES)
      expect(answers.map(({ said }) => said[n]).toSorted()).toEqual(["false", "true"]);
  });

  test("concurrent counts of two processes add up", async () => {
    const address = await migratedDatabase();
    const store = await open(address);
    await race(address, "use", "use");
    expect(await store.usage.totals("2026-01-01", "2026-02-01")).toEqual([
      { clientId: USE.clientId, product: USE.product, items: 1, calls: 2 * RACES.length * 20 },
    ]);
  });

  test("a use of Link that two processes write at once counts once", async () => {
    const address = await newDatabase();
    const store = await open(address);
    await store.clients.add(sampleClient());
    for (const n of RACES) await store.sessions.start(raceSession(n));
    await race(address, "visit", "visit");
    for (const clientId of [null, "client-1"]) {
      const { steps, errors } = await store.traffic.funnel(clientId, NOW);
      expect(steps).toContainEqual({ reached: "opened", count: RACES.length });
      expect([...errors.values()].reduce((sum, count) => sum + count, 0)).toBe(RACES.length);
    }
  });

  test("two processes that add origins at once lose none, and pass no limit", async () => {
    const address = await migratedDatabase();
    const store = await open(address);
    await store.clients.add(sampleClient({ allowedOrigins: [] }));

    const answers = await race(address, "allow", "allow");
    const additions = answers.flatMap(({ pid, said }) =>
      RACES.filter((n) => said[n] === "true").map((n) => `https://shop-${pid}-${n}.example`),
    );
    expect(additions).toHaveLength(Math.min(2 * RACES.length, 30));
    expect((await store.clients.first())?.allowedOrigins.toSorted()).toEqual(additions.toSorted());
  });

  test("concurrent audit entries of two processes form one chain, and none is lost", async () => {
    const address = await migratedDatabase();
    const store = await open(address);
    await store.clients.add(sampleClient({ allowedOrigins: [] }));

    await race(address, "append", "append");
    const sequence = 2 * RACES.length;
    expect(await verifyAuditLog(store.audit)).toMatchObject({ holds: true, head: { sequence } });
    expect((await store.clients.first())?.allowedOrigins).toHaveLength(sequence);
  });

  test("only one of a rotation and a removal by two processes succeeds, and no token opens a removed Item", async () => {
    const address = await migratedDatabase();
    const { clients, items } = await open(address);
    await clients.add(sampleClient());
    for (const n of RACES) await items.create(sampleItem(`${n}`));

    const [rotating, removing] = await race(address, "rotate", "remove");
    for (const n of RACES) {
      const isRotated = rotating?.said[n] === "true";
      expect(removing?.said[n]).toBe(`${!isRotated}`);
      const item = await items.findByAccessToken(`rotated-${n}`);
      expect(item === null).toBe(!isRotated);
      expect((await items.byItemId(`item-${n}`))?.removedAt === null).toBe(isRotated);
    }
  });

  test("only one of two processes that replace a connector's state at once succeeds, and its state stays", async () => {
    const address = await migratedDatabase();
    const { clients, items, connectorStates } = await open(address);
    await clients.add(sampleClient());
    for (const n of RACES) {
      const sealedState = n % 2 === 0 ? null : "sealed";
      await items.create({ ...sampleItem(`${n}`), sealedState });
    }

    const answers = await race(address, "renewState", "renewState");
    for (const n of RACES) {
      expect(answers.map(({ said }) => said[n]).toSorted()).toEqual(["false", "true"]);
      const winner = answers.find(({ said }) => said[n] === "true");
      expect(await connectorStates.byItemId(`item-${n}`)).toEqual({
        sealed: `sealed-${winner?.pid}`,
        revision: (n % 2) + 1,
      });
    }
  });

  test("two processes that claim jobs at once never claim the same one", async () => {
    const address = await migratedDatabase();
    const store = await open(address);
    const all = RACES.flatMap((n) => [`${n}-a`, `${n}-b`]);
    await store.jobs.add(all.map((name, n) => sampleJob(name, { lane: `lane-${n % 5}` })));

    const claims = (await race(address, "claim", "claim")).flatMap((answer) => answer.said);
    expect(claims.toSorted()).toEqual(all.map((name) => JSON.stringify(`job-${name}`)).toSorted());
  });

  test("only one of two processes that see an outage begin reports it", async () => {
    const address = await migratedDatabase();
    const store = await open(address);
    const answers = await race(address, "tell", "tell");
    for (const n of RACES)
      expect(answers.map(({ said }) => said[n]).toSorted()).toEqual(["false", "true"]);
    expect(await store.jobs.count("sample")).toBe(RACES.length);
  });
};
