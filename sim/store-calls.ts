import type { Store } from "../src/server/domain/store.ts";
import type { World } from "./world.ts";

/** A process that may die at a store call. */
type Caller = {
  name: string;
  isDead: boolean;
  /** The time until which the process is paused. */
  pausedUntil: number;
  die(reason: string): void;
  clock(): number;
};

/** Methods that never access the database. */
const DIRECT = new Set(["onAdded", "isBusy", "close", "schema"]);

type Method = (...args: unknown[]) => unknown;

/** Methods that return pages. All pages of a call form one step. */
const PAGED = new Set(["transactions.idsInPeriod", "transactions.pages"]);

/** The longest that a slow store takes for a call, in ms. */
const MAX_SLOW_MS = 45_000;

/** The maximum pause of a process, like on a machine that sleeps or swaps, in ms. */
const MAX_PAUSE_MS = 1_200_000;

/**
 * Makes each store call a step of the scheduler. A call may be slow, fail before or after its
 * commit, end its process, or pause it. `onWrite` observes each finished call.
 */
export const stepwiseStore = (
  store: Store,
  world: World,
  caller: Caller,
  onCall: (label: string, args: readonly unknown[], answer: unknown) => void,
): Store => {
  const draw = world.draw(`store of ${caller.name}`);
  const call = async (label: string, args: unknown[], run: () => unknown): Promise<unknown> => {
    const { faults, scheduler } = world;
    const activity = scheduler.current();
    if (!activity) return run();
    const actor = activity.name;
    const fail = (message: string): never => {
      activity.failures++;
      throw new Error(message);
    };
    if (faults.happens("store is slow", label))
      await scheduler.sleep(draw.between(100, MAX_SLOW_MS));
    if (faults.happens("process pauses", label))
      caller.pausedUntil = world.now() + draw.between(20_000, MAX_PAUSE_MS);
    while (caller.pausedUntil > world.now())
      await scheduler.sleep(caller.pausedUntil - world.now());
    return scheduler.step(label, async () => {
      if (faults.happens("death before", label)) return caller.die(label);
      if (faults.happens("store fails before", label)) fail("the store is away");
      const answer = await run();
      world.note(actor, label, answer === false ? "no" : "ok");
      onCall(label, args, answer);
      if (faults.happens("death after", label)) return caller.die(label);
      if (faults.happens("store fails after", label))
        fail("the connection was lost behind the commit");
      return answer;
    });
  };
  const ports = Object.entries(store).map(([port, methods]) => {
    if (typeof methods === "function")
      return [port, DIRECT.has(port) ? methods : wrap(port, methods as Method)];
    const wrapped = Object.entries(methods as Record<string, Method>).map(([method, run]) => [
      method,
      DIRECT.has(method) ? run : wrap(`${port}.${method}`, run),
    ]);
    return [port, Object.fromEntries(wrapped)];
  });
  function wrap(label: string, run: Method): Method {
    if (PAGED.has(label)) return (...args) => pages(label, run, args);
    return (...args) => call(label, args, () => run(...args));
  }
  async function* pages(label: string, run: Method, args: unknown[]): AsyncGenerator<unknown> {
    const all: unknown[] = [];
    await call(label, args, async () => {
      for await (const page of run(...args) as AsyncIterable<unknown>) all.push(page);
    });
    yield* all;
  }
  return Object.fromEntries(ports) as Store;
};
