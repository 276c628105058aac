import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type Brand, DEFAULT_BRAND } from "../../protocol/brand.ts";
import type { Client } from "../domain/clients/client.ts";
import { livingSecrets, secretWith } from "../domain/clients/client-secret.ts";
import { eraseRemovedClient } from "../domain/clients/erase-removed-client.ts";
import type { FirstClientKeys, SecretFile } from "../domain/clients/first-client-keys.ts";
import { generateKeys, newClient } from "../domain/clients/new-client.ts";
import { digest, type Random } from "../domain/identifiers.ts";
import type { Store } from "../domain/store.ts";
import { type Settings, SettingsError } from "../settings/settings.ts";
import { NEWEST_VERSION } from "../versions/index.ts";
import { writeNew } from "./write-new.ts";

const Keys = z.object({ client_id: z.string(), secret: z.string(), public_key: z.string() });

/** A client's keys in the clear; the store itself keeps only a digest of the secret. */
export type Keys = z.infer<typeof Keys>;

/** Whether a server has been started in this folder before. */
export const hasKeyFiles = (dataFolder: string): boolean =>
  ["environment", "master.key", "keys.json"].some((name) => existsSync(join(dataFolder, name)));

/**
 * The keys of the store's client, which the first start makes. A secret that was made up is in the
 * clear in `keys.json` only, written before the client is, so that no crash loses it; null where that
 * file is gone. Fixed keys that differ from the store's are refused.
 */
export const ensureClient = async (
  settings: Settings,
  services: { store: Store; random: Random; clock: () => number; brand: Brand },
): Promise<{ client: Client; keys: Keys | null }> => {
  const { store, random, clock, brand } = services;
  const file = keysFile(settings.dataFolder);
  const { clientId, secret, publicKey } = settings.keys;
  const present = await findClient(settings, store);
  if (present) {
    finishRotation(settings, present, clock());
    return { client: present, keys: keysOf(present, settings, clock()) };
  }
  const newKeys = generateKeys(random);
  const inSettings = clientId !== undefined && secret !== undefined && publicKey !== undefined;
  if (!inSettings)
    writeNew(file, `${JSON.stringify({ ...newKeys, ...keysFromSettings(settings) }, null, 2)}\n`);
  const onDisk = inSettings ? newKeys : (readKeysFile(settings) ?? newKeys);
  const keys: Keys = { ...onDisk, ...keysFromSettings(settings) };
  // One of this id may have been removed, and has to be gone before it is made again.
  await eraseRemovedClient(services, keys.client_id);
  const client = newClient(keys, services, {
    name: firstName(brand),
    defaultVersion: NEWEST_VERSION,
    // It is the operator's own.
    productionAccess: { state: "granted" },
  });
  const isFirst = await store.transact(async ({ clients, audit }) => {
    if ((await clients.first()) !== null) return false;
    await clients.add(client);
    await audit.append({
      at: client.createdAt,
      actor: { kind: "server", name: "first start" },
      action: "client.create",
      subject: client.clientId,
    });
    return true;
  });
  if (isFirst) return { client, keys };
  // Another machine was faster, and the keys in this one's file are nobody's.
  if (!inSettings && (await store.clients.byClientId(keys.client_id)) === null) rmSync(file);
  return ensureClient(settings, services);
};

/** What the first client is called until the operator calls it otherwise: it is whose the server is. */
const firstName = ({ name }: Brand): string =>
  name === DEFAULT_BRAND.name ? "First client" : name;

/** The client that is named, or the oldest; null in an empty store. Throws for a name that is none. */
const findClient = async (
  { keys: { clientId }, dataFolder }: Settings,
  store: Pick<Store, "clients">,
): Promise<Client | null> => {
  if (clientId === undefined) return store.clients.first();
  const client = await store.clients.byClientId(clientId);
  if (client || (await store.clients.first()) === null) return client;
  const ids = (await store.clients.all()).map(({ client }) => client.clientId);
  throw new SettingsError(
    `there is no client ${clientId} in ${dataFolder}, but ${ids.slice(0, 3).join(", ")}`,
    { advice: "name one of those, or make another with npx service-link clients create" },
  );
};

/** The client that is named, or the oldest, and its keys as far as they are known here; makes none. */
export const requireClientKeys = async (
  settings: Settings,
  store: Pick<Store, "clients">,
  now: number,
): Promise<{ client: Client; keys: Keys | null }> => {
  const client = await findClient(settings, store);
  if (client) return { client, keys: keysOf(client, settings, now) };
  throw new SettingsError(`there is no client in ${settings.dataFolder} yet`, {
    advice: "start the server there first (npx service-link serve)",
  });
};

/**
 * Writes a new secret beside `keys.json`, where that file has this client's keys: what can fail, fails
 * before the store changes. Null where there is nothing to do.
 */
export const prepareSecretFile = (
  settings: Pick<Settings, "dataFolder">,
  clientId: string,
  secret: string,
): SecretFile | null => {
  const before = readKeysFile(settings);
  if (before?.client_id !== clientId) return null;
  const secretDigest = digest(secret);
  const next = nextKeysFile(settings, secretDigest);
  writeNew(next, `${JSON.stringify({ ...before, secret }, null, 2)}\n`);
  return {
    secretDigest,
    put: () => {
      if (existsSync(next)) renameSync(next, keysFile(settings.dataFolder));
    },
    discard: () => rmSync(next, { force: true }),
  };
};

/** Puts the secret in place of a rotation that ended between the store and `keys.json`, as in a crash. */
const finishRotation = (settings: Settings, client: Client, now: number): void => {
  const next = livingSecrets(client, now)
    .map((secret) => nextKeysFile(settings, secret.digest))
    .find((file) => existsSync(file));
  try {
    if (next !== undefined) renameSync(next, keysFile(settings.dataFolder));
  } catch {
    // Another process was faster, or the disk refuses it: then keys.json is as stale as it was.
  }
};

/** What is on this machine of the clients' secrets, by the settings of the server. */
export const firstClientKeysOf = (settings: Settings): FirstClientKeys => ({
  prepareFile: (clientId, secret) => prepareSecretFile(settings, clientId, secret),
  isInFile: (clientId, secretDigest) => {
    try {
      const keys = readKeysFile(settings);
      return keys?.client_id === clientId && digest(keys.secret) === secretDigest;
    } catch {
      return false;
    }
  },
  isInVariable: (clientId, secretDigest) => {
    const { clientId: ownClientId, secret } = settings.keys;
    const isOwn = ownClientId === undefined || ownClientId === clientId;
    return isOwn && secret !== undefined && digest(secret) === secretDigest;
  },
});

const keysFromSettings = ({ keys: { clientId, secret, publicKey } }: Settings): Partial<Keys> => ({
  ...(clientId !== undefined && { client_id: clientId }),
  ...(secret !== undefined && { secret }),
  ...(publicKey !== undefined && { public_key: publicKey }),
});

function keysOf(client: Client, settings: Settings, now: number): Keys | null {
  const { secret: ownSecret, publicKey } = settings.keys;
  const works = (secret: string) => secretWith(client, digest(secret), now) !== null;
  if (ownSecret !== undefined && !works(ownSecret))
    throw differs("SERVICE_LINK_SECRET", client, settings);
  if (publicKey !== undefined && publicKey !== client.publicKey)
    throw differs("SERVICE_LINK_PUBLIC_KEY", client, settings);
  const secret = ownSecret ?? readKeysFile(settings)?.secret;
  if (secret === undefined || !works(secret)) return null;
  return { client_id: client.clientId, secret, public_key: client.publicKey };
}

const differs = (variable: string, { clientId }: Client, { dataFolder }: Settings) =>
  new SettingsError(
    `${variable} is not what the store in ${dataFolder} has for client ${clientId}; ` +
      "use the keys that it was made with, or another --data folder",
  );

/** The keys in `keys.json`; null where there is no such file. */
export const readKeysFile = ({ dataFolder }: Pick<Settings, "dataFolder">): Keys | null => {
  const file = keysFile(dataFolder);
  if (!existsSync(file)) return null;
  const text = readFileSync(file, "utf8");
  try {
    return Keys.parse(JSON.parse(text));
  } catch (cause) {
    throw new SettingsError(`${file} is not a file of keys`, {
      advice: "put it back from a backup, or move it away: then the secret is known to you alone",
      cause,
    });
  }
};

const keysFile = (dataFolder: string): string => join(dataFolder, "keys.json");

/** Where the keys of a rotation wait: a file for each secret, so that no two rotations share one. */
const nextKeysFile = ({ dataFolder }: Pick<Settings, "dataFolder">, secretDigest: string): string =>
  join(dataFolder, `keys.json.${secretDigest.slice(0, 16)}.new`);
