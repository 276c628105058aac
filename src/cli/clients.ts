import { randomBytes } from "node:crypto";
import { LINK_PRODUCTS } from "../protocol/vocabulary.ts";
import {
  newKeys,
  prepareSavedSecret,
  requireEnvironment,
} from "../server/data-folder/key-files.ts";
import { digest, opaqueId } from "../server/domain/identifiers.ts";
import { eraseJob } from "../server/domain/items/erase-job.ts";
import type { Client, Store } from "../server/domain/ports.ts";
import { commandOptions } from "../server/settings/command-options.ts";
import { nearest } from "../server/settings/nearest.ts";
import { readSettings, type Settings, SettingsError } from "../server/settings/settings.ts";
import { NEWEST_VERSION } from "../server/versions/index.ts";
import { originOf, productsOf, selectionOf, switchOf, versionOf } from "./client-options.ts";
import { clientsTable } from "./clients-table.ts";
import { envLines } from "./env-lines.ts";
import { requireStore, withExistingStore } from "./open-existing-store.ts";

const DATA = { data: { type: "string", default: "./data" } } as const;
const ENV = { env: { type: "boolean", default: false } } as const;

type Terminal = {
  out: (text: string) => void;
  /** Asks whoever is there; null where nobody is. */
  ask: (question: string) => Promise<string | null>;
};
type Call = {
  args: string[];
  id: string;
  variables: Record<string, string | undefined>;
  terminal: Terminal;
};

/** What can be done with clients; a running server sees it within a second. */
const ACTIONS: Record<string, { takesId: boolean; run(call: Call): Promise<void> }> = {
  create: { takesId: false, run: create },
  list: { takesId: false, run: list },
  rotate: { takesId: true, run: rotate },
  remove: { takesId: true, run: remove },
};

/** Makes, shows, rotates the secret of, or removes the applications that use this server. */
export const clients = async (
  [name = "", ...rest]: string[],
  variables: Record<string, string | undefined>,
  terminal: Terminal,
): Promise<void> => {
  const names = Object.keys(ACTIONS);
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!action) {
    const meant = nearest(name, names);
    throw new SettingsError(`say what to do: clients ${names.join(" | ")}`, {
      ...(meant !== null && { advice: `did you mean ${meant}?` }),
    });
  }
  const hasId = rest[0] !== undefined && !rest[0].startsWith("-");
  if (action.takesId !== hasId)
    throw new SettingsError(`write it like: clients ${name}${action.takesId ? " ID" : ""}`);
  const [id = "", args] = hasId ? [rest[0], rest.slice(1)] : ["", rest];
  await action.run({ args, id, variables, terminal });
};

async function create({ args, variables, terminal: { out } }: Call): Promise<void> {
  const values = commandOptions(args, {
    ...DATA,
    ...ENV,
    "allow-origin": { type: "string", multiple: true, default: [] },
    product: { type: "string", multiple: true, default: [] },
    partner: { type: "string" },
    "public-key": { type: "string" },
    "select-account": { type: "string" },
    "default-version": { type: "string" },
  });
  const keys = newKeys(randomBytes);
  const products = productsOf(values.product);
  const client: Client = {
    clientId: keys.client_id,
    secretDigest: digest(keys.secret),
    publicKey: keys.public_key,
    publicKeyEnabled: switchOf("public-key", values["public-key"]) ?? true,
    partner: switchOf("partner", values.partner) ?? false,
    defaultVersion: versionOf(values["default-version"]) ?? NEWEST_VERSION,
    products: products.length > 0 ? [...new Set(products)] : [...LINK_PRODUCTS],
    allowedOrigins: [...new Set(values["allow-origin"].map(originOf))],
    accountSelection: selectionOf(values["select-account"]) ?? "several",
    createdAt: Date.now(),
  };
  await withStoreOf(values.data, variables, (store) => store.clients.add(client));
  if (values.env) return out(envLines(keys));
  out(
    `client_id   ${keys.client_id}\nsecret      ${keys.secret}\npublic_key  ${keys.public_key}\n\n` +
      "The secret is shown this once: its digest alone is kept.\n",
  );
}

async function list({ args, variables, terminal: { out } }: Call): Promise<void> {
  const { data } = commandOptions(args, DATA);
  await withStoreOf(data, variables, async (store) => out(clientsTable(await store.clients.all())));
}

async function rotate({ args, id, variables, terminal: { out } }: Call): Promise<void> {
  const values = commandOptions(args, { ...DATA, ...ENV });
  await withStoreOf(values.data, variables, async (store, settings) => {
    const client = await clientOf(id, store);
    const secret = opaqueId(randomBytes, 40);
    const saveSecret = prepareSavedSecret(settings, id, secret);
    await store.clients.setSecret(id, digest(secret));
    saveSecret?.();
    const keys = { client_id: id, secret, public_key: client.publicKey };
    if (values.env) return out(envLines(keys));
    const { clientId, secret: fixed } = settings.keys;
    const isFixed = fixed !== undefined && (clientId === undefined || clientId === id);
    out(
      `secret      ${secret}\n\nThe one before is refused within a second. ${
        saveSecret ? "keys.json has the new one." : "This is shown once: its digest alone is kept."
      }\n${isFixed ? "Set SERVICE_LINK_SECRET to it before the next start.\n" : ""}`,
    );
  });
}

async function remove({ args, id, variables, terminal: { out, ask } }: Call): Promise<void> {
  const values = commandOptions(args, {
    ...DATA,
    yes: { type: "boolean", default: false },
    "with-items": { type: "boolean", default: false },
  });
  await withStoreOf(values.data, variables, async (store) => {
    await clientOf(id, store);
    const items = (await store.clients.all()).find(({ client }) => client.clientId === id);
    if (items && items.liveItems > 0 && !values["with-items"]) throw hasItems(id, items.liveItems);
    if (!values.yes) {
      const answer = await ask(
        `This forgets ${id} with its Items (${items?.liveItems ?? 0} live), Link sessions, consents, ` +
          "Asset Reports and webhooks.\nType its client_id to remove it: ",
      );
      if (answer?.trim() !== id)
        throw new SettingsError(`${id} stays, as it was not named`, {
          advice: "type its client_id when asked, or give --yes in a script",
        });
    }
    const jobs = [eraseJob({ clock: Date.now, random: randomBytes })];
    const options = { onlyEmpty: !values["with-items"], jobs };
    const { removed, liveItems } = await store.clients.remove(id, options);
    if (!removed) throw liveItems > 0 ? hasItems(id, liveItems) : noClient(id);
    await store.eraseDeleted();
    out(`${id} removed, with ${liveItems === 1 ? "1 live Item" : `${liveItems} live Items`}\n`);
  });
}

async function withStoreOf(
  data: string,
  variables: Record<string, string | undefined>,
  use: (store: Store, settings: Settings) => Promise<void>,
): Promise<void> {
  const settings = readSettings(["--data", data], variables);
  requireStore(data);
  requireEnvironment(settings);
  await withExistingStore(data, (store) => use(store, settings));
}

async function clientOf(id: string, { clients: all }: Store): Promise<Client> {
  const client = await all.byClientId(id);
  if (!client) throw noClient(id);
  return client;
}

const noClient = (id: string) =>
  new SettingsError(`there is no client ${id}`, {
    advice: "npx service-link clients list shows them",
  });

const hasItems = (id: string, count: number) =>
  new SettingsError(`${id} has ${count === 1 ? "1 live Item" : `${count} live Items`}`, {
    advice: "remove those by /item/remove first, or forget them with it by --with-items",
  });
