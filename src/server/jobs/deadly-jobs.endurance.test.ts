import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { buildProgram } from "../../testing/build-program.ts";
import { storeVariables } from "../../testing/postgres/test-databases.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { newJob } from "../domain/jobs/job.ts";

const WORKER = fileURLToPath(new URL("../../testing/test-app/deadly-worker.ts", import.meta.url));

/** The speed of the workers' clocks, so that minutes of pauses take seconds. */
const SPEED = 30;
/** A lease of two seconds; PostgreSQL measures it by its own clock. */
const LEASE_MS = process.env.TEST_STORE === "postgres" ? 2000 : 2000 * SPEED;
const WATCHDOG_MS = 4000;
const MAX_HEAP_MB = 128;
const INNOCENTS = 100;
const DEADLY = ["spin", "hog", "kill"];

test.each([1, 3])(
  "jobs that end their process are put aside, and a hundred others are done, by %s processes",
  {
    // The time limit only ends hanging tests.
    timeout: 600_000,
  },
  async (processes) => {
    const { file, remove } = await buildProgram(WORKER);
    onTestFinished(remove);
    const { services, folder, advanceClock, runJobs } = await testApp();
    await runJobs();
    const began = Date.now();
    advanceClock(began - services.clock());
    const { store } = services;
    const kinds = Array.from({ length: INNOCENTS }, () => "tick");
    for (const [at, kind] of DEADLY.entries()) kinds.splice(20 * (at + 1), 0, kind);
    await store.jobs.add(
      kinds.map((kind, n) =>
        newJob(services, {
          ...{ jobId: `${kind}-${n}`, name: "deed", payload: { n, kind } },
          lane: `lane-${n % 10}`,
        }),
      ),
    );

    const children = new Set<ChildProcess>();
    let isOver = false;
    const start = async (): Promise<void> => {
      if (isOver) return;
      const child = spawn(
        process.execPath,
        [
          `--max-old-space-size=${MAX_HEAP_MB}`,
          file,
          folder,
          `${began}`,
          `${SPEED}`,
          `${LEASE_MS}`,
          `${WATCHDOG_MS}`,
        ],
        {
          stdio: ["ignore", "ignore", "ignore"],
          env: { ...process.env, ...(await storeVariables(folder)) },
        },
      );
      children.add(child);
      child.once("exit", () => {
        children.delete(child);
        void start();
      });
    };
    const stop = () => {
      isOver = true;
      for (const child of children) child.kill("SIGKILL");
    };
    onTestFinished(stop);
    await Promise.all(Array.from({ length: processes }, start));

    await expect
      .poll(async () => (await store.jobs.depth()).filter(({ name }) => name === "deed"), {
        timeout: 550_000,
        interval: 500,
      })
      .toMatchObject([{ pending: 0, suspects: 0, givenUp: 0, crashed: DEADLY.length }]);
    stop();

    const lines = readFileSync(join(folder, "jobs.log"), "utf8").trim().split("\n");
    const done = new Set<string>();
    /** The running jobs of each process. */
    const running = new Map<string, Set<string>>();
    const startsAlone = new Map<string, number>();
    const starts = new Map<string, number>();
    for (const line of lines) {
      const [pid = "", what = "", kind = "", n = ""] = line.split(" ");
      const ofProcess = running.get(pid) ?? new Set();
      running.set(pid, ofProcess);
      if (what === "begins") {
        if (DEADLY.includes(kind)) {
          starts.set(kind, (starts.get(kind) ?? 0) + 1);
          if (ofProcess.size === 0) startsAlone.set(kind, (startsAlone.get(kind) ?? 0) + 1);
        }
        ofProcess.add(n);
      } else {
        ofProcess.delete(n);
        done.add(n);
      }
    }
    expect(done.size).toBe(INNOCENTS);
    const crashed = (await store.jobs.deadLetters(100, true)).map(({ payload }) => payload.kind);
    expect(crashed.toSorted()).toEqual(DEADLY.toSorted());
    expect(await store.jobs.deadLetters(100, false)).toEqual([]);
    for (const kind of DEADLY) {
      expect(startsAlone.get(kind), kind).toBeGreaterThanOrEqual(3);
      expect(starts.get(kind), kind).toBeLessThanOrEqual(4);
    }
  },
);
