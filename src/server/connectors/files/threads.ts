import { Worker } from "node:worker_threads";
import { yieldToEventLoop } from "../../domain/jobs/yield-to-event-loop.ts";
import type { Runtime } from "../../domain/runtime.ts";
import { FormatError } from "../../formats/format-error.ts";
import type { OnRead } from "../../formats/read-share.ts";
import { createPlaces } from "./places.ts";
import type { READINGS, TASKS, WorkerAnswer } from "./worker.ts";

type Tasks = typeof TASKS;
type Readings = typeof READINGS;

/** Runs work in threads of its own. */
export type Threads = {
  /**
   * Runs a task of a person, one of theirs at a time; `onRead` is told the share that is read. Throws a FormatError that
   * names the line of a file, and RATE_LIMIT if too many tasks wait.
   */
  run<T extends keyof Tasks>(
    task: T,
    request: Parameters<Tasks[T]>[0],
    options: { person: string; onRead?: OnRead | undefined },
  ): Promise<Awaited<ReturnType<Tasks[T]>>>;
  /** Reads in pieces; the next one is made while the last one is used. */
  read<T extends keyof Readings>(
    task: T,
    request: Parameters<Readings[T]>[0],
  ): AsyncGenerator<string>;
};

/** How many threads run tasks at once, and how many read; more wait for their turn. */
const MAX_WORKERS = 2;

/** The memory of a thread: a file beyond it is refused, and the server goes on. */
const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 };
/** The processor time of a task, or between two pieces: the largest files take two seconds. */
const MAX_CPU_MS = 20_000;
/** A busy machine gives a thread a small part of a processor. */
const MAX_TASK_MS = 60_000;
/** How often the time is checked. */
const CHECK_MS = 1000;

/** The module of the thread, here or in the server's build. */
const FILE = new URL(
  import.meta.url.endsWith(".ts") ? "./worker.ts" : "./files-worker.cjs",
  import.meta.url,
);

/** Node before 22.18 reads our sources, as tests have them, with this option only. */
const EXEC_ARGV =
  FILE.pathname.endsWith(".ts") && !process.features.typescript
    ? { execArgv: ["--experimental-strip-types"] }
    : {};

/** Creates the threads of a connector. */
export const createThreads = (every: Runtime["every"]): Threads => {
  const tasks = createPlaces(MAX_WORKERS);
  const readings = createPlaces(MAX_WORKERS);
  return {
    run: async (task, request, { person, onRead }) => {
      const leave = await tasks(person);
      // The request with a file has taken its turn already, and to start a thread takes another one.
      await yieldToEventLoop();
      const worker = start({ task, request });
      return (await answerOf(worker, every, onRead).finally(leave)) as never;
    },
    read: async function* (task, request) {
      const leave = await readings(null);
      await yieldToEventLoop();
      const worker = start({ task, request });
      const next = (): Promise<unknown> => {
        const answer = answerOf(worker, every);
        worker.postMessage(null);
        // It is awaited later.
        answer.catch(() => undefined);
        return answer;
      };
      try {
        for (let piece = await next(); typeof piece === "string"; ) {
          const following = next();
          yield piece;
          piece = await following;
        }
      } finally {
        await worker.terminate();
        leave();
      }
    },
  };
};

function start(workerData: object): Worker {
  const worker = new Worker(FILE, { workerData, resourceLimits: MEMORY, ...EXEC_ARGV });
  // An error that no answer waits for would end the process.
  return worker.on("error", () => undefined);
}

const NO_CPU = { user: 0, system: 0 };

/** The next answer of a thread: its result, or a piece. */
const answerOf = (worker: Worker, every: Runtime["every"], onRead?: OnRead): Promise<unknown> =>
  new Promise<unknown>((resolve, reject) => {
    const fail = (failure: Error & { code?: string }): void => {
      const isFull = failure.code === "ERR_WORKER_OUT_OF_MEMORY";
      reject(isFull ? new FormatError("FILE_TOO_LARGE") : failure);
    };
    const exit = (): void => reject(new Error("the thread ended without an answer"));
    const refuse = (): void => {
      reject(new FormatError("FILE_TOO_LARGE"));
      void worker.terminate();
    };
    let checks = 0;
    const stopWaiting = every(CHECK_MS, async () => {
      checks += 1;
      if (checks * CHECK_MS >= MAX_TASK_MS) return refuse();
      // Node has the time of a thread since 24.6.
      const { user, system } = (await worker.cpuUsage?.().catch(() => undefined)) ?? NO_CPU;
      if (user + system > MAX_CPU_MS * 1000) refuse();
    });
    worker.once("error", fail);
    worker.once("exit", exit);
    worker.once("exit", stopWaiting);
    const take = (answer: WorkerAnswer): void => {
      if ("share" in answer) {
        onRead?.(answer.share);
        return;
      }
      worker.off("message", take);
      stopWaiting();
      worker.off("error", fail);
      worker.off("exit", exit);
      worker.off("exit", stopWaiting);
      if ("refusal" in answer)
        reject(new FormatError(answer.refusal.problem, answer.refusal.place));
      else resolve("piece" in answer ? answer.piece : answer.result);
    };
    worker.on("message", take);
  });
