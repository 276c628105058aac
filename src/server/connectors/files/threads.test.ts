import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { listening } from "../../../testing/test-app/socket.ts";
import { createThreads, THREAD_LIMITS, type ThreadLimits } from "./threads.ts";

/** Calls more often than requested, since a task's time is counted by calls. */
const every = (_: number, call: () => unknown): (() => void) => {
  const timer = setInterval(call, 20);
  return () => clearInterval(timer);
};

const threadsWith = (limits: Partial<ThreadLimits> = {}) => {
  const threads = createThreads(every, { ...THREAD_LIMITS, ...limits });
  return (text: string) =>
    threads.run(
      "addFile",
      {
        ...{ file: gzipSync(text).toString("base64"), state: null, bank: "Lantern Bank", now: 0 },
        ...{ samplesOnly: false, newKey: "new", answers: "other" as const },
        ...{ currency: "USD", dateOrder: "MDY" as const },
      },
      { person: "somebody" },
    );
};

const GOOD = "!Type:Bank\nD01/14/2026\nT-4.50\nPMoonbean Coffee\n^\n";
/** A file of 18 MB whose lines take several times as much memory. */
const LARGE = `:20:1\n:25:1/2\n:28C:1\n:60F:C260101EUR1,\n:61:2601010101C1,NTRFX\n${":86:x\n".repeat(3_000_000)}`;

test("a file that runs its thread out of memory is refused while the process serves HTTP, and the next is read", async () => {
  const { port } = await listening();
  const statuses: Record<string, number[]> = { during: [], after: [] };
  const ask = async (at: "during" | "after") => {
    const healthy = await fetch(`http://127.0.0.1:${port}/healthz`);
    const answer = await fetch(`http://127.0.0.1:${port}/categories/get`, {
      ...{ method: "POST", headers: { "content-type": "application/json" }, body: "{}" },
    });
    await answer.json();
    statuses[at]?.push(healthy.status, answer.status);
  };
  let isOver = false;
  const add = threadsWith({ memoryMb: 128, taskMs: Number.POSITIVE_INFINITY });
  const refused = add(LARGE).then(
    () => null,
    (failure) => failure,
  );
  void refused.then(() => {
    isOver = true;
  });
  while (!isOver) await ask("during");
  expect(await refused).toMatchObject({ problem: "FILE_TOO_LARGE" });
  await ask("after");
  expect(await add(GOOD)).toMatchObject({ at: "done", added: 1 });
  expect(statuses.during?.length).toBeGreaterThan(2);
  expect(new Set(Object.values(statuses).flat())).toEqual(new Set([200]));
});

test.each<[string, Partial<ThreadLimits>]>([
  ["processor time", { cpuMs: 0 }],
  ["time", { taskMs: 0 }],
])(
  "a file that takes more %s than its thread has is refused, and its thread ends",
  async (_, limits) => {
    const ended = new Promise((resolve) =>
      process.once("worker", (worker) => worker.once("exit", resolve)),
    );
    const refused = threadsWith(limits)(LARGE);
    await expect(refused).rejects.toMatchObject({ problem: "FILE_TOO_LARGE" });
    await ended;
    expect(await threadsWith({ taskMs: Number.POSITIVE_INFINITY })(GOOD)).toMatchObject({
      at: "done",
      added: 1,
    });
  },
);
