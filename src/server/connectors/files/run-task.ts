import { Worker } from "node:worker_threads";
import { Fault } from "../../domain/fault.ts";
import type { Runtime } from "../../domain/runtime.ts";
import { FormatError } from "../../formats/format-error.ts";
import type { TASKS, WorkerAnswer } from "./worker.ts";

type Tasks = typeof TASKS;

/** Runs a task in a thread of its own. Throws a FormatError that names the line of a file. */
export type RunTask = <T extends keyof Tasks>(
  task: T,
  request: Parameters<Tasks[T]>[0],
) => Promise<ReturnType<Tasks[T]>>;

/** How many threads work at once; more wait for their turn. */
const MAX_WORKERS = 2;

/** How many tasks wait; more are refused. */
const MAX_WAITING = 50;
const RETRY_AFTER_MS = 5000;

/** The memory of a thread: a file beyond it is refused, and the server goes on. */
const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 };
const MAX_TASK_MS = 30_000;

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

/** Creates the runner of tasks. */
export const createTaskRunner = (every: Runtime["every"]): RunTask => {
  let running = 0;
  const waiting: (() => void)[] = [];
  const free = (): void => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  return async (task, request) => {
    if (waiting.length >= MAX_WAITING)
      throw new Fault("RATE_LIMIT", {
        message: "too many files at once; try again later",
        retryAfterMs: RETRY_AFTER_MS,
      });
    if (running >= MAX_WORKERS) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    return (await runInThread({ task, request }, every).finally(free)) as never;
  };
};

const runInThread = (workerData: object, every: Runtime["every"]): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(FILE, {
      workerData,
      resourceLimits: MEMORY,
      ...EXEC_ARGV,
    });
    const stopWaiting = every(MAX_TASK_MS, () => {
      reject(new FormatError("FILE_TOO_LARGE"));
      void worker.terminate();
    });
    worker.once("message", (answer: WorkerAnswer) => {
      if ("result" in answer) resolve(answer.result);
      else reject(new FormatError(answer.refusal.problem, answer.refusal.place));
    });
    worker.once("error", (failure: Error & { code?: string }) => {
      const isFull = failure.code === "ERR_WORKER_OUT_OF_MEMORY";
      reject(isFull ? new FormatError("FILE_TOO_LARGE") : failure);
    });
    worker.once("exit", () => {
      stopWaiting();
      reject(new Error("the thread ended without an answer"));
    });
  });
