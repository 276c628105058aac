import { randomBytes } from "node:crypto";
import { createInstitutionHttp } from "../../server/adapters/institution-http.ts";
import { deviationTexts } from "../../server/domain/institutions/deviations.ts";
import { issuerChange } from "../../server/domain/institutions/institution.ts";
import {
  CLIENT_AUTHENTICATIONS,
  type ClientAuthentication,
  type ClientSecrets,
  declareRegistration,
  hasTokens,
  type InstitutionRegistration,
  institutionUrlProblem,
  type RegistrationDeclaration,
} from "../../server/domain/institutions/institution-registration.ts";
import { outboundHostProblem } from "../../server/domain/outbound-hosts.ts";
import type { Store } from "../../server/domain/store.ts";
import type { Vault } from "../../server/domain/vault.ts";
import { openVault, readMasterKeys } from "../../server/host/data-folder/master-key.ts";
import { type Settings, SettingsError } from "../../server/host/settings/settings.ts";
import { decideDpop } from "../../server/institutions/conformance/dpop.ts";
import { withClientStore } from "../clients/client-store.ts";
import type { Context } from "../context.ts";
import { runningUrl } from "../open-existing-store.ts";
import { operator } from "../operator.ts";
import { issuerNotes } from "./issuer-notes.ts";
import { plural } from "./progress.ts";
import { quotaWords, readQuota } from "./request-quota.ts";
import { type ClientSecretFiles, readClientSecrets } from "./secret-files.ts";
import { readStandard } from "./standard-options.ts";

type Options = ClientSecretFiles & {
  data: string;
  issuer: string | undefined;
  clientId: string | undefined;
  clientAuthentication: string | undefined;
  dataUrl: string | undefined;
  scope: readonly string[];
  resource: string | undefined;
  requestsPerDay: string | undefined;
  requestsCountedBy: string | undefined;
  ciba: boolean;
  ownRedirectUri: boolean;
  anotherIssuer: boolean;
  offline: boolean;
  dpop: boolean | undefined;
  dialect: string | undefined;
  security: string | undefined;
  approach: string | undefined;
  deviation: readonly string[];
};

/**
 * Connects an institution by its data API, and replaces an earlier connection. A running server
 * sees the change within two seconds.
 */
export const connectInstitution = async (
  institutionId: string,
  options: Options,
  { variables, out, err, clock }: Context,
): Promise<void> => {
  const declaration = await readDeclaration(institutionId, options, clock());
  await withClientStore(options.data, variables, async (store, settings) => {
    requireOutboundHosts(declaration, settings);
    const vault = await openStoreVault(store, settings, options.data);
    // The operator of this machine runs the command, so the address may be in a private network.
    const declared = declareRegistration(
      vault,
      { ...declaration, mayBePrivate: () => true },
      clock(),
    );
    const { why, ...dpop } = await decideConnectionDpop(declared, options, {
      ...{ store, settings, vault, clock },
    });
    const connection = { ...declared, ...dpop };
    const { issuer, clientId, authentication, dataUrl, quota } = connection;
    const deviations = deviationTexts(connection.standard.deviations);
    const isConnected = await store.transact(async (transaction) => {
      if (!options.anotherIssuer) await requireSameIssuer(transaction, connection);
      if (!(await transaction.institutions.connect(connection))) return false;
      await transaction.audit.append({
        at: clock(),
        actor: operator(),
        action: "institution.connect",
        subject: institutionId,
        details: {
          issuer,
          client_id: clientId,
          authentication,
          data_url: dataUrl,
          dialect: connection.standard.dialect,
          security: connection.standard.security,
          approach: connection.standard.approach,
          dpop: connection.dpop,
          ...(deviations.length > 0 && { deviations: deviations.join(" ") }),
          ...(quota && { requests_per_day: quota.requestsPerDay }),
        },
      });
      return true;
    });
    if (!isConnected)
      throw new SettingsError(`there is no ${institutionId} of your own to connect`, {
        advice: "put it in first: npx service-link institutions import FILE",
      });
    const serverUrl = await runningUrl(settings, store);
    out(
      `${institutionId} connected to ${issuer}\n` +
        `data            ${dataUrl}\nauthentication  ${authentication}` +
        `${authentication === "none" ? ", since no secret, key or certificate was given" : ""}\n` +
        `redirect URI    ${serverUrl}/oauth/return${connection.ownRedirectUri ? `/${institutionId}` : ""}\n` +
        (hasTokens(connection.standard)
          ? `tokens          ${tokenWords(connection)} (${why})\n`
          : `approach        ${connection.standard.approach}, without tokens\n`) +
        (connection.standard.dialect === "fdx"
          ? ""
          : `dialect         ${connection.standard.dialect}\n`) +
        (deviations.length > 0 ? `deviations      ${deviations.join(", ")}\n` : "") +
        (quota ? `requests        ${quotaWords(quota)}\n` : ""),
    );
    if (!options.offline && hasTokens(connection.standard))
      err.write(await issuerNotes(declaration, authentication, settings, clock));
  });
};

/** How a connection sends its tokens, in words. */
const tokenWords = ({ dpop }: Pick<InstitutionRegistration, "dpop">): string =>
  dpop ? "bound to a key (DPoP) if its metadata offer that" : "Bearer alone, without DPoP";

/**
 * Decides how a connection sends its tokens: by the operator's option, or by a probe of the data
 * API.
 */
async function decideConnectionDpop(
  connection: InstitutionRegistration,
  { dpop, offline }: Pick<Options, "dpop" | "offline">,
  {
    store,
    settings,
    vault,
    clock,
  }: { store: Store; settings: Settings; vault: Vault; clock: () => number },
) {
  const { institutionId } = connection;
  const connections = await store.institutions.connections();
  const previous = connections.find((other) => other.institutionId === institutionId) ?? null;
  const http = createInstitutionHttp(settings);
  try {
    const isOffline = offline || !hasTokens(connection.standard);
    const options = { choice: dpop ?? null, previous, isOffline, http, vault, clock };
    return await decideDpop(connection, options);
  } finally {
    await http.close();
  }
}

/**
 * Throws if Items are linked through another issuer, since their tokens are invalid at this issuer.
 */
async function requireSameIssuer(
  { institutions }: Store,
  { institutionId, issuer }: InstitutionRegistration,
): Promise<void> {
  const change = await issuerChange(institutions, { institutionId, issuer });
  if (change === null) return;
  const { before, liveItems } = change;
  throw new SettingsError(
    `${institutionId} is connected to ${before}, by which ` +
      `${plural(liveItems, "Item")} ${liveItems === 1 ? "is" : "are"} linked`,
    {
      advice:
        "give --another-issuer if it has moved: the users of these Items then have to sign in again",
    },
  );
}

/** Removes the connection of an institution unless linked Items use it. */
export const disconnectInstitution = async (
  institutionId: string,
  data: string,
  { variables, out, clock }: Context,
): Promise<void> => {
  await withClientStore(data, variables, async (store) => {
    const { removed, liveItems } = await store.transact(async (transaction) => {
      const answer = await transaction.institutions.disconnect(institutionId, clock());
      const record = { action: "institution.disconnect", subject: institutionId } as const;
      if (answer.removed)
        await transaction.audit.append({ at: clock(), actor: operator(), ...record });
      return answer;
    });
    if (liveItems > 0)
      throw new SettingsError(
        `${liveItems} ${liveItems === 1 ? "Item" : "Items"} could not be read any more ` +
          `without the connection of ${institutionId}`,
        { advice: "remove them by /item/remove first" },
      );
    if (!removed) throw new SettingsError(`${institutionId} is not connected`);
    out(`${institutionId} disconnected\n`);
  });
};

/** Returns the vault of the folder's servers. */
export async function openStoreVault(
  store: Store,
  settings: Settings,
  data: string,
): Promise<Vault> {
  if ((await store.clients.first()) === null)
    throw new SettingsError(`no server has been started on ${data} yet`, {
      advice: "start it once, since it makes the key that secrets are sealed with",
    });
  return openVault(store, readMasterKeys(settings, randomBytes, false), settings);
}

async function readDeclaration(
  institutionId: string,
  options: Options,
  now: number,
): Promise<RegistrationDeclaration> {
  const { clientId, resource, scope } = options;
  if (clientId === undefined) throw missing("--client-id", "the institution has given out");
  const scopes = scope.flatMap((text) => text.split(/\s+/)).filter((text) => text !== "");
  const wrong = scopes.find((name) => !/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(name));
  if (wrong !== undefined) throw new SettingsError(`--scope has characters that no scope may have`);
  if (resource !== undefined && !URL.canParse(resource))
    throw new SettingsError("--resource must be a URL, as the institution names its data");
  const issuer = parseUrl("--issuer", options.issuer);
  if (issuer === undefined) throw missing("--issuer", "its metadata begins with");
  const secrets = await readClientSecrets(options, now);
  const { standard, dataUrl } = readStandard(options, issuer, secrets);
  return {
    institutionId,
    issuer,
    clientId,
    secrets,
    authentication: parseAuthentication(options.clientAuthentication, secrets),
    dataUrl: parseUrl("--data-url", options.dataUrl) ?? dataUrl,
    standard,
    ...(scopes.length > 0 && { scopes: [...new Set(scopes)] }),
    resource,
    flow: options.ciba ? "ciba" : "code",
    quota: readQuota(options),
    ownRedirectUri: options.ownRedirectUri,
  };
}

function parseAuthentication(
  text: string | undefined,
  { clientSecret, privateKey, signCommand, certificate }: ClientSecrets,
): ClientAuthentication | undefined {
  if (text === undefined) return undefined;
  const method = CLIENT_AUTHENTICATIONS.find(
    (clientAuthentication) => clientAuthentication === text,
  );
  if (method === undefined)
    throw new SettingsError(
      `--client-authentication must be one of ${CLIENT_AUTHENTICATIONS.join(", ")}, not ${text}`,
    );
  const requirements: { readonly [M in ClientAuthentication]: [string, unknown] } = {
    client_secret_basic: ["--client-secret-file", clientSecret],
    client_secret_post: ["--client-secret-file", clientSecret],
    private_key_jwt: ["--private-key", privateKey ?? signCommand],
    tls_client_auth: ["--certificate", certificate],
    self_signed_tls_client_auth: ["--certificate", certificate],
    none: ["", ""],
  };
  const [option, value] = requirements[method];
  if (value === undefined) throw new SettingsError(`${method} needs ${option}`);
  return method;
}

function parseUrl(option: string, url: string | undefined): string | undefined {
  const problem = url === undefined ? null : institutionUrlProblem(url);
  if (problem !== null) throw new SettingsError(`${option} ${problem}`);
  return url;
}

/** Throws a SettingsError if requests to the institution would be refused. */
function requireOutboundHosts(
  { issuer, dataUrl }: RegistrationDeclaration,
  { outboundHosts }: Settings,
): void {
  for (const [option, url] of Object.entries({ "--issuer": issuer, "--data-url": dataUrl })) {
    const problem = url === undefined ? null : outboundHostProblem(url, outboundHosts);
    if (problem !== null) throw new SettingsError(`${option} ${problem}`);
  }
}

const missing = (option: string, words: string): SettingsError =>
  new SettingsError(`${option} is missing: what ${words}`);
