import { Worker } from "node:worker_threads";
import { Fault } from "../../domain/fault.ts";
import { yieldToEventLoop } from "../../domain/jobs/yield-to-event-loop.ts";
import type { Runtime } from "../../domain/runtime.ts";
import { FormatError } from "../../formats/format-error.ts";
import type { OnRead } from "../../formats/read-share.ts";
import type { READINGS, TASKS, WorkerAnswer } from "./worker.ts";

type Tasks = typeof TASKS;
type Readings = typeof READINGS;

/** Runs work in threads of its own. */
export type Threads = {
  /** Runs a task; `onRead` is told the share that is read. Throws a FormatError that names the line of a file. */
  run<T extends keyof Tasks>(
    task: T,
    request: Parameters<Tasks[T]>[0],
    onRead?: OnRead,
  ): Promise<ReturnType<Tasks[T]>>;
  /** Reads in pieces; the next one is made while the last one is used. */
  read<T extends keyof Readings>(
    task: T,
    request: Parameters<Readings[T]>[0],
  ): AsyncGenerator<string>;
};

/** How many threads work at once; more wait for their turn. */
const MAX_WORKERS = 2;

/** How many tasks wait; more are refused. */
const MAX_WAITING = 50;
const RETRY_AFTER_MS = 5000;

/** The memory of a thread: a file beyond it is refused, and the server goes on. */
const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 };
/** A busy machine gives a thread a small part of a processor: the largest files take two seconds of a whole one. */
const MAX_TASK_MS = 60_000;

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
  let running = 0;
  const waiting: (() => void)[] = [];
  const free = (): void => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  const take = async (): Promise<void> => {
    if (waiting.length >= MAX_WAITING)
      throw new Fault("RATE_LIMIT", {
        message: "too many files at once; try again later",
        retryAfterMs: RETRY_AFTER_MS,
      });
    if (running >= MAX_WORKERS) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    // The request with a file has taken its turn already, and to start a thread takes another one.
    await yieldToEventLoop();
  };
  return {
    run: async (task, request, onRead) => {
      await take();
      const worker = start({ task, request });
      return (await answerOf(worker, every, onRead).finally(free)) as never;
    },
    read: async function* (task, request) {
      await take();
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
        free();
      }
    },
  };
};

function start(workerData: object): Worker {
  const worker = new Worker(FILE, { workerData, resourceLimits: MEMORY, ...EXEC_ARGV });
  // An error that no answer waits for would end the process.
  return worker.on("error", () => undefined);
}

/** The next answer of a thread: its result, or a piece. */
const answerOf = (worker: Worker, every: Runtime["every"], onRead?: OnRead): Promise<unknown> =>
  new Promise<unknown>((resolve, reject) => {
    const fail = (failure: Error & { code?: string }): void => {
      const isFull = failure.code === "ERR_WORKER_OUT_OF_MEMORY";
      reject(isFull ? new FormatError("FILE_TOO_LARGE") : failure);
    };
    const exit = (): void => reject(new Error("the thread ended without an answer"));
    const stopWaiting = every(MAX_TASK_MS, () => {
      reject(new FormatError("FILE_TOO_LARGE"));
      void worker.terminate();
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
