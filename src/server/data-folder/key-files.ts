import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ENVIRONMENTS, LINK_PRODUCTS } from "../../protocol/vocabulary.ts";
import type { Client } from "../domain/clients/client.ts";
import { digest, opaqueId, type Random } from "../domain/identifiers.ts";
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

/** Refuses a folder that has the data of another environment. */
export const requireEnvironment = ({
  dataFolder,
  environment,
}: Pick<Settings, "dataFolder" | "environment">): void => {
  const file = join(dataFolder, "environment");
  if (!existsSync(file)) return;
  const found = ENVIRONMENTS.find((one) => one === readFileSync(file, "utf8").trim());
  if (found === undefined)
    throw new SettingsError(`${file} names no environment`, {
      advice: `write into it the one that the data is of: ${ENVIRONMENTS.join(", ")}`,
    });
  if (found !== environment)
    throw new SettingsError(`the data in ${dataFolder} is of ${found}, not of ${environment}`, {
      advice: `set SERVICE_ENV=${found}, or use another --data folder`,
    });
};

/** Says in the folder which environment its data is of; refuses the data of another one. */
export const keepEnvironment = (settings: Settings): void => {
  writeNew(join(settings.dataFolder, "environment"), `${settings.environment}\n`);
  requireEnvironment(settings);
};

/**
 * The server's master key: from the environment, or in the sandbox from a file that the first start
 * makes. Anywhere else a key file beside the data would protect nothing, so the start is refused; so
 * it is when the file is gone, since under another key nothing that was sealed would ever open.
 */
export const readMasterKey = (
  settings: Settings,
  random: Random,
  isFirstStart: boolean,
): Buffer => {
  if (settings.masterKey !== undefined) return Buffer.from(settings.masterKey, "hex");
  if (settings.environment !== "sandbox")
    throw new SettingsError(
      `there is no master key, which ${settings.environment} has to be given`,
      {
        advice:
          "set SERVICE_LINK_MASTER_KEY to 32 random bytes as 64 hexadecimal digits, " +
          "e.g. from: openssl rand -hex 32",
      },
    );
  const file = join(settings.dataFolder, "master.key");
  if (isFirstStart) writeNew(file, Buffer.from(random(32)).toString("hex"));
  if (!existsSync(file))
    throw new SettingsError(
      `${file} is missing, and the data beside it cannot be read without it`,
      { advice: "put it back, or start with another --data folder" },
    );
  const text = readFileSync(file, "utf8").trim();
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new SettingsError(`${file} does not have the 64 hexadecimal digits of a key`, {
      advice: "put the right one back, or start with another --data folder",
    });
  return Buffer.from(text, "hex");
};

/**
 * The keys of the store's client, which the first start makes. A secret that was made up is in the
 * clear in `keys.json` only, written before the client is, so that no crash loses it; null where that
 * file is gone. Fixed keys that differ from the store's are refused.
 */
export const ensureClient = async (
  settings: Settings,
  { store, random, clock }: { store: Store; random: Random; clock: () => number },
): Promise<{ client: Client; keys: Keys | null }> => {
  const file = keysFile(settings.dataFolder);
  const { clientId, secret, publicKey } = settings.keys;
  const existing = await findClient(settings, store);
  if (existing) return { client: existing, keys: keysOf(existing, settings, savedKeys(settings)) };
  const made = newKeys(random);
  const allFixed = clientId !== undefined && secret !== undefined && publicKey !== undefined;
  if (!allFixed)
    writeNew(file, `${JSON.stringify({ ...made, ...fixedKeys(settings) }, null, 2)}\n`);
  const saved = allFixed ? made : (savedKeys(settings) ?? made);
  const keys: Keys = { ...saved, ...fixedKeys(settings) };
  const client: Client = {
    clientId: keys.client_id,
    secretDigest: digest(keys.secret),
    publicKey: keys.public_key,
    publicKeyEnabled: true,
    partner: false,
    defaultVersion: NEWEST_VERSION,
    products: [...LINK_PRODUCTS],
    allowedOrigins: [],
    accountSelection: "several",
    createdAt: clock(),
  };
  await store.clients.add(client);
  return { client, keys };
};

/** The client that is named, or the oldest; null in an empty store. Throws for a name that is none. */
const findClient = async (
  { keys: { clientId }, dataFolder }: Settings,
  store: Pick<Store, "clients">,
): Promise<Client | null> => {
  if (clientId === undefined) return store.clients.first();
  const named = await store.clients.byClientId(clientId);
  if (named || (await store.clients.first()) === null) return named;
  const known = (await store.clients.all()).map(({ client }) => client.clientId);
  throw new SettingsError(
    `there is no client ${clientId} in ${dataFolder}, but ${known.slice(0, 3).join(", ")}`,
    { advice: "name one of those, or make another with npx service-link clients create" },
  );
};

/** The client that is named, or the oldest, and its keys as far as they are known here; makes none. */
export const existingClient = async (
  settings: Settings,
  store: Pick<Store, "clients">,
): Promise<{ client: Client; keys: Keys | null }> => {
  const client = await findClient(settings, store);
  if (client) return { client, keys: keysOf(client, settings, savedKeys(settings)) };
  throw new SettingsError(`there is no client in ${settings.dataFolder} yet`, {
    advice: "start the server there first (npx service-link serve)",
  });
};

/** Keys that were made up. */
export const newKeys = (random: Random): Keys => ({
  client_id: opaqueId(random, 24),
  secret: opaqueId(random, 40),
  public_key: opaqueId(random, 30),
});

/**
 * Writes a new secret beside `keys.json`, where that file has this client's keys: what can fail, fails
 * before the store changes. The function that it returns puts it in place; null where there is nothing
 * to do.
 */
export const prepareSavedSecret = (
  settings: Pick<Settings, "dataFolder">,
  clientId: string,
  secret: string,
): (() => void) | null => {
  const saved = savedKeys(settings);
  if (saved?.client_id !== clientId) return null;
  const file = keysFile(settings.dataFolder);
  const next = `${file}.new`;
  rmSync(next, { force: true });
  writeNew(next, `${JSON.stringify({ ...saved, secret }, null, 2)}\n`);
  return () => renameSync(next, file);
};

const fixedKeys = ({ keys: { clientId, secret, publicKey } }: Settings): Partial<Keys> => ({
  ...(clientId !== undefined && { client_id: clientId }),
  ...(secret !== undefined && { secret }),
  ...(publicKey !== undefined && { public_key: publicKey }),
});

function keysOf(client: Client, settings: Settings, saved: Keys | null): Keys | null {
  const { secret: fixed, publicKey } = settings.keys;
  if (fixed !== undefined && digest(fixed) !== client.secretDigest)
    throw differs("SERVICE_LINK_SECRET", client, settings);
  if (publicKey !== undefined && publicKey !== client.publicKey)
    throw differs("SERVICE_LINK_PUBLIC_KEY", client, settings);
  const secret = fixed ?? saved?.secret;
  if (secret === undefined || digest(secret) !== client.secretDigest) return null;
  return { client_id: client.clientId, secret, public_key: client.publicKey };
}

const differs = (variable: string, { clientId }: Client, { dataFolder }: Settings) =>
  new SettingsError(
    `${variable} is not what the store in ${dataFolder} has for client ${clientId}; ` +
      "use the keys that it was made with, or another --data folder",
  );

/** The keys in `keys.json`; null where there is no such file. */
export const savedKeys = ({ dataFolder }: Pick<Settings, "dataFolder">): Keys | null => {
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
