import { LINK_PRODUCTS } from "../../../protocol/vocabulary.ts";
import { opaqueId, type Random } from "../identifiers.ts";
import type { Client } from "./client.ts";
import { generateSecret, newSecret } from "./client-secret.ts";

/** A client's keys in the clear. The store has only a digest of the secret. */
export type ClientKeys = { client_id: string; secret: string; public_key: string };

export const generateKeys = (random: Random): ClientKeys => ({
  client_id: opaqueId(random, 24),
  secret: generateSecret(random),
  public_key: opaqueId(random, 30),
});

/** Returns a new client with the given keys. Missing settings get their defaults. */
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
  grantsAllowed: true,
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

/** Whether a client created at a time has the legacy user API by default. */
const hasLegacyUserApi = (createdAt: number): boolean => createdAt < NEW_USER_API_SINCE;

/**
 * Characters that a terminal or page interprets: control characters (PostgreSQL refuses NUL), line
 * ends, lone surrogates, and marks that change the direction of text.
 */
const UNSHOWN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** Whether a name can be shown unchanged everywhere. */
export const isPlainName = (name: string): boolean => !UNSHOWN.test(name);

/** The rule for names, as an error says it. */
export const PLAIN_NAME_RULE = "must have no control characters or ends of lines";
