import { join } from "node:path";
import SQLite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { createReadiness } from "./health.ts";

const SECOND = 1000;

type App = Awaited<ReturnType<typeof testApp>>;

const get = async ({ request }: App, url: string) => {
  const { statusCode: status, headers, body } = await request({ url });
  return { status, headers, body: JSON.parse(body) };
};

test("a server is alive and ready, without keys", async () => {
  const app = await testApp();
  expect(await get(app, "/healthz")).toMatchObject({
    status: 200,
    headers: { "cache-control": "no-store" },
    body: { status: "alive" },
  });
  expect(await get(app, "/readyz")).toMatchObject({
    status: 200,
    body: { status: "ready", parts: { store: "ok", schema: "ok", draining: "ok" } },
  });
});

test("a store that a newer version has migrated is ready, one that lacks a change is not", async () => {
  const app = await testApp();
  const database = new SQLite(join(app.folder, "service-link.db"));
  onTestFinished(() => void database.close());
  database.exec("insert into kysely_migration values ('9999-later', '2030-01-01')");
  expect(await get(app, "/readyz")).toMatchObject({ status: 200 });
  database.exec("delete from kysely_migration where name = '0001-first-release'");
  expect(await get(app, "/readyz")).toMatchObject({ status: 200 });
  app.advanceClock(SECOND);
  expect(await get(app, "/readyz")).toMatchObject({
    status: 503,
    body: { status: "not ready", parts: { store: "ok", schema: "1 changes are not made yet" } },
  });
  expect(await get(app, "/healthz")).toMatchObject({ status: 200 });
});

test("a store that fails or does not respond in time is not ready, and is asked once a second", async () => {
  let now = 0;
  let count = 0;
  const failures: unknown[] = [];
  const readiness = (schema: () => Promise<never>) =>
    createReadiness({
      store: {
        schema: () => {
          count += 1;
          return schema();
        },
        tryWrite: async () => {},
      },
      clock: () => now,
      wait: async () => {},
      report: (failure) => failures.push(failure),
    });
  const failing = readiness(() => Promise.reject(new Error("disk I/O error")));
  const parts = { store: "fails", schema: "not known", draining: "ok" };
  expect(await Promise.all([failing.check(), failing.check()])).toEqual([parts, parts]);
  expect([count, failures]).toEqual([1, [new Error("disk I/O error")]]);
  now += SECOND;
  await failing.check();
  expect(count).toBe(2);
  const silent = readiness(() => new Promise<never>(() => {}));
  expect(await silent.check()).toMatchObject({ store: "no response in 1000 ms" });
});

test("a check does not wait for another one that hangs", async () => {
  let now = 0;
  let isHanging = true;
  const hanging = new Promise<never>(() => {});
  const limits: (() => void)[] = [];
  const readiness = createReadiness({
    store: {
      schema: async () => (isHanging ? hanging : { pending: [], unknown: [] }),
      tryWrite: async () => {},
    },
    clock: () => now,
    wait: (ms) => {
      expect(ms).toBe(SECOND);
      return new Promise((resolve) => void limits.push(resolve));
    },
    report: () => {},
  });
  const first = readiness.check();
  now += 199;
  const second = readiness.check();
  expect(limits).toHaveLength(1);
  now += 1;
  isHanging = false;
  expect(await readiness.check()).toMatchObject({ store: "ok", schema: "ok" });
  for (const end of limits) end();
  const late = { store: "no response in 1000 ms", schema: "not known" };
  expect(await Promise.all([first, second])).toMatchObject([late, late]);
});

test("a read and a write share the time of a check, and a write that hangs is not waited for again", async () => {
  let writes = 0;
  let now = 0;
  const limits: (() => void)[] = [];
  const readiness = createReadiness({
    store: {
      schema: async () => ({ pending: [], unknown: [] }),
      tryWrite: () => {
        writes += 1;
        return writes === 1 ? new Promise(() => {}) : Promise.reject(new Error("disk full"));
      },
    },
    clock: () => now,
    wait: () => new Promise((resolve) => void limits.push(resolve)),
    report: () => {},
  });
  const first = readiness.check();
  await expect.poll(() => writes).toBe(1);
  expect(limits).toHaveLength(1);
  limits[0]?.();
  expect(await first).toMatchObject({ store: "ok" });
  now += SECOND;
  expect(await readiness.check()).toMatchObject({ store: "refuses writes" });
});

test("/healthz responds without the store, and a check of cached data holds up others only", async () => {
  const app = await testApp();
  const { institutions } = app.services.store;
  const { revision } = institutions;
  let refreshes = 0;
  let end = (_: number) => {};
  institutions.revision = () => {
    refreshes += 1;
    return new Promise((resolve) => {
      end = resolve;
    });
  };
  app.advanceClock(10 * SECOND);
  expect(await get(app, "/healthz")).toMatchObject({ status: 200, body: { status: "alive" } });
  expect(await get(app, "/readyz")).toMatchObject({ status: 200 });
  expect(refreshes).toBe(0);
  const held = app.call("/institutions/get", { count: 1, offset: 0, country_codes: ["US"] });
  await expect.poll(() => refreshes).toBe(1);
  institutions.revision = revision;
  end(await revision());
  expect(await held).toHaveProperty("institutions");
});

test("a server that is about to stop is not ready", async () => {
  const readiness = createReadiness({
    store: { schema: async () => ({ pending: [], unknown: [] }), tryWrite: async () => {} },
    clock: Date.now,
    wait: () => new Promise(() => {}),
    report: () => {},
  });
  readiness.drain();
  expect(await readiness.check()).toMatchObject({
    store: "ok",
    draining: "the server is stopping",
  });
});

test("a server is not ready while its store refuses writes, and is again once it takes them", async () => {
  let now = 0;
  let isFull = false;
  let writes = 0;
  const failures: unknown[] = [];
  const readiness = createReadiness({
    store: {
      schema: async () => ({ pending: [], unknown: [] }),
      tryWrite: async () => {
        writes += 1;
        if (isFull) throw new Error("database or disk is full");
      },
    },
    clock: () => now,
    wait: () => new Promise(() => {}),
    report: (failure) => failures.push(failure),
  });
  const after = async (ms: number) => {
    now += ms;
    return (await readiness.check()).store;
  };
  expect(await after(0)).toBe("ok");
  for (let second = 0; second < 9; second++) expect(await after(SECOND)).toBe("ok");
  expect(writes).toBe(1);
  isFull = true;
  expect(await after(SECOND)).toBe("refuses writes");
  expect(await after(SECOND)).toBe("refuses writes");
  isFull = false;
  expect(await after(SECOND)).toBe("ok");
  expect([writes, failures.length]).toEqual([4, 2]);
  isFull = true;
  expect(await after(SECOND)).toBe("ok");
  readiness.suspectWrites();
  expect(await after(0)).toBe("refuses writes");
});

test("/readyz is 503 while the database refuses writes, and 200 once it takes them", async () => {
  const app = await testApp();
  const database = new SQLite(join(app.folder, "service-link.db"));
  onTestFinished(() => void database.close());
  expect(await get(app, "/readyz")).toMatchObject({ status: 200 });
  database.exec(
    "create trigger refusal before insert on mark begin select raise(abort, 'disk full'); end",
  );
  app.advanceClock(10 * SECOND);
  expect(await get(app, "/readyz")).toMatchObject({
    status: 503,
    body: { status: "not ready", parts: { store: "refuses writes", draining: "ok" } },
  });
  database.exec("drop trigger refusal");
  app.advanceClock(SECOND);
  expect(await get(app, "/readyz")).toMatchObject({ status: 200, body: { status: "ready" } });
});
