import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { createCaptcha } from "./captcha.ts";
import { connectorsFor } from "./connectors.ts";
import { createDirectory } from "./domain/directory.ts";
import { keepOwnInstitutions } from "./domain/own-institutions.ts";
import type { Client } from "./domain/ports.ts";
import { createVault } from "./domain/vault.ts";
import type { World } from "./domain/world.ts";
import type { Assets } from "./http/assets.ts";
import { legalPage } from "./http/legal-routes.ts";
import { createServer } from "./http/server.ts";
import {
  ensureClient,
  type Keys,
  keepEnvironment,
  makeDataFolder,
  readMasterKey,
} from "./key-files.ts";
import type { Settings } from "./settings.ts";
import { sqlite } from "./store/sqlite.ts";
import { openStore } from "./store/store.ts";

/** How long a request that is under way may take to end once the server stops. */
const STOP_GRACE_MS = 2000;

/** A server that is wired and ready to listen, and the keys of its client. */
export type App = {
  server: FastifyInstance;
  world: World;
  client: Client;
  /** Null where the secret is no longer on this machine in the clear. */
  keys: Keys | null;
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
  makeDataFolder(settings.dataFolder);
  keepEnvironment(settings);
  const store = await openStore(sqlite(join(settings.dataFolder, "service-link.db")));
  const isFirstStart = (await store.clients.first()) === null;
  const own = await keepOwnInstitutions(store.institutions, clock);
  const vault = createVault(readMasterKey(settings, randomBytes, isFirstStart), randomBytes);
  const world: World = {
    environment: settings.environment,
    clock,
    random: randomBytes,
    store,
    vault,
    directory: createDirectory(connectorsFor(settings.environment, own.current)),
    captcha: createCaptcha(vault.key("captcha"), randomBytes),
    legal: {
      termsUrl: (language) => settings.legal.termsUrl ?? legalPage("terms", language),
      privacyUrl: (language) => settings.legal.privacyUrl ?? legalPage("privacy", language),
    },
    pause: (ms) => setTimeout(ms),
  };
  const { client, keys } = await ensureClient(settings, world);
  const https = settings.tls && {
    cert: readFileSync(settings.tls.certFile),
    key: readFileSync(settings.tls.keyFile),
    minVersion: settings.tls.minVersion,
  };
  const server = createServer({
    world,
    assets,
    log,
    behindProxy: settings.behindProxy,
    refresh: own.refresh,
    ...(https && { https }),
  });
  return {
    server,
    world,
    client,
    keys,
    close: async () => {
      // A browser may hold a connection open on which it never asks anything.
      const last = globalThis.setTimeout(() => server.server.closeAllConnections(), STOP_GRACE_MS);
      await server.close();
      clearTimeout(last);
      await store.close();
    },
  };
};
