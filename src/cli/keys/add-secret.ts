import { randomBytes } from "node:crypto";
import { CONSENTED_PRODUCTS, type ConsentedProduct } from "../../protocol/vocabulary.ts";
import {
  afterAdding,
  generateSecret,
  newSecret,
} from "../../server/domain/clients/client-secret.ts";
import { MAX_NETWORKS } from "../../server/domain/clients/secret-restrictions.ts";
import { parseNetwork } from "../../server/domain/ip-network.ts";
import { SettingsError } from "../../server/host/settings/settings.ts";
import { envLines } from "../clients/client-options.ts";
import { permissionText, secretName, timeText, withoutFault } from "../clients/client-secrets.ts";
import { requireOneClient, withClientStore } from "../clients/client-store.ts";
import type { Context } from "../context.ts";
import { operator } from "../operator.ts";

type Options = {
  data: string;
  client: string | undefined;
  env: boolean;
  name: string | undefined;
  product: readonly string[];
  readOnly: boolean;
  network: readonly string[];
  ends: string | undefined;
};

/** Adds a secret to a client, and shows the secret. Earlier secrets stay valid. */
export const addSecret = (options: Options, { variables, out, clock }: Context): Promise<void> =>
  withClientStore(options.data, variables, async (store, settings) => {
    const { clientId, publicKey } = await requireOneClient(options.client, store, settings);
    const now = clock();
    const secret = generateSecret(randomBytes);
    const added = newSecret(
      secret,
      { random: randomBytes, clock },
      {
        name: secretName(options.name ?? ""),
        endsAt: parseDay(options.ends, now),
        restrictions: {
          products: parseProducts(options.product),
          readOnly: options.readOnly,
          networks: parseNetworks(options.network),
        },
      },
    );
    const { secretId, name, endsAt, restrictions } = added;
    const { products, readOnly, networks } = restrictions;
    const change = store.transact(async ({ clients, audit }) => {
      await clients.changeSecrets(clientId, (secrets) =>
        afterAdding(secrets, added, { othersEnd: null, now }),
      );
      await audit.append({
        at: now,
        actor: operator(),
        action: "client.add_secret",
        subject: clientId,
        details: {
          secret_id: secretId,
          name,
          products,
          read_only: readOnly,
          networks,
          ends_at: endsAt,
        },
      });
    });
    await withoutFault(change);
    if (options.env) return out(envLines({ client_id: clientId, secret, public_key: publicKey }));
    out(
      `secret      ${secret}\n` +
        `id          ${secretId}\n` +
        `may         ${permissionText(added)}\n` +
        `ends        ${endsAt === null ? "no end" : timeText(endsAt)}\n\n` +
        "This is shown once: its digest alone is kept.\n",
    );
  });

/** Returns the last minute of a day in UTC; null for no end. */
function parseDay(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  const end = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T23:59:00Z`) : Number.NaN;
  if (end > now) return end;
  throw new SettingsError(
    `--ends must be a day that is still to come, like 2030-12-31, not ${text}`,
  );
}

function parseProducts(texts: readonly string[]): ConsentedProduct[] | null {
  const names = texts.flatMap((text) => text.split(","));
  const isProduct = (name: string): name is ConsentedProduct =>
    (CONSENTED_PRODUCTS as readonly string[]).includes(name);
  const unknown = names.find((name) => !isProduct(name));
  if (unknown !== undefined)
    throw new SettingsError(
      `--product must be of ${CONSENTED_PRODUCTS.join(", ")}, not ${unknown || "empty"}`,
    );
  return names.length === 0 ? null : [...new Set(names.filter(isProduct))];
}

function parseNetworks(texts: readonly string[]): string[] {
  if (texts.length > MAX_NETWORKS)
    throw new SettingsError(`--network may be given ${MAX_NETWORKS} times`);
  return texts.map((text) => {
    const parsed = parseNetwork(text);
    if ("network" in parsed) return parsed.network;
    throw new SettingsError(`--network ${parsed.problem}`);
  });
}
