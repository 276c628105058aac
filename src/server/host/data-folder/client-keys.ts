import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type Brand, DEFAULT_BRAND } from "../../../protocol/brand/brand.ts";
import { FIRST_CLIENT_NAME } from "../../../protocol/dashboard/first-client.ts";
import type { Client } from "../../domain/clients/client.ts";
import { ClientElsewhere } from "../../domain/clients/client-elsewhere.ts";
import { livingSecrets, secretWith } from "../../domain/clients/client-secret.ts";
import { eraseRemovedClient } from "../../domain/clients/erase-client.ts";
import type { FirstClientKeys, SecretFile } from "../../domain/clients/first-client-keys.ts";
import { generateKeys, newClient } from "../../domain/clients/new-client.ts";
import { digest, type Random } from "../../domain/identifiers.ts";
import type { Store } from "../../domain/store.ts";
import { NEWEST_VERSION } from "../../versions/index.ts";
import { type Settings, SettingsError } from "../settings/settings.ts";
import { writeNew } from "./write-new.ts";

const Keys = z.object({ client_id: z.string(), secret: z.string(), public_key: z.string() });

/** A client's keys in plain text. The store has only a digest of the secret. */
export type Keys = z.infer<typeof Keys>;

/** Returns whether a server has started in this folder before. */
export const hasKeyFiles = (dataFolder: string): boolean =>
  ["environment", "master.key", "keys.json"].some((name) => existsSync(join(dataFolder, name)));

/**
 * Returns the keys of the store's client. The first start makes the keys. Only `keys.json` has a
 * generated secret in plain text; the file is written before the client, so that no crash loses the
 * secret. Returns null if the file is gone. Refuses fixed keys that differ from the store's keys.
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
    return { client: present, keys: toKeys(present, settings, clock()) };
  }
  const newKeys = generateKeys(random);
  const inSettings = clientId !== undefined && secret !== undefined && publicKey !== undefined;
  if (!inSettings)
    writeNew(file, `${JSON.stringify({ ...newKeys, ...keysFromSettings(settings) }, null, 2)}\n`);
  const onDisk = inSettings ? newKeys : (readKeysFile(settings) ?? newKeys);
  const keys: Keys = { ...onDisk, ...keysFromSettings(settings) };
  // A removed client with this id must be erased before a new client gets the id.
  await eraseRemovedClient(services, keys.client_id);
  const client = newClient(keys, services, {
    name: firstName(brand),
    defaultVersion: NEWEST_VERSION,
    // The client is the operator's own.
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
  // Another machine created its client first, so the keys in this machine's file belong to no
  // client.
  if (!inSettings && (await store.clients.byClientId(keys.client_id)) === null) rmSync(file);
  return ensureClient(settings, services);
};

/** The first client's name until the operator changes the name. */
const firstName = ({ name }: Brand): string =>
  name === DEFAULT_BRAND.name ? FIRST_CLIENT_NAME : name;

/** Returns the named client, or the oldest; null in an empty store. Throws for an unknown name. */
const findClient = async (
  { keys: { clientId }, dataFolder }: Settings,
  store: Pick<Store, "clients">,
): Promise<Client | null> => {
  if (clientId === undefined) return store.clients.first();
  const client = await store.clients.byClientId(clientId).catch((failure: unknown) => {
    throw failure instanceof ClientElsewhere ? isElsewhere(clientId, failure) : failure;
  });
  if (client || (await store.clients.first()) === null) return client;
  const ids = (await store.clients.all()).map(({ client }) => client.clientId);
  throw new SettingsError(
    `there is no client ${clientId} in ${dataFolder}, but ${ids.slice(0, 3).join(", ")}`,
    { advice: "name one of those, or make another with npx service-link clients create" },
  );
};

const isElsewhere = (clientId: string, { cell }: ClientElsewhere) =>
  cell === null
    ? new SettingsError(`the client ${clientId} moves between this cell and another`, {
        advice: "start again once the move is over",
      })
    : new SettingsError(`the client ${clientId} has moved to ${cell}`, {
        advice: "name one that is here in SERVICE_LINK_CLIENT_ID, or unset it with its keys",
      });

/** Returns the named client, or the oldest, with the keys that this machine has. Makes no keys. */
export const requireClientKeys = async (
  settings: Settings,
  store: Pick<Store, "clients">,
  now: number,
): Promise<{ client: Client; keys: Keys | null }> => {
  const client = await findClient(settings, store);
  if (client) return { client, keys: toKeys(client, settings, now) };
  throw new SettingsError(`there is no client in ${settings.dataFolder} yet`, {
    advice: "start the server there first (npx service-link serve)",
  });
};

/**
 * Writes a new secret next to `keys.json` if `keys.json` has this client's keys. Errors thus occur
 * before the store changes. Returns null if there is nothing to do.
 */
export const prepareSecretFile = (
  settings: Pick<Settings, "dataFolder">,
  clientId: string,
  secret: string,
): SecretFile | null => {
  const previous = readKeysFile(settings);
  if (previous?.client_id !== clientId) return null;
  const secretDigest = digest(secret);
  const next = nextKeysFile(settings, secretDigest);
  writeNew(next, `${JSON.stringify({ ...previous, secret }, null, 2)}\n`);
  return {
    secretDigest,
    put: () => {
      if (existsSync(next)) renameSync(next, keysFile(settings.dataFolder));
    },
    discard: () => rmSync(next, { force: true }),
  };
};

/** Completes a rotation that a crash interrupted between the store and `keys.json`. */
const finishRotation = (settings: Settings, client: Client, now: number): void => {
  const next = livingSecrets(client, now)
    .map((secret) => nextKeysFile(settings, secret.digest))
    .find((file) => existsSync(file));
  try {
    if (next !== undefined) renameSync(next, keysFile(settings.dataFolder));
  } catch {
    // Another process wrote first, or the disk refuses the write: keys.json stays stale.
  }
};

/** Returns the clients' secrets on this machine, from the settings of the server. */
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

function toKeys(client: Client, settings: Settings, now: number): Keys | null {
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

/** Returns the keys in `keys.json`; null without that file. */
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

/**
 * The file with the keys of a pending rotation. Each secret has its own file, so that rotations do
 * not collide.
 */
const nextKeysFile = ({ dataFolder }: Pick<Settings, "dataFolder">, secretDigest: string): string =>
  join(dataFolder, `keys.json.${secretDigest.slice(0, 16)}.new`);
