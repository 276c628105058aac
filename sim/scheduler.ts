import { AsyncLocalStorage } from "node:async_hooks";
import type { Draw } from "./draw.ts";
import { createQueue } from "./queue.ts";

/** A process of the service that can die. Its work then stops immediately. */
export type Mortal = { isDead: boolean };

/** An actor's work that the scheduler tracks: a request, a worker's loop, or a person's step. */
export type Activity = {
  name: string;
  owner: Mortal | null;
  isLive: boolean;
  /** The number of its pending promises that only the scheduler resolves. */
  parked: number;
  /** Whether a step of the activity is running. Nested steps are part of the running step. */
  isInStep: boolean;
  /** The number of failed store calls; infinite after its process has died. */
  failures: number;
  /**
   * Whether the activity starts a process. A start reads files, so its duration is not simulated.
   */
  isStart: boolean;
};

/** A step that waits for the scheduler. */
type Parked = {
  activity: Activity;
  label: string;
  /** Runs the step. Resolves when the caller has the result. */
  run: () => Promise<void>;
};

/** Event-loop turns without progress after which no activity continues by itself. */
const QUIET_TURNS = 1;

/** Turns without progress after which a running activity waits for a waiting activity. */
const WAITING_TURNS = 40;

/** The maximum number of steps at one simulated time. More steps mean a loop that never waits. */
const MAX_STEPS_AT_ONCE = 5000;

/** Turns after which an activity waits for something outside the simulation. */
const MAX_TURNS = 200_000;

export type Scheduler = ReturnType<typeof createScheduler>;

/**
 * Runs all events one step at a time, in an order drawn from the seed. Time advances only when all
 * activities wait for it. Waiting steps are picked in a drawn order. Each step runs alone, until
 * all activities wait again.
 */
export const createScheduler = (start: number, draw: Draw) => {
  const current = new AsyncLocalStorage<Activity>();
  const queue = createQueue();
  const parked: Parked[] = [];
  let now = start;
  let runnable = 0;
  let changes = 0;
  let failure: unknown;
  let isFailed = false;
  /** Operations of system threads in order. They end before the next step is picked. */
  let systemWork = 0;
  let lastSystemWork: Promise<unknown> = Promise.resolve();

  const block = (activity: Activity): void => {
    changes++;
    if (activity.parked++ === 0 && activity.isLive) runnable--;
  };
  const unblock = (activity: Activity): void => {
    changes++;
    if (--activity.parked === 0 && activity.isLive) runnable++;
  };
  const isDead = (activity: Activity | undefined): boolean => activity?.owner?.isDead === true;

  const fail = (cause: unknown): void => {
    if (!isFailed) failure = cause;
    isFailed = true;
  };

  const settle = async (): Promise<void> => {
    let quiet = 0;
    for (let turns = 0; quiet < QUIET_TURNS || runnable > 0 || systemWork > 0; turns++) {
      const before = changes;
      if (systemWork > 0) await lastSystemWork;
      await new Promise((resolve) => setImmediate(resolve));
      if (isFailed) throw failure;
      quiet = before === changes && systemWork === 0 ? quiet + 1 : 0;
      if (quiet > WAITING_TURNS && systemWork === 0 && !isStarting()) return;
      if (turns > MAX_TURNS) throw new Error(`${names()} waits for what is not simulated`);
    }
  };
  const live = new Set<Activity>();
  const isStarting = () => [...live].some(({ isStart, parked: count }) => isStart && count === 0);
  const names = () =>
    [...live]
      .filter(({ parked: count }) => count === 0)
      .map(({ name }) => name)
      .join(", ");

  /** Starts work of an actor. Its failure ends the simulation. */
  const begin = (name: string, owner: Mortal | null, work: () => Promise<void>): void => {
    const activity: Activity = {
      name,
      owner,
      isLive: true,
      parked: 0,
      isInStep: false,
      failures: 0,
      isStart: false,
    };
    live.add(activity);
    runnable++;
    changes++;
    const end = () => {
      changes++;
      live.delete(activity);
      if (!activity.isLive) return;
      activity.isLive = false;
      if (activity.parked === 0) runnable--;
    };
    current.run(activity, () => {
      work().then(end, (cause: unknown) => {
        end();
        if (!isDead(activity)) fail(cause);
      });
    });
  };

  return {
    now: () => now,
    /** The activity that runs the current code. */
    current: () => current.getStore(),
    fail,
    start: begin,
    /** Schedules a callback at a time in whole ms. Returns a function that cancels it. */
    at: (time: number, name: string, owner: Mortal | null, work: () => Promise<void> | void) =>
      queue.add(Math.max(Math.ceil(time), now), () => {
        if (!owner?.isDead) begin(name, owner, async () => work());
      }),
    /** Resolves after a simulated time, or at once when the signal aborts. */
    sleep: (ms: number, signal?: AbortSignal): Promise<void> => {
      const activity = current.getStore();
      if (!activity) throw new Error("only an activity waits");
      if (isDead(activity)) return new Promise(() => {});
      if (signal?.aborted) return Promise.resolve();
      block(activity);
      return new Promise((resolve) => {
        const wake = () => {
          cancel();
          signal?.removeEventListener("abort", wake);
          if (isDead(activity)) return;
          unblock(activity);
          resolve();
        };
        const cancel = queue.add(now + Math.max(0, Math.ceil(ms)), wake);
        signal?.addEventListener("abort", wake);
      });
    },
    /** Runs a step alone, once it is picked. */
    step: <Answer>(label: string, run: () => Promise<Answer>): Promise<Answer> => {
      const activity = current.getStore();
      if (!activity || activity.isInStep) return run();
      if (isDead(activity)) return new Promise(() => {});
      block(activity);
      return new Promise((resolve, reject) => {
        parked.push({
          activity,
          label,
          run: async () => {
            activity.isInStep = true;
            try {
              const answer = await current.run(activity, run);
              activity.isInStep = false;
              if (isDead(activity)) return;
              unblock(activity);
              resolve(answer);
            } catch (cause) {
              activity.isInStep = false;
              if (isDead(activity)) return;
              unblock(activity);
              reject(cause);
            }
          },
        });
      });
    },
    /** Waits for a promise that another activity resolves. */
    wait: async <Answer>(promise: Promise<Answer>): Promise<Answer> => {
      const activity = current.getStore();
      if (!activity) return promise;
      block(activity);
      try {
        return await promise;
      } finally {
        if (!isDead(activity)) unblock(activity);
      }
    },
    /**
     * Runs work of system threads one after the other, so that it ends in the order of its start.
     */
    system: <Answer>(run: () => Promise<Answer>): Promise<Answer> => {
      systemWork++;
      const answer = lastSystemWork.then(run);
      lastSystemWork = answer
        .catch(() => undefined)
        .finally(() => {
          systemWork--;
          changes++;
        });
      return answer;
    },
    /** Drops the waits of a dead owner's activities. */
    bury: (owner: Mortal): void => {
      changes++;
      for (const activity of live) {
        if (activity.owner !== owner) continue;
        live.delete(activity);
        if (activity.isLive && activity.parked === 0) runnable--;
        activity.isLive = false;
        activity.failures = Number.POSITIVE_INFINITY;
      }
      for (let at = parked.length - 1; at >= 0; at--)
        if (parked[at]?.activity.owner === owner) parked.splice(at, 1);
    },
    /** Runs until a time. Calls `between` whenever all activities wait for time. */
    runUntil: async (end: number, between: () => void): Promise<void> => {
      for (let [steps, since] = [0, now]; ; ) {
        await settle();
        if (parked.length > 0) {
          const [one] = parked.splice(draw.between(0, parked.length - 1), 1);
          [steps, since] = since === now ? [steps + 1, since] : [0, now];
          if (steps > MAX_STEPS_AT_ONCE)
            throw new Error(`${one?.activity.name} goes on with ${one?.label}, and never waits`);
          await one?.run();
          continue;
        }
        between();
        const next = queue.nextAt();
        if (next === null || next > end) {
          now = Math.max(now, end);
          return;
        }
        now = Math.max(now, next);
        queue.run();
      }
    },
  };
};
