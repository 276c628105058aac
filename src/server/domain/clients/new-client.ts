import { LINK_PRODUCTS } from "../../../protocol/vocabulary.ts";
import { opaqueId, type Random } from "../identifiers.ts";
import type { Client } from "./client.ts";
import { generateSecret, newSecret } from "./client-secret.ts";

/** A client's keys in the clear; a store has only a digest of the secret. */
export type ClientKeys = { client_id: string; secret: string; public_key: string };

/** New keys of a client. */
export const generateKeys = (random: Random): ClientKeys => ({
  client_id: opaqueId(random, 24),
  secret: generateSecret(random),
  public_key: opaqueId(random, 30),
});

/** Creates a client with these keys, not stored yet; settings that are left out have their defaults. */
export const newClient = (
  keys: ClientKeys,
  origin: { clock: () => number; random: Random },
  settings: Partial<Client> & Pick<Client, "defaultVersion">,
): Client => ({
  clientId: keys.client_id,
  name: "",
  secrets: [newSecret(keys.secret, origin)],
  publicKey: keys.public_key,
  publicKeyEnabled: true,
  partner: false,
  legacyUserApi: hasLegacyUserApi(origin.clock()),
  products: [...LINK_PRODUCTS],
  institutions: [],
  allowedOrigins: [],
  accountSelection: "several",
  productionAccess: { state: "none" },
  createdAt: origin.clock(),
  ...settings,
});

/** Clients created from this day on have the new user API from the start. */
const NEW_USER_API_SINCE = Date.UTC(2025, 11, 10);

/** Whether a client has the legacy user API by default, by the time it was created at. */
const hasLegacyUserApi = (createdAt: number): boolean => createdAt < NEW_USER_API_SINCE;
