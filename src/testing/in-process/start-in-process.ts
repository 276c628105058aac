import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MAX_ORIGINS, parseOrigin } from "../../server/domain/clients/origin.ts";
import { MAX_REDIRECT_URIS, redirectUriProblem } from "../../server/domain/clients/redirect-uri.ts";
import { type App, createApp } from "../../server/host/app.ts";
import { createLog } from "../../server/host/create-log.ts";
import { DEFAULTS } from "../../server/host/settings/defaults.ts";
import { readSettings, SettingsError } from "../../server/host/settings/settings.ts";
import { type Assets, readAssets } from "../../server/http/assets.ts";
import { open } from "../../server/store/dialects/sqlite/open.ts";
import { memoryFolder } from "../memory-folder.ts";
import { createClock, type MovableClock } from "./movable-clock.ts";
import { seededRandom } from "./seeded-random.ts";
import { takeSnapshot } from "./store-snapshot.ts";

export type InProcessOptions = {
  /** The folder of the built pages. */
  pages: string;
  seed: string;
  /** The time at which the clock is stopped, in ms since 1970; undefined for the system's clock. */
  now: number | undefined;
  /** Whether jobs run by themselves, or only in `runJobs` and when the clock moves. */
  jobs: "auto" | "manual";
  origins: readonly string[];
  redirectUris: readonly string[];
  /** Settings as environment variables, such as `RATE_LIMITS`. */
  variables: Readonly<Record<string, string>>;
  /** Receives each line of the log; undefined for no log. */
  log: ((line: string) => void) | undefined;
};

/** A sandbox in this process, on a free port, with a separate store. */
export type InProcess = {
  url: string;
  keys: { clientId: string; secret: string; publicKey: string };
  clock: MovableClock;
  /** Runs all due jobs, and the jobs that these add; returns the number of attempts. */
  runJobs(): Promise<number>;
  /** Resets store and clock to their state after the start. */
  reset(): Promise<void>;
  stop(): Promise<void>;
};

/** The variables that a service in a process of tests decides itself. */
const OWN_VARIABLES: Readonly<Record<string, string>> = {
  SERVICE_ENV: "it runs the sandbox only, in which a clock may move and a store may be reset",
  DATABASE_URL: "it has a store of its own, which it deletes",
  RATE_COUNTERS: "its counters are in its store, so that a reset clears them",
  REDIS_URL: "its counters are in its store, so that a reset clears them",
};

/**
 * Starts a sandbox in this process. Throws a SettingsError if an option is wrong, without leaving
 * files or open handles.
 */
export const startInProcess = async (options: InProcessOptions): Promise<InProcess> => {
  for (const name of Object.keys(options.variables))
    if (OWN_VARIABLES[name])
      throw new SettingsError(`variables.${name} must be left out: ${OWN_VARIABLES[name]}`);
  const folder = mkdtempSync(join(memoryFolder() ?? tmpdir(), "service-link-test-"));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  // A process of tests that ends without `stop` leaves nothing behind either.
  process.once("exit", removeFolder);
  try {
    return await startIn(folder, options, async () => {
      process.off("exit", removeFolder);
      removeFolder();
    });
  } catch (failure) {
    process.off("exit", removeFolder);
    removeFolder();
    throw failure;
  }
};

async function startIn(
  folder: string,
  { pages, seed, now, jobs, origins, redirectUris, variables, log }: InProcessOptions,
  remove: () => Promise<void>,
): Promise<InProcess> {
  const clock = createClock(now);
  const random = seededRandom(seed);
  const settings = readSettings(
    { data: folder, port: "0", demo: false },
    { ...keysFor(seed), ...variables, RATE_COUNTERS: "store" },
  );
  let storeFile = "";
  const app = await createApp(settings, {
    assets: assetsIn(pages),
    log: createLog(log ? settings.logLevel : "silent", { write: log ?? (() => {}) }),
    clock: clock.now,
    random: random.bytes,
    database: (file) => {
      storeFile = file;
      // A store that is deleted at the end waits for no disk.
      return open(file, { synchronous: "OFF" });
    },
  });
  try {
    await register(app, origins, redirectUris);
    const port = await app.listen({ host: DEFAULTS.host, port: 0 });
    const snapshot = takeSnapshot(storeFile);
    if (jobs === "auto") app.worker.start();
    const runJobs = () => app.worker.runDue();
    return {
      url: `http://${DEFAULTS.host}:${port}`,
      keys: {
        clientId: app.keys?.client_id ?? "",
        secret: app.keys?.secret ?? "",
        publicKey: app.keys?.public_key ?? "",
      },
      clock: { ...clock, moved: () => app.worker.wake() },
      runJobs,
      reset: async () => {
        // Counts of calls that are not written yet would be in the new store.
        await app.writeUsage();
        await snapshot.restore();
        clock.restart();
        random.restart();
        await forgetClients(app);
        await app.services.reloadInstitutions();
      },
      stop: async () => {
        snapshot.close();
        await app.close();
        await remove();
      },
    };
  } catch (failure) {
    await app.close();
    throw failure;
  }
}

/** Empties the cache of clients, as each transaction does. */
const forgetClients = ({ services }: App) => services.store.transact(async () => {});

/** Returns the fixed keys of a seed as environment variables. */
function keysFor(seed: string): Record<string, string> {
  const derive = (purpose: string) => createHash("sha256").update(`${purpose}\n${seed}`).digest();
  return {
    SERVICE_LINK_CLIENT_ID: derive("client_id").toString("hex").slice(0, 24),
    SERVICE_LINK_SECRET: derive("secret").toString("hex").slice(0, 30),
    SERVICE_LINK_PUBLIC_KEY: derive("public_key").toString("hex").slice(0, 30),
    SERVICE_LINK_MASTER_KEY: derive("master_key").toString("hex"),
  };
}

let assets: { folder: string; read: Assets } | undefined;

/** Reads the built pages once per process. Local browsers need no compressed copies. */
function assetsIn(folder: string): Assets {
  if (assets?.folder !== folder)
    assets = { folder, read: readAssets(folder, { isCompressed: false }) };
  return assets.read;
}

async function register(
  { client, services: { store } }: App,
  origins: readonly string[],
  redirectUris: readonly string[],
): Promise<void> {
  for (const origin of origins) {
    if (parseOrigin(origin) === null)
      throw new SettingsError(`origins: ${origin} must be like https://shop.example`);
    await store.clients.allowOrigin(client.clientId, origin, MAX_ORIGINS);
  }
  for (const uri of redirectUris) {
    const problem = redirectUriProblem(uri);
    if (problem !== null) throw new SettingsError(`redirectUris: ${uri} ${problem}`);
    await store.redirectUris.allow(client.clientId, uri, MAX_REDIRECT_URIS);
  }
}
