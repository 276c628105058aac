import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadEndpoints } from "../src/server/api/index.ts";
import { newClient } from "../src/server/domain/clients/new-client.ts";
import { loadKnowledge } from "../src/server/domain/enrichment/knowledge.ts";
import { DOOR_NAMES } from "../src/server/domain/grants/grant.ts";
import type { Services } from "../src/server/domain/services.ts";
import { readSettings } from "../src/server/host/settings/settings.ts";
import { openInMemory } from "../src/server/store/dialects/sqlite/open.ts";
import { openStore } from "../src/server/store/open-store.ts";
import { NEWEST_VERSION } from "../src/server/versions/index.ts";
import { memoryFolder } from "../src/testing/memory-folder.ts";
import type { Keys } from "./api-client.ts";
import { createDraw } from "./draw.ts";
import { loadLazyModules } from "./lazy-modules.ts";
import { removeVersions } from "./operator.ts";
import { PAGE } from "./person.ts";
import type { World } from "./world.ts";

/** The keys of the first client. */
const FIRST_CLIENT = {
  client_id: "simulated-client-1",
  secret: "simulated-secret-of-client-1",
};

/** Opens the shared store of all processes in memory, and a reader for the rules. */
export const openPlatform = async (seed: string) => {
  const folder = mkdtempSync(join(memoryFolder() ?? tmpdir(), "service-link-sim-"));
  const key = Buffer.from(createDraw(seed, "master key").bytes(32)).toString("hex");
  const settings = readSettings(
    { data: folder, port: "0", demo: false },
    {
      ...{
        SERVICE_LINK_CLIENT_ID: FIRST_CLIENT.client_id,
        SERVICE_LINK_SECRET: FIRST_CLIENT.secret,
      },
      ...{ SERVICE_LINK_PUBLIC_KEY: "simulated-public-key-1", SERVICE_LINK_MASTER_KEY: key },
      ...{ PUBLIC_URL: "http://localhost:8080", REQUEST_LOG: "off" },
      DOORS: DOOR_NAMES.join(","),
    },
  );
  const { connect, database } = openInMemory(await migratedImage());
  // Loaded before the simulation, since loading takes time that is not simulated.
  await Promise.all([loadKnowledge(), loadEndpoints(), loadLazyModules()]);
  return {
    settings,
    database: connect,
    reader: database,
    close: async () => {
      database.close();
      removeVersions();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

let image: Promise<Uint8Array> | undefined;

/** An empty database with the current schema, for the start of each seed. The rules can read it. */
const migratedImage = (): Promise<Uint8Array> => {
  image ??= (async () => {
    const { connect, database } = openInMemory();
    await (await openStore(connect())).close();
    const bytes = database.serialize();
    database.close();
    return bytes;
  })();
  return image;
};

/** Registers the clients; returns their keys. */
export const registerClients = async (
  services: Services | undefined,
  world: World,
): Promise<Keys[]> => {
  if (!services) throw new Error("no server runs");
  const { store, random, clock } = services;
  const keys = [FIRST_CLIENT];
  for (const number of [2, 3]) {
    const own = { ...FIRST_CLIENT, public_key: `simulated-public-key-${number}` };
    own.client_id = `simulated-client-${number}`;
    own.secret = `simulated-secret-of-client-${number}`;
    const origin = { random, clock };
    await store.clients.add(newClient(own, origin, { defaultVersion: NEWEST_VERSION }));
    keys.push({ client_id: own.client_id, secret: own.secret });
  }
  for (const { client_id } of keys) {
    await store.clients.allowOrigin(client_id, PAGE, 10);
    world.note("operator", "client", "added", client_id);
  }
  return keys;
};
