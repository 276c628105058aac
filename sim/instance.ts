import { hash } from "node:crypto";
import inject from "light-my-request";
import { pino } from "pino";
import type { Timers } from "../src/server/domain/runtime.ts";
import type { Services } from "../src/server/domain/services.ts";
import { type App, createApp } from "../src/server/host/app.ts";
import { openServices } from "../src/server/host/open-services.ts";
import type { Settings } from "../src/server/host/settings/settings.ts";
import type { Assets } from "../src/server/http/assets.ts";
import { WORKER_LIMITS } from "../src/server/jobs/worker.ts";
import type { Database } from "../src/server/store/tables.ts";
import { stepwiseStore } from "./store-calls.ts";
import type { World } from "./world.ts";

export type HttpAnswer = {
  status: number;
  headers: Record<string, unknown>;
  body: Record<string, unknown>;
  /** The body of a plain text. */
  text?: string;
};
export type HttpRequest = {
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body?: unknown;
};

/** A process of the service, which may die and restart. */
export type Instance = {
  name: string;
  isDead: boolean;
  services: Services;
  /** The lead of the process's clock, in ms. */
  skew: number;
  diedAt: number;
  /** The time until which the process is paused. */
  pausedUntil: number;
  die(reason: string): void;
  clock(): number;
  /** Wakes the idle loop of a worker. */
  poll(): void;
  isIdle(): boolean;
  /** Answers a request. If the process dies first, the caller gets no response. */
  serve(request: HttpRequest): Promise<HttpAnswer>;
  /** Rejects when the process dies. */
  death: Promise<never>;
};

/** The platform that all processes share. */
export type Platform = {
  world: World;
  settings: Settings;
  database: () => Database;
  /** Prepares the services of a process, such as their network connections. */
  prepare(services: Services): void;
  onCall(instance: Instance, label: string, args: readonly unknown[], answer: unknown): void;
  onDeath(instance: Instance): void;
};

/** Placeholder pages: nothing here is drawn. */
const ASSETS: Assets = {
  guide: () => undefined,
  linkDocument: () => "",
  styleHash: "'sha256-style'",
  scriptHashes: () => [],
  files: new Map(),
};

const LOG = pino({ level: "silent" });

/** Boots a server or a worker under a name. The process may also die during its start. */
export const boot = async (
  kind: "server" | "worker",
  name: string,
  { world, settings, database, prepare, onCall, onDeath }: Platform,
): Promise<Instance> => {
  const draw = world.draw(`${name} ${world.now()}`);
  let rejectDeath: (cause: Error) => void = () => undefined;
  const death = new Promise<never>((_, reject) => {
    rejectDeath = reject;
  });
  death.catch(() => undefined);
  let wakeIdle: (() => void) | null = null;
  const lazyTimers = createTimers(world);
  const instance: Instance = {
    name,
    isDead: false,
    services: {} as Services,
    skew: 0,
    diedAt: 0,
    pausedUntil: 0,
    death,
    clock: () => world.now() + instance.skew,
    die: (reason) => {
      if (instance.isDead) return;
      instance.isDead = true;
      instance.diedAt = world.now();
      world.note(name, "process", "dies", reason);
      world.scheduler.bury(instance);
      rejectDeath(new Error("the connection was closed"));
      void connection?.destroy();
      onDeath(instance);
    },
    isIdle: () => wakeIdle !== null,
    poll: () => wakeIdle?.(),
    serve: () => Promise.reject(new Error("a worker serves nothing")),
  };
  const timers: Timers = {
    ...lazyTimers.timers(instance),
    wait: (ms, signal) =>
      ms === WORKER_LIMITS.poll || ms === WORKER_LIMITS.firstPoll
        ? world.scheduler.wait(
            new Promise<void>((resolve) => {
              const wake = () => {
                wakeIdle = null;
                signal.removeEventListener("abort", wake);
                resolve();
              };
              if (signal.aborted) return resolve();
              signal.addEventListener("abort", wake);
              wakeIdle = wake;
            }),
          )
        : world.scheduler.sleep(ms, signal),
  };
  let connection: Database | undefined;
  const activity = world.scheduler.current();
  if (activity) Object.assign(activity, { owner: instance, isStart: true });
  const options = {
    log: LOG,
    clock: instance.clock,
    wallClock: instance.clock,
    random: draw.bytes,
    timers,
    database: () => {
      connection = database();
      return connection;
    },
    wrapStore: (store: Services["store"]) =>
      stepwiseStore(store, world, instance, (label, args, answer) =>
        onCall(instance, label, args, answer),
      ),
  };
  if (kind === "worker") {
    const { services, worker } = await openServices(settings, options);
    instance.services = services;
    prepare(services);
    world.scheduler.start(`${name}`, instance, async () => {
      worker.start();
      await new Promise(() => {});
    });
  } else {
    const app = await createApp(settings, { ...options, assets: ASSETS });
    instance.services = app.services;
    prepare(app.services);
    await app.server.ready();
    instance.serve = async (request) => {
      lazyTimers.touch();
      const answer = await fetchAnswer(app, request);
      // The start may have taken longer than an interval.
      lazyTimers.touch();
      return answer;
    };
  }
  lazyTimers.start();
  world.note(name, "process", "runs");
  return instance;
};

/** The failure of a stream whose source fails after its first bytes: the connection breaks. */
export const TORN = "response destroyed before completion";

async function fetchAnswer(
  app: App,
  { method, path, headers, body }: HttpRequest,
): Promise<HttpAnswer> {
  const answer = await inject(
    (request, response) => app.server.server.emit("request", request, response),
    {
      method,
      url: path,
      headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    },
  );
  const type = String(answer.headers["content-type"]);
  const isDocument = type === "application/pdf";
  return {
    status: answer.statusCode,
    headers: answer.headers,
    ...(type.startsWith("text/") && { text: answer.payload }),
    body: type.startsWith("application/json")
      ? answer.json()
      : { ...(isDocument && { sha256: hash("sha256", answer.rawPayload) }) },
  };
}

/**
 * The timers of a process. Intervals from the start fire only after the process has answered a
 * request, and again while their write fails. Otherwise they have nothing to do.
 */
function createTimers(world: World) {
  type Interval = { call: () => unknown; isStopped: boolean };
  /** The intervals from the start by length. Intervals of the same length fire together. */
  const idle = new Map<number, { all: Interval[]; isPlanned: boolean }>();
  let isStarted = false;
  let owner: Instance | null = null;
  const planIdle = (ms: number, group: { all: Interval[]; isPlanned: boolean }): void => {
    if (group.isPlanned) return;
    group.isPlanned = true;
    const at = (Math.floor(world.now() / ms) + 1) * ms;
    world.scheduler.at(at, `${owner?.name} timer`, owner, async () => {
      await standStill();
      group.isPlanned = false;
      await Promise.all(group.all.map(({ call, isStopped }) => !isStopped && call()));
      if (world.scheduler.current()?.failures) planIdle(ms, group);
    });
  };
  /** A paused process fires no timer. Afterwards each timer fires once. */
  const standStill = async (): Promise<void> => {
    while (owner && owner.pausedUntil > world.now())
      await world.sleep(owner.pausedUntil - world.now());
  };
  const repeat = (ms: number, interval: Interval): void => {
    world.scheduler.at(world.now() + ms, `${owner?.name} timer`, owner, async () => {
      await standStill();
      if (interval.isStopped) return;
      await interval.call();
      repeat(ms, interval);
    });
  };
  return {
    start: () => {
      isStarted = true;
    },
    touch: () => {
      for (const [ms, group] of idle) planIdle(ms, group);
    },
    timers: (instance: Instance): Omit<Timers, "wait"> => {
      owner = instance;
      return {
        pause: (ms) => world.scheduler.sleep(ms),
        elapsed: world.now,
        every: (ms, call) => {
          const interval = { call, isStopped: false };
          if (isStarted) repeat(ms, interval);
          else {
            const group = idle.get(ms) ?? { all: [], isPlanned: false };
            group.all.push(interval);
            idle.set(ms, group);
          }
          return () => {
            interval.isStopped = true;
          };
        },
      };
    },
  };
}
