import { expect, test } from "vitest";
import type { Claim, Job, JobStore } from "../../server/domain/jobs/job.ts";
import { openStore } from "../../server/store/open-store.ts";
import type { ContractContext } from "./contract-context.ts";
import { NOW, sampleJob } from "./samples.ts";

const readClaim = (changes: Partial<Claim> = {}): Claim => ({
  now: NOW,
  lease: "lease-1",
  leaseUntil: NOW + 30_000,
  limit: 100,
  perLane: 100,
  busy: new Map(),
  ...changes,
});

/** A lease without duration has ended by every clock. */
const OVER = { leaseUntil: NOW };

const listIds = (jobs: readonly Pick<Job, "jobId">[]) => jobs.map(({ jobId }) => jobId);

const claimedOf = <Answer>(answer: Answer | null | undefined): Answer => {
  if (!answer) throw new Error("a job is claimed");
  return answer;
};

/** Adds a job that is lost once and thereby becomes a suspect. */
const addSuspect = async (jobs: JobStore, name: string): Promise<void> => {
  await jobs.add([sampleJob(name)]);
  await jobs.claim(readClaim(OVER));
  expect(await jobs.claim(readClaim())).toEqual([]);
};

/** Claims the suspect, loses it, and records the loss. */
const loseAlone = async (jobs: JobStore, retryAt: number | null, now = NOW): Promise<void> => {
  claimedOf(await jobs.claimSuspect(readClaim({ now, leaseUntil: now, lease: `alone at ${now}` })));
  const next = await jobs.nextSuspect(now);
  if (next?.is !== "lost") throw new Error("the suspect is lost");
  expect(await jobs.recordLoss(next, retryAt, now)).toBe(true);
};

/** The contract of every store for jobs that are lost, and for dead letters. */
export const suspectsContract = ({ connect, migratedDatabase, empty }: ContractContext): void => {
  test("a lost job runs alone, as it was added", async () => {
    const { jobs } = await empty();
    const job = sampleJob("1");
    await jobs.add([job]);
    const [first] = await jobs.claim(readClaim(OVER));
    const lost = claimedOf(first);
    await jobs.renew([lost], { now: NOW, leaseUntil: NOW + 30_000 });
    expect(await jobs.claim(readClaim({ now: NOW + 29_999 }))).toEqual([]);
    expect(await jobs.nextSuspect(NOW)).toBe(null);
    await jobs.renew([lost], { now: NOW, leaseUntil: NOW });
    expect(await jobs.claim(readClaim({ lease: "lease-2" }))).toEqual([]);
    expect(await jobs.nextSuspect(NOW)).toEqual({ is: "due" });
    expect(await jobs.claimSuspect(readClaim({ lease: "lease-3" }))).toEqual({
      ...job,
      attempts: 2,
      lease: "lease-3",
    });
    expect(await jobs.nextSuspect(NOW)).toEqual({ is: "running" });
  });

  test("lost jobs hold up no other one of their lane, even if they fill it", async () => {
    const { jobs } = await empty();
    await jobs.add([1, 2, 3, 4].map((n) => sampleJob(`${n}`, { dueAt: NOW - 10 + n })));
    await jobs.claim(readClaim({ ...OVER, limit: 3 }));
    expect(listIds(await jobs.claim(readClaim({ limit: 2 })))).toEqual(["job-4"]);
    expect(await jobs.count("sample")).toBe(4);
  });

  test("only one suspect is under a lease, and the one that was lost least often is first", async () => {
    const { jobs } = await empty();
    await addSuspect(jobs, "1");
    await loseAlone(jobs, NOW);
    await addSuspect(jobs, "2");
    await addSuspect(jobs, "3");
    const first = claimedOf(await jobs.claimSuspect(readClaim()));
    expect(first.jobId).toBe("job-2");
    expect(await jobs.claimSuspect(readClaim({ lease: "lease-2" }))).toBe(null);
    expect(await jobs.complete(first)).toBe(true);
    const second = claimedOf(await jobs.claimSuspect(readClaim()));
    expect(second.jobId).toBe("job-3");
    await jobs.complete(second);
    expect((await jobs.claimSuspect(readClaim()))?.jobId).toBe("job-1");
  });

  test("concurrent claims never take the same suspect", async () => {
    const { jobs } = await empty();
    for (const name of ["1", "2", "3"]) await addSuspect(jobs, name);
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) => jobs.claimSuspect(readClaim({ lease: `${n}` }))),
    );
    const claimed = listIds(all.filter((job) => job !== null));
    expect(claimed.length).toBeGreaterThan(0);
    expect(new Set(claimed).size).toBe(claimed.length);
  });

  test("a suspect that was never lost alone is none any more once an attempt ends", async () => {
    const { jobs } = await empty();
    await addSuspect(jobs, "1");
    const job = claimedOf(await jobs.claimSuspect(readClaim()));
    expect(await jobs.retry(job, NOW + 5000, NOW)).toBe(true);
    expect(await jobs.nextSuspect(NOW + 5000)).toBe(null);
    const again = readClaim({ now: NOW + 5000, leaseUntil: NOW + 35_000 });
    expect(listIds(await jobs.claim(again))).toEqual(["job-1"]);
  });

  test("a suspect that was lost alone stays one until it is done", async () => {
    const { jobs } = await empty();
    await addSuspect(jobs, "1");
    await loseAlone(jobs, NOW);
    const job = claimedOf(await jobs.claimSuspect(readClaim()));
    expect(await jobs.retry(job, NOW + 5000, NOW)).toBe(true);
    expect(await jobs.nextSuspect(NOW + 4999)).toBe(null);
    expect(await jobs.claim(readClaim({ now: NOW + 5000 }))).toEqual([]);
    const later = { now: NOW + 5000, leaseUntil: NOW + 35_000 };
    expect(await jobs.complete(claimedOf(await jobs.claimSuspect(readClaim(later))))).toBe(true);
    expect(await jobs.count("sample")).toBe(0);
  });

  test("a worker that stops loses no job, and clears no suspect", async () => {
    const { jobs } = await empty();
    await jobs.add([sampleJob("1")]);
    const [job] = await jobs.claim(readClaim());
    expect(await jobs.release(claimedOf(job), NOW)).toBe(true);
    expect(await jobs.nextSuspect(NOW)).toBe(null);
    expect(listIds(await jobs.claim(readClaim(OVER)))).toEqual(["job-1"]);
    await jobs.claim(readClaim());
    const alone = claimedOf(await jobs.claimSuspect(readClaim()));
    expect(await jobs.release(alone, NOW)).toBe(true);
    expect(await jobs.release(alone, NOW)).toBe(false);
    expect(await jobs.nextSuspect(NOW)).toEqual({ is: "due" });
    expect(await jobs.claim(readClaim())).toEqual([]);
  });

  test("a loss is recorded once, by the lease that was lost, and never while it lasts", async () => {
    const { jobs } = await empty();
    await addSuspect(jobs, "1");
    const job = claimedOf(await jobs.claimSuspect(readClaim(OVER)));
    const next = await jobs.nextSuspect(NOW);
    if (next?.is !== "lost") throw new Error("the suspect is lost");
    expect(next).toEqual({ is: "lost", job, losses: 0 });
    await jobs.renew([job], { now: NOW, leaseUntil: NOW + 30_000 });
    expect(await jobs.recordLoss(next, NOW + 1000, NOW)).toBe(false);
    await jobs.renew([job], { now: NOW, leaseUntil: NOW });
    expect(await jobs.recordLoss(next, NOW + 1000, NOW)).toBe(true);
    expect(await jobs.recordLoss(next, NOW + 1000, NOW)).toBe(false);
    expect(await jobs.complete(job)).toBe(false);
    expect(await jobs.nextSuspect(NOW + 999)).toBe(null);
    expect(await jobs.claimSuspect(readClaim({ now: NOW + 999 }))).toBe(null);
    expect(await jobs.nextSuspect(NOW + 1000)).toEqual({ is: "due" });
  });

  test("a suspect that crashed is a dead letter of its own kind, and runs alone if it is revived", async () => {
    const { jobs } = await empty();
    await addSuspect(jobs, "1");
    await loseAlone(jobs, NOW);
    await loseAlone(jobs, null, NOW + 1);
    expect(await jobs.nextSuspect(NOW * 2)).toBe(null);
    expect(await jobs.claimSuspect(readClaim({ now: NOW * 2 }))).toBe(null);
    expect(await jobs.claim(readClaim({ now: NOW * 2 }))).toEqual([]);
    await jobs.add([sampleJob("2")]);
    const [other] = await jobs.claim(readClaim());
    await jobs.giveUp(claimedOf(other), NOW + 2);
    const { dueAt: _, ...first } = sampleJob("1");
    const crashed = { ...first, givenUpAt: NOW + 1, isCrashed: true };
    const { dueAt: __, ...second } = sampleJob("2");
    const gaveUp = { ...second, givenUpAt: NOW + 2, isCrashed: false };
    expect(await jobs.deadLetters(10)).toMatchObject([gaveUp, crashed]);
    expect(await jobs.deadLetters(1)).toMatchObject([gaveUp]);
    expect(await jobs.deadLetters(10, true)).toMatchObject([crashed]);
    expect(await jobs.deadLetters(10, false)).toMatchObject([gaveUp]);
    let calls = 0;
    const stop = jobs.onAdded(() => calls++);
    expect(await jobs.revive("job-3", NOW)).toBe(false);
    expect(await jobs.revive("job-1", NOW)).toBe(true);
    expect(await jobs.revive("job-1", NOW)).toBe(false);
    expect(await jobs.revive("job-2", NOW)).toBe(true);
    stop();
    expect(calls).toBe(2);
    expect(await jobs.claim(readClaim())).toMatchObject([{ jobId: "job-2", attempts: 2 }]);
    expect(await jobs.claimSuspect(readClaim())).toMatchObject({ jobId: "job-1", attempts: 2 });
    expect(await jobs.deadLetters(10)).toEqual([]);
  });

  test("the depth counts suspects, and dead letters by whether they crashed", async () => {
    const { jobs } = await empty();
    await addSuspect(jobs, "1");
    await loseAlone(jobs, null);
    await addSuspect(jobs, "2");
    await jobs.add([sampleJob("3"), sampleJob("4")]);
    const [third] = await jobs.claim(readClaim({ limit: 1 }));
    await jobs.giveUp(claimedOf(third), NOW);
    expect(await jobs.depth()).toMatchObject([
      { name: "sample", pending: 2, suspects: 1, givenUp: 1, crashed: 1 },
    ]);
  });

  test("a worker that has lost its lease changes nothing", async () => {
    const { jobs } = await empty();
    await jobs.add([sampleJob("1")]);
    const [claimed] = await jobs.claim(readClaim(OVER));
    const first = claimedOf(claimed);
    await jobs.claim(readClaim());
    const second = claimedOf(await jobs.claimSuspect(readClaim({ lease: "lease-2" })));
    await jobs.renew([first], { now: NOW, leaseUntil: NOW });
    expect(await jobs.nextSuspect(NOW)).toEqual({ is: "running" });
    expect(await jobs.retry(first, NOW, NOW)).toBe(false);
    expect(await jobs.release(first, NOW)).toBe(false);
    expect(await jobs.giveUp(first, NOW)).toBe(false);
    expect(await jobs.complete(first, [sampleJob("2")])).toBe(false);
    expect(await Promise.all([jobs.complete(first), jobs.complete(second)])).toEqual([false, true]);
    expect(await jobs.complete(second)).toBe(false);
    expect(await jobs.count("sample")).toBe(0);
  });

  test("a lease that was taken while the clock ran three hours ahead holds up no worker", async () => {
    const db = connect(await migratedDatabase());
    const { jobs } = await openStore(db);
    const now = Date.now();
    const claimNow = () => readClaim({ now, leaseUntil: now + 30_000 });
    const runAhead = () =>
      db
        .updateTable("job")
        .set({ lease_until: now + 3 * 3_600_000 })
        .execute();
    await jobs.add([sampleJob("1", { dueAt: now, createdAt: now })]);
    const [job] = await jobs.claim(claimNow());
    await runAhead();
    expect(await jobs.claim({ ...claimNow(), lease: "lease-2" })).toEqual([]);
    expect(await jobs.complete(claimedOf(job))).toBe(false);
    expect(await jobs.claimSuspect(claimNow())).toMatchObject({ jobId: "job-1", attempts: 2 });
    await runAhead();
    expect(await jobs.nextSuspect(now)).toMatchObject({ is: "lost" });
  });
};
