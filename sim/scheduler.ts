import { AsyncLocalStorage } from "node:async_hooks";
import type { Draw } from "./draw.ts";
import { createQueue } from "./queue.ts";

/** A process of the service that can die; its work stops where it stands. */
export type Mortal = { isDead: boolean };

/** Work of one actor that the scheduler follows: a request, a worker's loop, a person's step. */
export type Activity = {
  name: string;
  owner: Mortal | null;
  isLive: boolean;
  /** The number of its promises that only the scheduler resolves. */
  parked: number;
  /** Whether a step of it is under way; steps within it are part of it. */
  isInStep: boolean;
  /** How many of its store calls have failed; infinite once its process has died. */
  failures: number;
  /** Whether it starts a process, which reads files: that takes as long as it takes. */
  isStart: boolean;
};

/** A step that waits until the scheduler picks it. */
type Parked = {
  activity: Activity;
  label: string;
  /** Carries it out; resolves once its outcome is handed to its caller. */
  run: () => Promise<void>;
};

/** Turns of the event loop without progress after which nothing more happens by itself. */
const QUIET_TURNS = 1;

/** Turns without progress after which an activity that runs waits for another one that does not. */
const WAITING_TURNS = 40;

/** Steps at one time after which what goes on never waits, such as a loop that tries again at once. */
const MAX_STEPS_AT_ONCE = 5000;

/** Turns after which an activity waits for something that is not simulated. */
const MAX_TURNS = 200_000;

export type Scheduler = ReturnType<typeof createScheduler>;

/**
 * Runs everything that happens one step at a time, in an order drawn from the seed. Time goes forward only when
 * all activities wait for it. Steps that wait are picked in a drawn order; each runs alone, until all activities wait
 * again.
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
  /** Operations of the system's threads, in order: they end before anything else is picked. */
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

  /** Starts work of an actor. A failure of it ends the simulation. */
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
    /** The activity on whose behalf the code runs. */
    current: () => current.getStore(),
    fail,
    start: begin,
    /** Calls back at a time, in whole ms as clocks count; returns a function that cancels it. */
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
    /** Carries out a step once it is picked: alone, with nothing else under way. */
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
    /** Runs work of the system's threads, one after the other, so that they end in the order in which they begin. */
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
    /** Forgets what the activities of a dead owner wait for. */
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
    /** Runs until a time; `between` is called whenever all that waits, waits for time. */
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
