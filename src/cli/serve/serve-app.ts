import { flushCompileCache } from "node:module";
import { fileURLToPath } from "node:url";
import { newInvitation } from "../../server/domain/dashboard/invitation.ts";
import { newSetupCode, SETUP_CODE_MS, setupPath } from "../../server/domain/dashboard/operator.ts";
import type { RateCounters } from "../../server/domain/limits/rate-limiter.ts";
import { type App, createApp } from "../../server/host/app.ts";
import { createLog } from "../../server/host/create-log.ts";
import { type Settings, SettingsError } from "../../server/host/settings/settings.ts";
import { type Assets, readAssets } from "../../server/http/assets.ts";
import type { SharedConnections } from "../../server/http/overload/shared-connections.ts";
import type { Context } from "../context.ts";
import { limitHeap } from "../heap-limits.ts";
import { PROJECT } from "../project.ts";
import { startWatchdog } from "../watchdog.ts";
import { disconnectDemoBank } from "./connect-demo-bank.ts";
import { demoUnavailableReason } from "./demo-unavailable-reason.ts";
import { explainRefusal, portFailure } from "./port.ts";
import { startDemo } from "./start-demo.ts";
import { startPage } from "./start-page.ts";

/** A process's part in a cluster: shared counters and connections, and the signals to stop. */
type ClusterWorker = {
  isFirst: boolean;
  /** Whether another process has printed the server's address. */
  isSilent: boolean;
  counters: RateCounters;
  connections: SharedConnections;
  stop: AbortSignal;
  /** Aborts if stopping is to take no longer. */
  skipDrain: AbortSignal;
};

/**
 * Serves in this process, with the demo shop and bank, and prints their addresses. Runs until a
 * signal or the primary process stops it.
 */
export const serveApp = async (
  settings: Settings,
  { out }: Pick<Context, "out">,
  clusterWorker?: ClusterWorker,
): Promise<App> => {
  const log = createLog(settings.logLevel);
  // The primary process has already checked.
  const problem = clusterWorker ? null : await portFailure(settings);
  if (problem) throw await explainRefusal(problem, settings);
  const assets = readBuiltAssets(fileURLToPath(new URL("dist/public", PROJECT)));
  const app = await createApp(settings, {
    ...{ assets, log },
    counters: clusterWorker?.counters,
    connections: clusterWorker?.connections,
  });
  const closers = [() => app.close()];
  const close = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  const skipDrain = new AbortController();
  const stop = async () => {
    await app.drain(clusterWorker?.skipDrain ?? skipDrain.signal);
    await close();
  };
  try {
    const port = await listen(app, settings);
    limitHeap();
    const apiOrigin = originOf(settings, port);
    const noDemo = demoUnavailableReason(settings, app.keys);
    const demo =
      settings.demo && app.keys && noDemo === null
        ? await startDemo({ settings, port, apiOrigin, app }, app.keys)
        : null;
    if (demo) closers.push(() => demo.close());
    else if (clusterWorker?.isFirst !== false) await disconnectDemoBank(app.services);
    // The job thread takes 10 MB, so a server without jobs does not start it.
    if (settings.worker) app.worker.start(() => void startWatchdog());
    if (clusterWorker) stopOn(clusterWorker.stop, stop);
    else stopAtSignal(stop, () => skipDrain.abort());
    // Without a certificate to reload, SIGHUP ends the process, for example when the terminal
    // closes.
    if (settings.tls) process.on("SIGHUP", () => app.reloadCertificate());
    app.companionApps.demoOrigin = demo?.shopOrigin ?? null;
    if (clusterWorker?.isSilent !== true) {
      const paths = {
        setupPath: await createSetupPath(app, settings),
        invitationPath: await createInvitationPath(app, settings),
      };
      out(startPage({ settings, apiOrigin, demo, noDemo, app, ...paths }));
    }
    // A stop from before anybody listened is not heard again.
    if (clusterWorker?.stop.aborted) await stop();
    // The compile cache is written now, since a killed process writes no cache.
    flushCompileCache();
    return app;
  } catch (failure) {
    await close();
    throw failure;
  }
};

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * The first signal stops the server, the second signal skips the delay, and the third signal ends
 * the process.
 */
function stopAtSignal(stop: () => Promise<void>, skipDrain: () => void): void {
  let isStopping = false;
  const listener = () => {
    if (isStopping) {
      skipDrain();
      for (const signal of SIGNALS) process.off(signal, listener);
    } else void stop();
    isStopping = true;
  };
  for (const signal of SIGNALS) process.on(signal, listener);
}

/** Stops a cluster worker on a message of the primary process, or on a signal to all processes. */
function stopOn(stopSignal: AbortSignal, stop: () => Promise<void>): void {
  let isStopping = false;
  const listener = () => {
    if (!isStopping) void stop();
    isStopping = true;
  };
  stopSignal.addEventListener("abort", listener);
  for (const signal of SIGNALS) process.on(signal, listener);
}

/**
 * Returns the address at which to set a missing operator password. Outside the sandbox, the address
 * is printed on a terminal only, since logs may keep it.
 */
async function createSetupPath(
  { services }: App,
  { environment }: Settings,
): Promise<string | null> {
  if (environment !== "sandbox" && !process.stdout.isTTY) return null;
  if ((await services.store.operator.passwordHash()) !== null) return null;
  return setupPath(await newSetupCode(SETUP_CODE_MS.start, services));
}

/**
 * Creates the invitation of a sandbox's first member, and replaces the invitation of an earlier
 * start. Returns its path, or null if a member exists.
 */
async function createInvitationPath(
  { services, client }: App,
  { environment }: Settings,
): Promise<string | null> {
  const { members } = services.store;
  if (environment !== "sandbox" || (await members.hasAny(client.clientId))) return null;
  const { clientId } = client;
  const invited = { clientId, email: null, role: "admin", invitedBy: null } as const;
  const { invitation, path } = newInvitation(invited, services);
  for (const earlier of await members.invitations(clientId, services.clock()))
    if (earlier.email === null) await members.endInvitation(earlier.invitationId);
  await members.invite(invitation);
  return path;
}

/** The built files; throws if they are missing. */
function readBuiltAssets(folder: string): Assets {
  try {
    return readAssets(folder);
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "ENOENT")) throw cause;
    throw new SettingsError(`${folder} is not whole`, {
      advice: "install the program again; in a checkout, run npm run build",
      cause,
    });
  }
}

/** An IPv6 address is in brackets in a URL. */
const originOf = ({ tls, host }: Settings, port: number): string =>
  `${tls ? "https" : "http"}://${host.includes(":") ? `[${host}]` : host}:${port}`;

async function listen(app: App, settings: Settings): Promise<number> {
  try {
    return await app.listen(settings);
  } catch (failure) {
    throw failure instanceof Error ? await explainRefusal(failure, settings) : failure;
  }
}
