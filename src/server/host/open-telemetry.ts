import cluster from "node:cluster";
import { existsSync, readFileSync } from "node:fs";
import type { FastifyBaseLogger } from "fastify";
import type { Load } from "../domain/load.ts";
import { DELIVERY_JOB } from "../domain/webhooks/webhook.ts";
import type { JobKind } from "../jobs/job.ts";
import type { Metrics, WatchedStore } from "../telemetry/metrics.ts";
import { openMetricsServer } from "../telemetry/metrics-server.ts";
import { createTelemetry, type Telemetry } from "../telemetry/telemetry.ts";
import { type Settings, SettingsError } from "./settings/settings.ts";

/** The telemetry of a process, as its settings configure it. */
export type OpenTelemetry = {
  /** Undefined if nothing is measured. */
  telemetry: Telemetry | undefined;
  /** The port of the metrics; null without metrics, or if another process serves them. */
  metricsPort: number | null;
  /** Starts to measure the jobs and the client totals of this store. */
  watchStore(store: WatchedStore): void;
  /** Starts to measure the server's load and its refused requests. */
  watchLoad(load: () => Load): void;
  close(): Promise<void>;
};

type Options = { log: FastifyBaseLogger; clock?: () => number };

/** Opens the telemetry of the settings. Loads no code for other telemetry. */
export const openTelemetry = async (
  { metrics: address, traces: collector }: Settings,
  { log, clock = Date.now }: Options,
): Promise<OpenTelemetry> => {
  const metrics = address
    ? await (await import("../telemetry/metrics.ts")).createMetrics(readVersion())
    : null;
  const traces = collector
    ? await (await import("../telemetry/traces.ts")).createTraces(collector, log)
    : null;
  const observers = [metrics?.observer, traces?.observer].filter(
    (observer) => observer !== undefined,
  );
  const server = address && metrics ? await serve(metrics, address, log) : null;
  return {
    telemetry: observers.length > 0 ? createTelemetry(observers) : undefined,
    metricsPort: server?.port ?? null,
    watchStore: (store) => metrics?.watchStore(store, clock),
    watchLoad: (load) => metrics?.watchLoad(load),
    close: async () => {
      await Promise.all([server?.close(), traces?.close()]);
    },
  };
};

/** The version of this file's package, from the source or the build. */
function readVersion(): string {
  let file = new URL("package.json", import.meta.url);
  while (!existsSync(file) && file.pathname !== "/package.json")
    file = new URL("../package.json", file);
  return existsSync(file) ? String(JSON.parse(readFileSync(file, "utf8")).version) : "unknown";
}

type Address = NonNullable<Settings["metrics"]>;

/** In a cluster, only the primary process listens; it serves the metrics of all workers. */
async function serve({ registry }: Metrics, address: Address, log: FastifyBaseLogger) {
  if (cluster.isWorker) {
    const { AggregatorRegistry } = await import("prom-client");
    AggregatorRegistry.setRegistries(registry);
    new AggregatorRegistry();
    return null;
  }
  return listen(
    address,
    async () => ({ text: await registry.metrics(), type: registry.contentType }),
    log,
  );
}

/**
 * Serves the metrics of this process's workers: the sums of counters and times. For the store's
 * gauges, it serves the largest value, since all workers read the same store.
 */
export const serveClusterMetrics = async (
  { metrics: address }: Settings,
  log: FastifyBaseLogger,
): Promise<void> => {
  if (!address) return;
  const { AggregatorRegistry } = await import("prom-client");
  const registry = new AggregatorRegistry();
  const read = async () => ({ text: await registry.clusterMetrics(), type: registry.contentType });
  await listen(address, read, log);
};

async function listen(
  { host, port, token }: Address,
  read: () => Promise<{ text: string; type: string }>,
  log: FastifyBaseLogger,
) {
  const report = (err: unknown) => log.error({ err }, "the metrics cannot be read");
  try {
    return await openMetricsServer({ host, port, token, read, report });
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : String(cause);
    throw new SettingsError(`metrics cannot be served at ${host}:${port}: ${words}`, {
      advice: "choose another METRICS_ADDRESS",
      cause,
    });
  }
}

/**
 * Observes the runs of a kind of job as operations. `lag` is the age of a delivered webhook in
 * seconds.
 */
export const observeJobKind = (kind: JobKind, telemetry: Telemetry): JobKind => ({
  ...kind,
  run: (payload, context) =>
    telemetry.run(
      { kind: "job", name: kind.name, attributes: { attempt: context.job.attempts } },
      () => kind.run(payload, context),
      (outcome) => {
        if ("retryAt" in outcome) return { outcome: "retry" };
        if ("gaveUp" in outcome) return { outcome: "given_up" };
        if (kind.name !== DELIVERY_JOB) return { outcome: "done" };
        return { outcome: "done", lag: (context.clock() - context.job.createdAt) / 1000 };
      },
    ),
});
