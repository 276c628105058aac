import type * as Oidc from "openid-client";
import { Fault } from "../../domain/fault.ts";
import type { Random } from "../../domain/identifiers.ts";
import { certificateInUse } from "../../domain/institutions/certificate-ends.ts";
import type {
  InstitutionClient,
  InstitutionHttp,
} from "../../domain/institutions/institution-http.ts";
import {
  hasTokens,
  type InstitutionRegistration,
  openClientSecrets,
  type SignCommand,
} from "../../domain/institutions/institution-registration.ts";
import { MAX_STATEMENT_BYTES } from "../../domain/transactions/statements/statement-document.ts";
import type { Vault } from "../../domain/vault.ts";
import { readRetryAfter } from "../retry-after.ts";
import { chooseAlgorithm, clientAuthentication, signingKey } from "./client-authentication.ts";
import { openCertified } from "./client-certificates.ts";
import type { Dialect } from "./dialect.ts";
import { isFilledPath } from "./dialect-paths.ts";
import { findDialect } from "./dialects/index.ts";
import { withQueries } from "./endpoint-queries.ts";
import { DPOP_ALGORITHM } from "./grant.ts";
import { type IssuerMetadata, parseMetadata } from "./issuer-metadata.ts";
import { redactPath } from "./refusals.ts";
import { recordTokenResponse } from "./rejected-grant.ts";
import { requestSigner } from "./request-signature.ts";
import {
  findResponseForm,
  type ResponseForm,
  requireProfile,
  toThumbprint,
  withAlgorithms,
} from "./security-profile.ts";
import { standInKey } from "./sign-command.ts";

/** How long an issuer's metadata is used before a reread. */
const METADATA_LIFETIME_MS = 60 * 60 * 1000;

/** The timeout of the protocol's library; the HTTP client has its own limits. */
const TIMEOUT_SECONDS = 20;

const DAY_MS = 24 * 60 * 60 * 1000;

const KIB = 1024;

/** The maximum size of a response in bytes, above any metadata, list of accounts or page of transactions. */
const BODY_LIMITS = {
  protocol: 512 * KIB,
  data: 1024 * KIB,
  transactions: 4096 * KIB,
  statement: MAX_STATEMENT_BYTES,
};

/** A client of an institution: the protocol's library, the issuer's metadata, and our registration. */
export type IssuerClient = {
  oidc: typeof Oidc;
  config: Oidc.Configuration;
  metadata: IssuerMetadata;
  connection: InstitutionRegistration;
  /** How the institution's data is asked for and read. */
  dialect: Dialect;
  /** The key that signs request objects (RFC 9101); null for unsigned parameters. */
  requestKey: Oidc.PrivateKey | null;
  /** The program that signs instead of the key. */
  signCommand: SignCommand | undefined;
  /** Whether tokens are bound to their own key (DPoP). A client certificate serves the same purpose. */
  bindsToKey: boolean;
  /** The thumbprints of the client's TLS certificates; one is shown. */
  thumbprints: readonly string[];
  /** The form of responses to authorization requests. */
  responseForm: ResponseForm;
  random: Random;
  clock: () => number;
};

/** Returns an institution's client. Reads the issuer's metadata first if due. */
export type IssuerClients = (connection: InstitutionRegistration) => Promise<IssuerClient>;

type Entry = {
  /** The connection as text. A different text replaces the entry. */
  key: string;
  http: InstitutionClient;
  client: Promise<IssuerClient>;
  /** The client with the metadata read before, used while that cannot be read again. */
  previous: Promise<IssuerClient> | null;
  readAt: number;
};

/**
 * Caches a client per institution. Metadata is read on first use and every hour; concurrent uses
 * share a read. If a later read fails, the previous metadata stays in use.
 */
export const createIssuerClients = ({
  http,
  vault,
  clock,
  random,
}: {
  http: InstitutionHttp;
  vault: Vault;
  clock: () => number;
  random: Random;
}): IssuerClients => {
  const entries = new Map<string, Entry>();
  const findEntry = (connection: InstitutionRegistration): Entry => {
    const { institutionId } = connection;
    const key = JSON.stringify(connection);
    const existing = entries.get(institutionId);
    const isSame = existing?.key === key;
    if (isSame && clock() - existing.readAt < METADATA_LIFETIME_MS) return existing;
    if (existing && !isSame) void existing.http.close();
    const httpClient = isSame
      ? existing.http
      : openCertified(http, connection, openClientSecrets(vault, connection), clock);
    const entry: Entry = {
      key,
      http: httpClient,
      client: openIssuerClient(connection, { vault, random, clock }, httpClient),
      previous: isSame ? existing.client : null,
      readAt: clock(),
    };
    entries.set(institutionId, entry);
    return entry;
  };
  return async (connection) => {
    const entry = findEntry(connection);
    try {
      return await entry.client;
    } catch (failure) {
      const { institutionId } = connection;
      if (entries.get(institutionId) === entry) {
        // The next use tries again.
        if (entry.previous === null) entries.delete(institutionId);
        else entries.set(institutionId, { ...entry, client: entry.previous, previous: null });
      }
      if (entry.previous === null) throw failure;
      return entry.previous;
    }
  };
};

async function openIssuerClient(
  connection: InstitutionRegistration,
  { vault, random, clock }: { vault: Vault; random: Random; clock: () => number },
  http: InstitutionClient,
): Promise<IssuerClient> {
  // Loaded on demand: the library is large, and most servers reach no institution.
  const oidc = await import("openid-client");
  const { issuer, clientId, dataUrl } = connection;
  const secrets = openClientSecrets(vault, connection);
  const dialect = findDialect(connection.standard);
  const isPlain = [issuer, dataUrl].some((url) => new URL(url).protocol === "http:");
  const seal = certificateInUse(secrets.sealCertificate, secrets.nextSealCertificate, clock());
  const signatureOf = seal && requestSigner(seal, dialect.headers.signed ?? []);
  const fetch: Oidc.CustomFetch = async (url, { method, headers: sent, body: content, signal }) => {
    const kind = toKind(url, dataUrl, dialect);
    const body = toBytes(content);
    const headers = kind === "protocol" ? sent : { ...sent, ...(await signatureOf?.(sent, body)) };
    const answer = await request(http, url, {
      ...{ method, headers, body, signal },
      bodyLimit: BODY_LIMITS[kind],
      resetMs:
        kind !== "protocol" && dialect.headers.personIsUncounted
          ? DAY_MS - (clock() % DAY_MS)
          : null,
    });
    if (tokenUrls.has(url)) await recordTokenResponse(answer);
    return answer;
  };
  const tokenUrls = new Set<unknown>();
  const options = {
    [oidc.customFetch]: fetch,
    timeout: TIMEOUT_SECONDS,
    algorithm: connection.standard.deviations.metadata,
    execute: isPlain ? [oidc.allowInsecureRequests] : [],
  };
  const server: Oidc.ServerMetadata = hasTokens(connection.standard)
    ? withQueries(
        (
          await oidc
            .discovery(new URL(issuer), clientId, undefined, oidc.None(), options)
            .catch(refuseInvalidIssuer)
        ).serverMetadata(),
        connection.standard.deviations,
      )
    : { issuer };
  const metadata = parseMetadata(server);
  for (const endpoints of [server, server.mtls_endpoint_aliases]) {
    // The field may have any type; openid-client validates a field only on use.
    const url: unknown = endpoints?.token_endpoint;
    if (typeof url === "string" && URL.canParse(url)) tokenUrls.add(new URL(url).href);
  }
  const config = new oidc.Configuration(
    withAlgorithms(server, connection),
    clientId,
    { use_mtls_endpoint_aliases: secrets.certificate !== undefined },
    await clientAuthentication(oidc, connection, secrets, {
      ...metadata,
      ...(secrets.certificate &&
        server.mtls_endpoint_aliases?.token_endpoint !== undefined && {
          token_endpoint: server.mtls_endpoint_aliases.token_endpoint,
        }),
    }),
  );
  config[oidc.customFetch] = fetch;
  config.timeout = TIMEOUT_SECONDS;
  if (isPlain) oidc.allowInsecureRequests(config);
  // An ID token's signature is verified even over TLS; an unknown key is fetched.
  if (metadata.jwks_uri !== undefined) oidc.enableNonRepudiationChecks(config);
  const mayBindToKey =
    connection.dpop &&
    metadata.dpop_signing_alg_values_supported?.includes(DPOP_ALGORITHM) === true;
  // A certificate is as good as a key, unless the operator has requested the key.
  const isBoundToCertificate =
    secrets.certificate !== undefined &&
    metadata.tls_client_certificate_bound_access_tokens === true &&
    !(mayBindToKey && connection.dpopBy === "operator");
  const bindsToKey = mayBindToKey && !isBoundToCertificate;
  const { privateKey, signCommand } = secrets;
  const keyFor = async (algorithms: readonly string[] | undefined) => {
    if (signCommand) return standInKey(signCommand);
    return privateKey === undefined ? null : await signingKey(privateKey, algorithms);
  };
  const isFapi1 = connection.standard.security === "fapi1";
  // A request that names its consent by a scope needs no signature.
  const requestKey =
    isFapi1 || typeof dialect.consent.request?.claim === "string"
      ? await keyFor(metadata.request_object_signing_alg_values_supported)
      : null;
  const assertionKey = await keyFor(metadata.token_endpoint_auth_signing_alg_values_supported);
  requireProfile({
    ...{ connection, metadata, isBound: bindsToKey || isBoundToCertificate },
    hasCertificate: secrets.certificate !== undefined,
    keyAlgorithms: [assertionKey, isFapi1 ? requestKey : null].flatMap((key) =>
      key === null ? [] : [chooseAlgorithm(key)],
    ),
  });
  const responseForm = findResponseForm(connection, metadata) ?? "plain";
  if (responseForm === "hybrid") {
    oidc.useCodeIdTokenResponseType(config);
    oidc.enableDetachedSignatureResponseChecks(config);
  } else if (responseForm === "jarm") oidc.useJwtResponseMode(config);
  const thumbprints = [secrets.certificate, secrets.nextCertificate].flatMap((pair) =>
    pair ? [toThumbprint(pair.certificate)] : [],
  );
  return {
    ...{ oidc, config, metadata, connection, dialect, requestKey, bindsToKey, random, clock },
    ...{ thumbprints, responseForm, signCommand },
  };
}

/** The library parses the issuer in the metadata as a URL, and throws a bare TypeError for other texts. */
function refuseInvalidIssuer(failure: unknown): never {
  if (!(failure instanceof TypeError && "code" in failure && failure.code === "ERR_INVALID_URL"))
    throw failure;
  const cause = new Error("the issuer in the metadata is not a URL");
  throw new Fault("UNSUPPORTED_RESPONSE", { cause });
}

function toKind(url: string, dataUrl: string, dialect: Dialect): keyof typeof BODY_LIMITS {
  if (!url.startsWith(`${dataUrl}/`)) return "protocol";
  const [path = ""] = url.slice(dataUrl.length).split("?");
  const document = dialect.withReads(({ statements }) => statements?.document);
  if (document !== undefined && isFilledPath(path, document)) return "statement";
  return path.endsWith("/transactions") ? "transactions" : "data";
}

/** Sends a request. Statuses with the same meaning at every endpoint throw a Fault. */
async function request(
  http: InstitutionClient,
  url: string,
  {
    resetMs,
    ...options
  }: Parameters<InstitutionClient["fetch"]>[1] & {
    /** The time until the institution's count restarts; null without such a quota. */
    resetMs: number | null;
  },
): Promise<Response> {
  const answer = await http.fetch(url, options);
  const cause = new Error(`${answer.status} from ${redactPath(new URL(url).pathname)}`);
  if (answer.status === 429)
    throw new Fault("INSTITUTION_RATE_LIMIT", {
      retryAfterMs:
        resetMs !== null && !answer.headers.has("retry-after") ? resetMs : readRetryAfter(answer),
      cause,
    });
  if (answer.status >= 500 && answer.status !== 501)
    throw new Fault("INSTITUTION_NOT_RESPONDING", { cause });
  return answer;
}

function toBytes(body: Oidc.FetchBody): string | Uint8Array | undefined {
  if (body === undefined || typeof body === "string" || body instanceof Uint8Array) return body;
  if (body instanceof URLSearchParams) return body.toString();
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  throw new TypeError("a body that is streamed is never sent to an institution");
}
