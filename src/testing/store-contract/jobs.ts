import fc from "fast-check";
import { expect, test } from "vitest";
import type { Claim, NewJob } from "../../server/domain/jobs/job.ts";
import type { ContractContext } from "./contract-context.ts";
import { NOW, sampleClient, sampleItem, sampleJob, sampleSession } from "./samples.ts";

const readClaim = (changes: Partial<Claim> = {}): Claim => ({
  now: NOW,
  lease: "lease-1",
  leaseUntil: NOW + 30_000,
  limit: 100,
  perLane: 100,
  busy: new Map(),
  ...changes,
});

const claimAt = (now: number) => readClaim({ now, leaseUntil: now + 5 * 60_000 });

const ids = (jobs: readonly NewJob[]) => jobs.map(({ jobId }) => jobId);

/** The contract of every store for jobs. */
export const jobsContract = ({ open, migratedDatabase, empty, runs }: ContractContext): void => {
  test("a job is claimed once it is due, as it was added", async () => {
    const { jobs } = await empty();
    const job = sampleJob("1", { payload: { deep: [{ ключ: null }, 0.5, "\u2028"] } });
    await jobs.add([job]);
    expect(await jobs.claim(readClaim({ now: NOW - 1 }))).toEqual([]);
    expect(await jobs.claim(readClaim())).toEqual([{ ...job, attempts: 1, lease: "lease-1" }]);
  });

  test("an existing job is not added again", async () => {
    const { jobs } = await empty();
    await jobs.add([sampleJob("1")]);
    await jobs.add([sampleJob("1", { name: "other" }), sampleJob("2")]);
    expect((await jobs.claim(readClaim())).map(({ name }) => name)).toEqual(["sample", "sample"]);
  });

  test("jobs are claimed in the order of their times, no more than asked for", async () => {
    const { jobs } = await empty();
    const order = [5, 1, 4, 2, 3];
    await jobs.add(order.map((n) => sampleJob(`${n}`, { dueAt: NOW - 10 + n })));
    expect(ids(await jobs.claim(readClaim({ limit: 2 }))).toSorted()).toEqual(["job-1", "job-2"]);
    expect(ids(await jobs.claim(readClaim({ limit: 2 }))).toSorted()).toEqual(["job-3", "job-4"]);
  });

  test("a lane that is full holds up no other one, however much waits in it", async () => {
    const { jobs } = await empty();
    await jobs.add(
      Array.from({ length: 50 }, (_, n) =>
        sampleJob(`slow-${n}`, { lane: "slow", dueAt: NOW - 100 + n }),
      ),
    );
    await jobs.add([sampleJob("1"), sampleJob("2", { lane: "third" })]);
    const first = await jobs.claim(readClaim({ perLane: 3, busy: new Map([["slow", 1]]) }));
    expect(ids(first).toSorted()).toEqual(["job-1", "job-2", "job-slow-0", "job-slow-1"]);
    const busy = new Map([["slow", 3]]);
    expect(await jobs.claim(readClaim({ perLane: 3, busy }))).toEqual([]);
  });

  test("however many lanes of one kind there are, they leave room for other jobs", async () => {
    const { jobs } = await empty();
    await jobs.add(
      Array.from({ length: 50 }, (_, n) =>
        sampleJob(`hook-${n}`, { lane: `webhook:host-${n}`, dueAt: NOW - 100 + n }),
      ),
    );
    await jobs.add([sampleJob("1")]);
    const first = await jobs.claim(readClaim({ limit: 8, perLane: 1 }));
    expect(first).toHaveLength(7);
    expect(ids(first)).toContain("job-1");
    const busy = new Map(first.map(({ lane }) => [lane, 1]));
    busy.delete("lane");
    expect(await jobs.claim(readClaim({ limit: 2, perLane: 1, busy }))).toEqual([]);
    await jobs.add([sampleJob("2")]);
    expect(ids(await jobs.claim(readClaim({ limit: 2, perLane: 1, busy })))).toEqual(["job-2"]);
  });

  test("a pause that was planned while the clock ran ahead stays as long as it is", async () => {
    const MINUTE = 60_000;
    const now = Date.now();
    const pause = fc.record({
      ahead: fc.integer({ min: 2 * MINUTE, max: 30 * 24 * 60 * MINUTE }),
      delay: fc.integer({ min: 1, max: 3 * 60 * MINUTE }),
      isRestarted: fc.boolean(),
    });
    let count = 0;
    await fc.assert(
      fc.asyncProperty(pause, async ({ ahead, delay, isRestarted }) => {
        const address = await migratedDatabase();
        const before = await open(address);
        const at = now + ahead;
        const name = `${count++}`;
        await before.jobs.add([
          sampleJob(name, { dueAt: at, createdAt: at }),
          sampleJob(`immediate-${name}`, { dueAt: at + 1, createdAt: at + 1, lane: "immediate" }),
        ]);
        const [job] = await before.jobs.claim(claimAt(at));
        if (!job) throw new Error("the job is claimed");
        await before.jobs.retry(job, at + delay, at);
        const { jobs } = isRestarted ? await open(address) : before;
        const [immediate] = await jobs.claim(claimAt(now));
        expect(immediate?.jobId).toBe(`job-immediate-${name}`);
        if (immediate) await jobs.complete(immediate);
        expect(await jobs.claim(claimAt(now + delay - 1))).toEqual([]);
        expect(ids(await jobs.claim(claimAt(now + delay)))).toEqual([`job-${name}`]);
      }),
      { numRuns: Math.min(runs, 20) },
    );
  });

  test("a pause stays as it was planned while clocks agree, and a time that was set stays", async () => {
    const { jobs } = await empty();
    const now = Date.now();
    await jobs.add([
      sampleJob("1", { dueAt: now, createdAt: now }),
      sampleJob("2", { dueAt: now + 99_000, createdAt: now - 1, lane: "appointment" }),
    ]);
    const [job] = await jobs.claim(claimAt(now));
    if (!job) throw new Error("the job is claimed");
    await jobs.retry(job, now + 50_000, now + 30_000);
    expect(await jobs.claim(claimAt(now - 10_000))).toEqual([]);
    expect(await jobs.claim(claimAt(now + 49_999))).toEqual([]);
    expect(ids(await jobs.claim(claimAt(now + 50_000)))).toEqual(["job-1"]);
    expect(ids(await jobs.claim(claimAt(now + 99_000)))).toEqual(["job-2"]);
  });

  test("a job is done once, and its follow-up jobs are added with that", async () => {
    const { jobs } = await empty();
    await jobs.add([sampleJob("1")]);
    const [job] = await jobs.claim(readClaim());
    if (!job) throw new Error("the job is claimed");
    expect(await jobs.complete(job, [sampleJob("2")])).toBe(true);
    expect(ids(await jobs.claim(readClaim({ now: NOW + 99_000 })))).toEqual(["job-2"]);
  });

  test("jobs that end together are each done once, with their follow-up jobs", async () => {
    const { jobs } = await empty();
    const all = Array.from({ length: 20 }, (_, n) => sampleJob(`${n}`));
    await jobs.add(all);
    const claims = [];
    for (const lease of ["a", "b"])
      claims.push(...(await jobs.claim(readClaim({ limit: 10, lease }))));
    const ends = claims.map((job, n) =>
      jobs.complete(
        n === 3 ? { ...job, lease: "lost" } : job,
        n < 5 ? [sampleJob(`next-${n}`)] : [],
      ),
    );
    expect(await Promise.all(ends)).toEqual(claims.map((_, n) => n !== 3));
    const rest = await jobs.claim(readClaim());
    expect(ids(rest).toSorted()).toEqual([0, 1, 2, 4].map((n) => `job-next-${n}`));
    expect(await jobs.count("sample")).toBe(5);
  });

  test("a job is tried again at its time, and never once it was given up", async () => {
    const { jobs } = await empty();
    await jobs.add([sampleJob("1")]);
    const [first] = await jobs.claim(readClaim());
    if (!first) throw new Error("the job is claimed");
    expect(await jobs.retry(first, NOW + 5000, NOW)).toBe(true);
    expect(await jobs.claim(readClaim({ now: NOW + 4999 }))).toEqual([]);
    const [second] = await jobs.claim(readClaim({ now: NOW + 5000 }));
    if (!second) throw new Error("the job is claimed again");
    expect(second.attempts).toBe(2);
    expect(await jobs.count("sample")).toBe(1);
    expect(await jobs.giveUp(second, NOW + 6000)).toBe(true);
    expect(await jobs.claim(readClaim({ now: NOW * 2 }))).toEqual([]);
    expect(await jobs.count("sample")).toBe(0);
    await jobs.add([sampleJob("1")]);
    expect(await jobs.count("sample")).toBe(0);
  });

  test("a write and its jobs are atomic", async () => {
    const store = await empty();
    await store.clients.add(sampleClient());
    const { items, sessions, jobs } = store;
    await items.create(sampleItem("1"), [sampleJob("1")]);
    await expect(items.create(sampleItem("1"), [sampleJob("2")])).rejects.toThrow();
    await items.setWebhook("item-1", null, [sampleJob("3")]);
    expect(await items.remove(sampleItem("1").item, NOW, [sampleJob("4")])).toBe(true);
    expect(await items.remove(sampleItem("1").item, NOW, [sampleJob("5")])).toBe(false);
    const session = sampleSession();
    await sessions.start(session);
    const stay = { step: session.step };
    expect(await sessions.advance(session, { ...stay, jobs: [sampleJob("6")] })).toBe(true);
    expect(await sessions.advance(session, { ...stay, jobs: [sampleJob("7")] })).toBe(false);
    const next = { ...session, revision: 1 };
    const newItem = { ...sampleItem("2"), jobs: [sampleJob("8")] };
    expect(await sessions.advance(next, { ...stay, newItem: newItem })).toBe(true);
    const late = { ...sampleItem("3"), jobs: [sampleJob("9")] };
    expect(await sessions.advance(next, { ...stay, newItem: late })).toBe(false);
    expect(ids(await jobs.claim(readClaim())).toSorted()).toEqual([
      "job-1",
      "job-3",
      "job-4",
      "job-6",
      "job-8",
    ]);
  });

  test("a listener is called when jobs are added", async () => {
    const store = await empty();
    await store.clients.add(sampleClient());
    let calls = 0;
    const stop = store.jobs.onAdded(() => calls++);
    await store.jobs.add([sampleJob("1")]);
    await store.items.create(sampleItem("1"), [sampleJob("2")]);
    await store.items.create(sampleItem("2"));
    await store.items.remove(sampleItem("nobody's").item, NOW, [sampleJob("3")]);
    expect(calls).toBe(2);
    stop();
    await store.jobs.add([sampleJob("4")]);
    expect(calls).toBe(2);
  });

  test("concurrent claims never take the same job, and the next ones find the rest", async () => {
    const { jobs } = await empty();
    const all = Array.from({ length: 200 }, (_, n) => sampleJob(`${n}`, { lane: `lane-${n % 7}` }));
    await jobs.add(all);
    const lots = await Promise.all(
      Array.from({ length: 60 }, (_, n) => jobs.claim(readClaim({ limit: 5, lease: `${n}` }))),
    );
    const claims = lots.flatMap(ids);
    expect(new Set(claims).size).toBe(claims.length);
    // A claim skips jobs that another claim has locked, and may be full after one lane.
    for (let more = [""]; more.length > 0; claims.push(...more))
      more = ids(await jobs.claim(readClaim({ limit: 200 })));
    expect(claims.toSorted()).toEqual(ids(all).toSorted());
  });
};
