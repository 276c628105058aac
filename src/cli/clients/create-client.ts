import { randomBytes } from "node:crypto";
import { generateKeys, newClient } from "../../server/domain/clients/new-client.ts";
import { NEWEST_VERSION } from "../../server/versions/index.ts";
import type { Context } from "../context.ts";
import { operator } from "../operator.ts";
import {
  clientName,
  envLines,
  parseInstitutions,
  parseProducts,
  parseSelection,
  parseSwitch,
  parseVersion,
  requireOrigin,
} from "./client-options.ts";
import { withClientStore } from "./client-store.ts";

type Options = {
  data: string;
  env: boolean;
  name: string | undefined;
  allowOrigin: readonly string[];
  product: readonly string[];
  partner: string | undefined;
  productionAccess: string | undefined;
  institutions: string | undefined;
  legacyUserApi: string | undefined;
  publicKey: string | undefined;
  selectAccount: string | undefined;
  defaultVersion: string | undefined;
};

/** Creates another client of this server, and shows its keys once. */
export const createClient = async (
  options: Options,
  { variables, out, clock }: Context,
): Promise<void> => {
  const keys = generateKeys(randomBytes);
  const products = parseProducts(options.product);
  const legacyUserApi = parseSwitch("legacy-user-api", options.legacyUserApi);
  const hasAccess = parseSwitch("production-access", options.productionAccess) ?? false;
  const client = newClient(
    keys,
    { clock, random: randomBytes },
    {
      name: options.name === undefined ? "" : clientName(options.name),
      publicKeyEnabled: parseSwitch("public-key", options.publicKey) ?? true,
      partner: parseSwitch("partner", options.partner) ?? false,
      productionAccess: { state: hasAccess ? "granted" : "none" },
      ...(legacyUserApi !== null && { legacyUserApi }),
      defaultVersion: parseVersion(options.defaultVersion) ?? NEWEST_VERSION,
      ...(products.length > 0 && { products: [...new Set(products)] }),
      institutions: parseInstitutions(options.institutions) ?? [],
      allowedOrigins: [...new Set(options.allowOrigin.map(requireOrigin))],
      accountSelection: parseSelection(options.selectAccount) ?? "several",
    },
  );
  let isProduction = false;
  await withClientStore(options.data, variables, (store, { environment }) => {
    isProduction = environment === "production";
    return store.transact(async ({ clients, audit }) => {
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
          production_access: hasAccess,
        },
      });
    });
  });
  if (options.env) return out(envLines(keys));
  out(
    `client_id   ${keys.client_id}\nsecret      ${keys.secret}\npublic_key  ${keys.public_key}\n\n` +
      "The secret is shown this once: its digest alone is kept.\n" +
      (isProduction && !hasAccess ? noAccess(keys.client_id) : ""),
  );
};

const noAccess = (id: string): string =>
  "It has no production access yet, so that its calls are refused. Grant it with:\n" +
  `  npx service-link keys --client ${id} --production-access on\n`;
