import { randomBytes } from "node:crypto";
import { LINK_PRODUCTS } from "../../protocol/vocabulary.ts";
import { generateKeys } from "../../server/data-folder/client-keys.ts";
import type { Client } from "../../server/domain/clients/client.ts";
import { hasLegacyUserApi } from "../../server/domain/clients/legacy-user-api.ts";
import { digest } from "../../server/domain/identifiers.ts";
import { NEWEST_VERSION } from "../../server/versions/index.ts";
import type { Context } from "../context.ts";
import { operator } from "../operator.ts";
import {
  institutionsOf,
  originOf,
  productsOf,
  selectionOf,
  switchOf,
  versionOf,
} from "./client-options.ts";
import { withClientStore } from "./client-store.ts";
import { envLines } from "./env-lines.ts";

type Options = {
  data: string;
  env: boolean;
  allowOrigin: readonly string[];
  product: readonly string[];
  partner: string | undefined;
  institutions: string | undefined;
  legacyUserApi: string | undefined;
  publicKey: string | undefined;
  selectAccount: string | undefined;
  defaultVersion: string | undefined;
};

/** Makes another application that uses this server, and shows its keys this once. */
export const createClient = async (
  options: Options,
  { variables, out, clock }: Context,
): Promise<void> => {
  const keys = generateKeys(randomBytes);
  const products = productsOf(options.product);
  const client: Client = {
    clientId: keys.client_id,
    secretDigest: digest(keys.secret),
    publicKey: keys.public_key,
    publicKeyEnabled: switchOf("public-key", options.publicKey) ?? true,
    partner: switchOf("partner", options.partner) ?? false,
    legacyUserApi: switchOf("legacy-user-api", options.legacyUserApi) ?? hasLegacyUserApi(clock()),
    defaultVersion: versionOf(options.defaultVersion) ?? NEWEST_VERSION,
    products: products.length > 0 ? [...new Set(products)] : [...LINK_PRODUCTS],
    institutions: institutionsOf(options.institutions) ?? [],
    allowedOrigins: [...new Set(options.allowOrigin.map(originOf))],
    accountSelection: selectionOf(options.selectAccount) ?? "several",
    createdAt: clock(),
  };
  await withClientStore(options.data, variables, (store) =>
    store.transact(async ({ clients, audit }) => {
      await clients.add(client);
      await audit.append({
        at: client.createdAt,
        actor: operator(),
        action: "client.create",
        subject: client.clientId,
        details: {
          products: client.products,
          origins: client.allowedOrigins,
          institutions: client.institutions,
          partner: client.partner,
        },
      });
    }),
  );
  if (options.env) return out(envLines(keys));
  out(
    `client_id   ${keys.client_id}\nsecret      ${keys.secret}\npublic_key  ${keys.public_key}\n\n` +
      "The secret is shown this once: its digest alone is kept.\n",
  );
};
