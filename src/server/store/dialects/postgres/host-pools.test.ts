import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { startProxy, type TestProxy } from "../../../../testing/postgres/start-proxy.ts";
import { testDatabases } from "../../../../testing/postgres/test-databases.ts";
import { limitStoreWaits } from "../../../domain/store-wait.ts";
import type { Database, Queryable } from "../../tables.ts";
import { postgres } from "../postgres.ts";
import { open } from "./open.ts";

const databases = await testDatabases();

/** A limit in ms that only a silent server exceeds. */
const LIMIT = 1000;

const databaseThrough = async (
  parameters: string,
  options?: Parameters<typeof startProxy>[1],
): Promise<{ proxy: TestProxy; db: Database; address: string }> => {
  const direct = await databases.newDatabase();
  const proxy = await startProxy(direct, options);
  onTestFinished(() => proxy.close());
  const name = /\/([^/?]+)\?/.exec(direct)?.[1] ?? "";
  const address = `${proxy.addressOf(name)}?${parameters}`;
  const db = open(address);
  onTestFinished(() => db.destroy());
  return { proxy, db, address };
};

const read = (db: Queryable) => sql<{ one: number }>`select 1 as one`.execute(db);

/** Runs `work` under limited waits; returns its failure. */
const catchFailure = async (work: () => Promise<unknown>): Promise<Error> => {
  try {
    await limitStoreWaits(LIMIT, work);
  } catch (failure) {
    if (failure instanceof Error) return failure;
  }
  throw new Error("it did not fail");
};

const NO_RESPONSE = `the database has not responded in ${LIMIT} ms`;

/** Each step of a transaction, and its behaviour when the network falls silent. */
const STEPS: [string, (db: Database, proxy: TestProxy) => Promise<unknown>][] = [
  [
    "a statement",
    (db, proxy) => {
      proxy.pause();
      return read(db);
    },
  ],
  [
    "the begin of a transaction",
    (db, proxy) => {
      proxy.pause();
      return db.transact(read);
    },
  ],
  [
    "a statement in a transaction",
    (db, proxy) =>
      db.transact(async (transaction) => {
        await read(transaction);
        proxy.pause();
        return read(transaction);
      }),
  ],
  [
    "a commit",
    (db, proxy) =>
      db.transact(async (transaction) => {
        await read(transaction);
        proxy.pause();
      }),
  ],
];

test.each(STEPS)(
  "%s that gets no response ends with its connection, and with the idle ones",
  async (_, step) => {
    const { proxy, db, address } = await databaseThrough("pool_size=3");
    await Promise.all([read(db), read(db), read(db)]);
    expect(proxy.open()).toBe(3);
    const failure = await catchFailure(() => step(db, proxy));
    expect(failure.message).toContain(NO_RESPONSE);
    expect(postgres.explain(failure, address)?.reason).toContain("took too long");
    proxy.resume();
    await expect.poll(() => proxy.open()).toBe(0);
    expect((await read(db)).rows).toEqual([{ one: 1 }]);
  },
);

test("a rollback that gets no response hides no failure", async () => {
  const { proxy, db } = await databaseThrough("pool_size=1");
  const work = () =>
    db.transact(async (transaction) => {
      await read(transaction);
      proxy.pause();
      throw new Error("mine");
    });
  expect((await catchFailure(work)).message).toBe("mine");
  proxy.resume();
  await expect.poll(() => proxy.open()).toBe(0);
});

test("a wait for a connection is limited as a whole, whether it is busy or cannot be made", async () => {
  const { proxy, db, address } = await databaseThrough("pool_size=1");
  const message = `timeout exceeded: no connection within ${LIMIT} ms`;
  await db.transact(async () => {
    expect((await catchFailure(() => read(db))).message).toBe(message);
  });
  const other = open(address);
  onTestFinished(() => other.destroy());
  proxy.pause();
  expect((await catchFailure(() => read(other))).message).toBe(message);
  proxy.resume();
  expect((await read(other)).rows).toEqual([{ one: 1 }]);
});

test("those that wait for a connection get one once a silent one has ended", async () => {
  const { proxy, db } = await databaseThrough("pool_size=1");
  await read(db);
  proxy.pause();
  const first = catchFailure(() => read(db));
  const second = limitStoreWaits(60_000, () => read(db));
  expect((await first).message).toContain(NO_RESPONSE);
  proxy.resume();
  expect((await second).rows).toEqual([{ one: 1 }]);
});

const SOURCE = sql<{ source: string }>`
  select source from pg_settings where name = 'tcp_user_timeout'`;

test("the server is asked to give up on a client that is gone", async () => {
  const { db } = await databaseThrough("options=-c%20geqo=off");
  expect((await SOURCE.execute(db)).rows).toEqual([{ source: "client" }]);
  expect((await sql`show geqo`.execute(db)).rows).toEqual([{ geqo: "off" }]);
});

test("a pooler that refuses a startup with options gets one without", async () => {
  const refusal = Buffer.from("SFATAL\0C08P01\0Munsupported startup parameter: options\0\0");
  const head = Buffer.alloc(5, "E");
  head.writeInt32BE(refusal.length + 4, 1);
  let refusals = 0;
  const refuse = (startup: Buffer) => {
    if (!startup.includes("tcp_user_timeout")) return null;
    refusals += 1;
    return Buffer.concat([head, refusal]);
  };
  const { db } = await databaseThrough("pool_size=2", { refuse });
  const answers = await Promise.all([SOURCE.execute(db), SOURCE.execute(db), SOURCE.execute(db)]);
  expect(answers.map(({ rows }) => rows)).toEqual([1, 2, 3].map(() => [{ source: "default" }]));
  expect(refusals).toBeGreaterThan(0);
  const before = refusals;
  await SOURCE.execute(db);
  expect(refusals).toBe(before);
});
