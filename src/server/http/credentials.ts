import { z } from "zod";
import { parseInput } from "../../protocol/parse-input.ts";
import type { Client } from "../domain/clients/client.ts";
import { type ClientSecret, secretWith } from "../domain/clients/client-secret.ts";
import { Fault } from "../domain/fault.ts";
import { digest } from "../domain/identifiers.ts";
import { WRONG_SECRETS } from "../domain/limits/rate-limits.ts";
import type { Services } from "../domain/services.ts";
import { type JsonObject, NEWEST_VERSION, takesPublicKey } from "../versions/index.ts";

/** The client's keys as body fields. Equivalent headers may replace them. */
export const CredentialFields = z.object({
  client_id: z.string().min(1).max(200),
  secret: z.string().min(1).max(200),
});

/** The caller of an open endpoint without keys, settings or data, who uses the newest version. */
export const ANONYMOUS_CLIENT: Client = {
  clientId: "",
  name: "",
  secrets: [],
  publicKey: "",
  publicKeyEnabled: false,
  partner: false,
  legacyUserApi: false,
  grantsAllowed: false,
  defaultVersion: NEWEST_VERSION,
  products: [],
  institutions: [],
  allowedOrigins: [],
  accountSelection: "disabled",
  productionAccess: { state: "granted" },
  createdAt: 0,
};

export const isAnonymous = (client: Client): boolean => client === ANONYMOUS_CLIENT;

/** The keys of a request before validation. */
export type SentKeys = { client_id: unknown; secret: unknown; public_key: unknown };

/** Whether a request has no keys. */
export const hasNoKeys = (keys: SentKeys): boolean =>
  Object.values(keys).every((key) => key === undefined);

/** A client that has proven a secret. */
export type Authenticated = { client: Client; secret: ClientSecret };

/** `address` is the caller's network (`client-ip.ts`). */
type Caller = { services: Services; address: string };

/**
 * Returns the client and the secret of some keys. Throws INVALID_API_KEYS otherwise, in the same
 * time for every reason. Too many wrong secrets are refused before the comparison (brute force).
 * They are counted per network, so that one network cannot lock a client out elsewhere. A secret
 * that this network proved within the last second, without a wrong one since, is compared at once.
 */
export const authenticateClient = async (
  { client_id, secret }: z.infer<typeof CredentialFields>,
  { services: { limiter, store, clock, secretUses, provenSecrets }, address }: Caller,
): Promise<Authenticated> => {
  const guesses = `secret ${address} ${client_id}`;
  const secretDigest = digest(secret);
  const isProven = provenSecrets.has(guesses, secretDigest);
  if (!isProven) await limiter.check(guesses, WRONG_SECRETS);
  const client = await store.clients.byClientId(client_id);
  const used = secretWith(client, secretDigest, clock());
  if (client && used) {
    if (!isProven) provenSecrets.record(guesses, secretDigest);
    secretUses.record(client.clientId, used);
    return { client, secret: used };
  }
  provenSecrets.forget(guesses);
  await limiter.pass(guesses, WRONG_SECRETS);
  throw new Fault("INVALID_API_KEYS");
};

/**
 * Parses the keys. For missing or malformed keys, `validateFields` may first throw for the whole
 * body.
 */
export function parseKeys(keys: SentKeys, validateFields: (fields: JsonObject) => void) {
  const result = parseInput(CredentialFields, keys);
  if (result.success) return result.data;
  const entries = Object.entries(keys).filter(([, value]) => value !== undefined);
  validateFields(Object.fromEntries(entries));
  throw new Fault("INVALID_API_KEYS");
}

/** Returns the client of a public key, which some paths accept in older versions. */
export async function clientByPublicKey(
  publicKey: unknown,
  namedVersion: string | undefined,
  path: string,
  { store }: Services,
): Promise<Client> {
  const client = typeof publicKey === "string" ? await store.clients.byPublicKey(publicKey) : null;
  if (!takesPublicKey(namedVersion ?? client?.defaultVersion ?? NEWEST_VERSION, path))
    throw new Fault("INCOMPATIBLE_API_VERSION");
  if (!client?.publicKeyEnabled) throw new Fault("INVALID_PUBLIC_KEY");
  return client;
}
