import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { createCaptcha } from "./captcha.ts";
import { connectorsFor } from "./connectors.ts";
import { createDirectory } from "./domain/directory.ts";
import { createMeter } from "./domain/meter.ts";
import { keepOwnInstitutions } from "./domain/own-institutions.ts";
import type { Client } from "./domain/ports.ts";
import { createRateCounters, createRateLimiter, UNLIMITED } from "./domain/rate-limiter.ts";
import { createVault } from "./domain/vault.ts";
import type { World } from "./domain/world.ts";
import { storeFile } from "./existing-store.ts";
import type { Assets } from "./http/assets.ts";
import { legalPage } from "./http/legal-routes.ts";
import { API_PATHS, createServer } from "./http/server.ts";
import {
  ensureClient,
  type Keys,
  keepEnvironment,
  makeDataFolder,
  readMasterKey,
} from "./key-files.ts";
import { checkMasterKey } from "./master-key-check.ts";
import { type Settings, SettingsError } from "./settings.ts";
import { sqlite } from "./store/sqlite.ts";
import { openStore } from "./store/store.ts";
import { readTlsFiles } from "./tls-files.ts";
import { startUsageFlush } from "./usage-flush.ts";

/** How long a request that is under way may take to end once the server stops. */
const STOP_GRACE_MS = 2000;

/** A server that is wired and ready to listen, and the keys of its client. */
export type App = {
  server: FastifyInstance;
  world: World;
  client: Client;
  /** Null where the secret is no longer on this machine in the clear. */
  keys: Keys | null;
  /** Writes what was counted of billed calls, as happens each second by itself. */
  writeUsage(): Promise<void>;
  /** Stops answering, then lets go of the store. */
  close(): Promise<void>;
};

/** Wires a server out of its parts: the store in its folder, the connectors, and HTTP on top. */
export const createApp = async (
  settings: Settings,
  {
    assets,
    log,
    clock = Date.now,
  }: { assets: Assets; log: FastifyBaseLogger; clock?: () => number },
): Promise<App> => {
  refuseUnknownPaths(settings);
  const https = settings.tls && readTlsFiles(settings.tls);
  makeDataFolder(settings.dataFolder);
  keepEnvironment(settings);
  const store = await openStore(sqlite(storeFile(settings.dataFolder)));
  const isFirstStart = (await store.clients.first()) === null;
  const own = await keepOwnInstitutions(store.institutions, clock);
  const vault = createVault(readMasterKey(settings, randomBytes, isFirstStart), randomBytes);
  await checkMasterKey(store, vault, settings.dataFolder);
  const world: World = {
    environment: settings.environment,
    clock,
    random: randomBytes,
    store,
    vault,
    directory: createDirectory(connectorsFor(settings.environment, own.current)),
    limiter: settings.rateLimits ? createRateLimiter(createRateCounters(), clock) : UNLIMITED,
    processors: settings.processors,
    captcha: createCaptcha(vault.key("captcha"), randomBytes),
    legal: {
      termsUrl: (language) => settings.legal.termsUrl ?? legalPage("terms", language),
      privacyUrl: (language) => settings.legal.privacyUrl ?? legalPage("privacy", language),
    },
    pause: (ms) => setTimeout(ms),
  };
  const { client, keys } = await ensureClient(settings, world);
  const meter = createMeter(clock);
  const usageFlush = startUsageFlush(meter, store, log);
  const server = createServer({
    world,
    assets,
    log,
    counting: { limitChanges: settings.limitChanges, meter },
    behindProxy: settings.behindProxy,
    refresh: own.refresh,
    ...(https && { https }),
  });
  return {
    server,
    world,
    client,
    keys,
    writeUsage: usageFlush.flush,
    close: async () => {
      // A browser may hold a connection open on which it never asks anything.
      const last = globalThis.setTimeout(() => server.server.closeAllConnections(), STOP_GRACE_MS);
      await server.close();
      clearTimeout(last);
      await usageFlush.stop();
      await store.close();
    },
  };
};

function refuseUnknownPaths({ limitChanges }: Settings): void {
  const unknown = Object.keys(limitChanges).filter((path) => !API_PATHS.includes(path));
  if (unknown.length > 0)
    throw new SettingsError(
      `RATE_LIMIT_CHANGES names ${unknown.join(", ")}, which is no path of the API`,
    );
}
