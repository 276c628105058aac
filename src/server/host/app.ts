import type { Server as TlsServer } from "node:tls";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { systemTimers } from "../adapters/timers.ts";
import type { Client } from "../domain/clients/client.ts";
import { createRequestCounter } from "../domain/dashboard/request-total.ts";
import type { TrafficBatch } from "../domain/dashboard/traffic.ts";
import { createTrafficLog, withKnownClients } from "../domain/dashboard/traffic-log.ts";
import { opaqueId, type Random } from "../domain/identifiers.ts";
import type { RateCounters } from "../domain/limits/rate-limiter.ts";
import { createMeter, type Usage } from "../domain/limits/usage.ts";
import type { Timers } from "../domain/runtime.ts";
import { storeServerUrl } from "../domain/server-settings.ts";
import type { Services } from "../domain/services.ts";
import type { Store } from "../domain/store.ts";
import { createLegacyUseCounter } from "../domain/users/legacy-use.ts";
import type { Assets } from "../http/assets.ts";
import { listenDualStack } from "../http/listen-dual-stack.ts";
import type { SharedConnections } from "../http/overload/shared-connections.ts";
import type { CompanionApps } from "../http/routes/front.ts";
import { createReadiness } from "../http/routes/health.ts";
import { API_PATHS, createServer } from "../http/server.ts";
import type { Worker } from "../jobs/worker.ts";
import type { Database } from "../store/tables.ts";
import { startCountFlush } from "./counters.ts";
import type { Keys } from "./data-folder/client-keys.ts";
import { storeAddress } from "./data-folder/store-address.ts";
import { systemFailure } from "./data-folder/system-failure.ts";
import { openServices } from "./open-services.ts";
import { connectionsWithin, maxOpenFiles } from "./settings/open-files.ts";
import { listenUrl, type Settings, SettingsError } from "./settings/settings.ts";
import { readTlsFiles, watchTlsFiles } from "./settings/tls-files.ts";

/** How long a request in progress may take once the server stops, in ms. */
const STOP_GRACE_MS = 2000;

/**
 * The maximum number of connections that wait for acceptance. The system also has a limit (4096 on
 * Linux).
 */
const BACKLOG = 4096;

/** A wired server, its worker, and the keys of its client. */
export type App = {
  server: FastifyInstance;
  services: Services;
  /** Runs jobs after its start. */
  worker: Worker;
  /** The port of the metrics endpoint; null if this process has none. */
  metricsPort: number | null;
  client: Client;
  /** Null if this machine does not have the secret in plain text. */
  keys: Keys | null;
  /** Writes the counts of calls now; a timer does so each second. */
  writeUsage(): Promise<void>;
  /** The apps next to the server that the front page links to. */
  companionApps: CompanionApps;
  /** Listens at every address of a host; returns the port. */
  listen(at: { host: string; port: number }): Promise<number>;
  /** Reloads the certificate and its key. A timer also reloads them regularly. */
  reloadCertificate(): void;
  /**
   * Makes `/readyz` report "not ready" and serves requests for the drain time of the settings, or
   * until `skipDrain`.
   */
  drain(skipDrain: AbortSignal): Promise<void>;
  /** Stops responding, then closes the store. */
  close(): Promise<void>;
};

type Options = {
  assets: Assets;
  log: FastifyBaseLogger;
  clock?: () => number;
  /** The time for signatures; the machine's time by default, even with another `clock`. */
  wallClock?: () => number;
  random?: Random;
  timers?: Timers;
  responseLimit?: number;
  /** The counters of rate limits that this process shares with other processes. */
  counters?: RateCounters | undefined;
  /** The connections that this process shares with other processes at the same port. */
  connections?: SharedConnections | undefined;
  /** Opens the store's database. */
  database?: (address: string) => Database;
  /** Wraps the store. A simulation uses the wrapper to make calls fail. */
  wrapStore?: (store: Store) => Store;
};

/** Wires a server: the store in its folder, the connectors, and HTTP. */
export const createApp = async (
  settings: Settings,
  {
    assets,
    log,
    clock = Date.now,
    wallClock = Date.now,
    random,
    timers = systemTimers,
    responseLimit,
    counters,
    connections,
    database,
    wrapStore,
  }: Options,
): Promise<App> => {
  requireKnownPaths(settings);
  const https = settings.tls && readTlsFiles(settings.tls);
  const address = storeAddress(settings);
  let { port } = settings;
  const publicUrl = () => settings.publicUrl ?? listenUrl(settings, port);
  const parts = await openServices(settings, {
    log,
    clock,
    wallClock,
    random,
    timers,
    responseLimit,
    publicUrl,
    counters,
    database,
    wrapStore,
  });
  const { services, worker, client, keys, metricsPort, failures } = parts;
  const { every, wait } = timers;
  const meter = createMeter(clock);
  const legacyUses = createLegacyUseCounter(clock);
  const requests = createRequestCounter(clock);
  const traffic = settings.requestLog ? createTrafficLog() : undefined;
  // If a second of the log cannot be written, its entries are dropped. A queue in memory could grow
  // without bound.
  const trafficStore = {
    add: (batches: readonly TrafficBatch[]) =>
      withKnownClients(batches, services.store.clients)
        .then((known) => services.store.traffic.add(known))
        .catch((err: unknown) => failures.error({ err }, "requests cannot be logged")),
  };
  const writer = opaqueId(services.random);
  const usageStore = {
    add: (rows: readonly Usage[], number: number) =>
      services.store.usage.add(rows, { writer, number, at: clock() }),
  };
  const flushes = [
    ...(traffic ? [startCountFlush(traffic, trafficStore, { failures, every })] : []),
    startCountFlush(requests, services.store.requestTotals, { failures, every }),
    startCountFlush(meter, usageStore, { failures, every }),
    startCountFlush(legacyUses, services.store.legacyUses, { failures, every }),
    startCountFlush(
      services.secretUses,
      { add: services.store.clients.addSecretUses },
      { failures, every },
    ),
  ];
  const readiness = createReadiness({
    store: services.store,
    clock,
    wait,
    report: (err) => failures.error({ err }, "the store does not respond"),
  });
  const companionApps: CompanionApps = { demoOrigin: null };
  const server = createServer({
    services,
    companionApps,
    assets,
    log,
    failures,
    traffic,
    requests,
    counting: { limitChanges: settings.limitChanges, meter, legacyUses },
    readiness,
    isStoreBusy: services.store.isBusy,
    watchLoad: parts.watchLoad,
    connections,
    telemetry: parts.telemetry,
    behindProxy: settings.behindProxy,
    security: { contact: settings.securityContact, publicUrl: settings.publicUrl },
    refresh: parts.refresh,
    bounds: {
      ...settings.bounds,
      connections: connectionsWithin(maxOpenFiles(), settings.bounds.connections),
    },
    timeouts: settings.timeouts,
    storeProblem: (failure) => {
      const problem = systemFailure(failure, address);
      if (problem) readiness.suspectWrites();
      return problem?.reason ?? null;
    },
    ...(https && { https }),
  });
  const certificate =
    settings.tls &&
    https &&
    watchTlsFiles(settings.tls, https, {
      use: (files) => (server.server as unknown as TlsServer).setSecureContext(files),
      log,
    });
  let stopDualStack: () => Promise<unknown> = async () => {};
  return {
    server,
    services,
    worker,
    metricsPort,
    companionApps,
    client,
    keys,
    writeUsage: async () => {
      for (const { flush } of flushes) await flush();
      await parts.flushRequestCounts();
    },
    listen: async (at) => {
      await server.listen({ ...at, backlog: BACKLOG });
      const { host } = at;
      stopDualStack = await listenDualStack(server.server, host, https !== null);
      const address = server.server.address();
      port = typeof address === "object" && address ? address.port : at.port;
      await storeServerUrl(publicUrl(), services.store).catch((err: unknown) =>
        log.warn({ err }, "the server's URL cannot be stored; commands print the default one"),
      );
      return port;
    },
    reloadCertificate: () => certificate?.reload(),
    drain: (skipDrain) => {
      readiness.drain();
      return wait(settings.drainMs, skipDrain);
    },
    close: async () => {
      certificate?.stop();
      readiness.drain();
      // A browser may keep an idle connection open.
      const last = globalThis.setTimeout(() => server.server.closeAllConnections(), STOP_GRACE_MS);
      await Promise.all([stopDualStack(), server.close()]);
      clearTimeout(last);
      for (const { stop } of flushes) await stop();
      await parts.close();
    },
  };
};

/** Throws if the settings change the limit of an unknown path. */
export function requireKnownPaths({ limitChanges }: Pick<Settings, "limitChanges">): void {
  const unknown = Object.keys(limitChanges).filter((path) => !API_PATHS.includes(path));
  if (unknown.length > 0)
    throw new SettingsError(
      `RATE_LIMIT_CHANGES names ${unknown.join(", ")}, which is no path of the API`,
      { advice: "name paths such as /transactions/get" },
    );
}
