import { Worker } from "node:worker_threads";
import { yieldToEventLoop } from "../../domain/jobs/yield-to-event-loop.ts";
import type { Runtime } from "../../domain/runtime.ts";
import { FormatError } from "../../formats/format-error.ts";
import type { OnRead } from "../../formats/read-share.ts";
import { createPlaces } from "./places.ts";
import type { READINGS, TASKS, WorkerAnswer } from "./worker.ts";

type Tasks = typeof TASKS;
type Readings = typeof READINGS;

/** Runs work in separate threads. */
export type Threads = {
  /**
   * Runs a person's task, one per person at a time; `onRead` receives the read share of the file.
   * Throws a FormatError with the line, and RATE_LIMIT if too many tasks wait.
   */
  run<T extends keyof Tasks>(
    task: T,
    request: Parameters<Tasks[T]>[0],
    options: { person: string; onRead?: OnRead | undefined },
  ): Promise<Awaited<ReturnType<Tasks[T]>>>;
  /** Reads in pieces, each while the previous piece is used. */
  read<T extends keyof Readings>(
    task: T,
    request: Parameters<Readings[T]>[0],
  ): AsyncGenerator<string>;
};

/** The maximum number of threads with tasks, and with reads; further work waits. */
const MAX_WORKERS = 2;

/** The limits of a thread. A file above them is refused, and the server continues. */
export type ThreadLimits = {
  /** The heap limit in MB. */
  memoryMb: number;
  /** The processor time of a task, or between two pieces, in ms. */
  cpuMs: number;
  /** The time limit in ms. Wall time, since a busy machine gives a thread little CPU. */
  taskMs: number;
};

/** The limits by default: the largest files take two seconds. */
export const THREAD_LIMITS: ThreadLimits = { memoryMb: 512, cpuMs: 20_000, taskMs: 60_000 };

const YOUNG_GENERATION_MB = 8;

/**
 * V8 ends the whole process if an allocation exceeds a thread's heap limit by too much. So the heap
 * limit exceeds the memory at which a thread is ended, by more than it can allocate between two
 * checks.
 */
const HARD_LIMIT_FACTOR = 2;
/** The interval at which time and memory are checked. */
const CHECK_MS = 100;
/** The number of unanswered checks after which a thread is asked again. */
const CHECKS_PER_ANSWER = 10;

/** The module of the thread, here or in the server's build. */
const FILE = new URL(
  import.meta.url.endsWith(".ts") ? "./worker.ts" : "./files-worker.cjs",
  import.meta.url,
);

/** Node before 22.18 needs this option to read our sources, as in tests. */
const EXEC_ARGV =
  FILE.pathname.endsWith(".ts") && !process.features.typescript
    ? { execArgv: ["--experimental-strip-types"] }
    : {};

/** Creates the threads of a connector. */
export const createThreads = (every: Runtime["every"], limits = THREAD_LIMITS): Threads => {
  const tasks = createPlaces(MAX_WORKERS);
  const readings = createPlaces(MAX_WORKERS);
  return {
    run: async (task, request, { person, onRead }) => {
      const leave = await tasks(person);
      // The request with the file has had its turn, and starting a thread takes another.
      await yieldToEventLoop();
      const worker = start({ task, request }, limits);
      return (await awaitAnswer(worker, { every, limits, onRead }).finally(leave)) as never;
    },
    read: async function* (task, request) {
      const leave = await readings(null);
      await yieldToEventLoop();
      const worker = start({ task, request }, limits);
      const next = (): Promise<unknown> => {
        const answer = awaitAnswer(worker, { every, limits });
        worker.postMessage(null);
        // The answer is awaited later.
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

function start(workerData: object, { memoryMb }: ThreadLimits): Worker {
  const resourceLimits = {
    maxOldGenerationSizeMb: memoryMb * HARD_LIMIT_FACTOR,
    maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
  };
  const worker = new Worker(FILE, { workerData, resourceLimits, ...EXEC_ARGV });
  // An error without a waiting answer would end the process.
  return worker.on("error", () => undefined);
}

/** A thread's usage. Node reports memory since 22.16 and time since 24.6; an unknown value is 0. */
async function readUsage(worker: Worker): Promise<{ cpuMs: number; memoryMb: number }> {
  const [cpu, heap] = await Promise.all([
    worker.cpuUsage?.().catch(() => undefined),
    worker.getHeapStatistics?.().catch(() => undefined),
  ]);
  return {
    cpuMs: cpu ? (cpu.user + cpu.system) / 1000 : 0,
    memoryMb: heap ? heap.used_heap_size / 2 ** 20 : 0,
  };
}

/** A thread's next answer: its result, or a piece. */
const awaitAnswer = (
  worker: Worker,
  {
    every,
    limits,
    onRead,
  }: { every: Runtime["every"]; limits: ThreadLimits; onRead?: OnRead | undefined },
): Promise<unknown> =>
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
    let askedAt: number | null = null;
    const stopWaiting = every(CHECK_MS, async () => {
      checks += 1;
      if (checks * CHECK_MS >= limits.taskMs) return refuse();
      // A thread within a long call answers late, so it is asked again, but not each time.
      if (askedAt !== null && checks - askedAt < CHECKS_PER_ANSWER) return;
      askedAt = checks;
      const { cpuMs, memoryMb } = await readUsage(worker);
      askedAt = null;
      if (cpuMs > limits.cpuMs || memoryMb > limits.memoryMb) refuse();
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
