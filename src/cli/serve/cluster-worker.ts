import { performance } from "node:perf_hooks";
import { brandOf } from "../../protocol/brand/brand.ts";
import type { Settings } from "../../server/host/settings/settings.ts";
import {
  createSharedConnections,
  type SharedConnections,
} from "../../server/http/overload/shared-connections.ts";
import type { Context } from "../context.ts";
import { LOAD_PERIOD_MS, MIN_LOAD } from "./load-balance.ts";
import { createPrimaryCounters } from "./primary-counters.ts";
import type { FromPrimary, ProcessRole, ToPrimary } from "./process-messages.ts";
import { serveApp } from "./serve-app.ts";

/** The time in ms for collecting added jobs before the process that runs jobs is woken. */
const WAKE_PAUSE_MS = 10;

/** Serves as a worker of a cluster, at the primary process's port and with its counters. */
export const runClusterWorker = async (
  settings: Settings,
  role: ProcessRole,
  context: Context,
): Promise<void> => {
  const send = (message: ToPrimary): void => {
    // If the primary process has ended, this process ends, too.
    if (process.connected) process.send?.(message);
  };
  const { counters, receive } = createPrimaryCounters(send);
  const connections = createSharedConnections();
  const stop = new AbortController();
  const skipDrain = new AbortController();
  let wakeJobs = (): void => {};
  let isCertificateDue = false;
  let reloadCertificate = (): void => {
    isCertificateDue = true;
  };
  process.on("message", (message: FromPrimary) => {
    switch (message.type) {
      case "stop":
        stop.abort();
        return message.isUrgent ? skipDrain.abort() : undefined;
      case "counts":
      case "empty":
        return receive(message);
      case "surplus":
        return connections.giveUp(message.connections);
      case "certificate":
        return reloadCertificate();
      case "jobs":
        return wakeJobs();
    }
  });
  const isFirst = role.number === 1;
  const app = await serveApp(
    {
      ...settings,
      port: role.port,
      ...(role.brand && {
        brand: { brand: brandOf(role.brand.name), source: role.brand.source },
      }),
      demo: settings.demo && isFirst,
      worker: settings.worker && isFirst,
    },
    context,
    {
      isFirst,
      isSilent: !isFirst || role.isReplacement,
      counters,
      connections,
      stop: stop.signal,
      skipDrain: skipDrain.signal,
    },
  ).finally(() => {
    // The channel must be open until the port is, and must not keep the process alive afterwards. A
    // failed start ends this process.
    process.channel?.unref();
  });
  reportLoad(connections, send);
  reloadCertificate = app.reloadCertificate;
  if (isCertificateDue) app.reloadCertificate();
  if (isFirst) wakeJobs = () => app.worker.wake();
  else app.services.store.jobs.onAdded(atMostEvery(WAKE_PAUSE_MS, () => send({ type: "jobs" })));
  app.companionApps.demoOrigin ??= role.demoOrigin;
  const { brand, brandSource: source } = app.services;
  send({
    type: "ready",
    demoOrigin: app.companionApps.demoOrigin,
    brand: { name: brand.name, source },
  });
};

/** Reports the load to the primary process for as long as there is any. */
function reportLoad(connections: SharedConnections, send: (message: ToPrimary) => void): void {
  let previous = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, previous);
    previous = now;
    const inUse = connections.takeInUse();
    if (utilization >= MIN_LOAD) send({ type: "load", load: { utilization, connections: inUse } });
  }, LOAD_PERIOD_MS).unref();
}

/** Combines all requests within a pause into one call. */
function atMostEvery(ms: number, call: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      call();
    }, ms).unref();
  };
}
