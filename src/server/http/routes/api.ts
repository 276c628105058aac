import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Brand } from "../../../protocol/brand.ts";
import { parseInput } from "../../../protocol/parse-input.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import type { Client } from "../../domain/clients/client.ts";
import { requireProductionAccess } from "../../domain/clients/production-access.ts";
import { Fault } from "../../domain/fault.ts";
import { digest } from "../../domain/identifiers.ts";
import { isJsonStream } from "../../domain/json-stream.ts";
import type { Charge, Meter } from "../../domain/limits/meter.ts";
import { type LimitChanges, limitsOf } from "../../domain/limits/rate-limits.ts";
import { stringifyFields } from "../../domain/raw-json.ts";
import type { Services } from "../../domain/services.ts";
import type { LegacyUseCounter } from "../../domain/users/legacy-use.ts";
import {
  findVersion,
  type JsonObject,
  NEWEST_VERSION,
  takesPublicKey,
  VERSIONS,
  type VersionRegistry,
} from "../../versions/index.ts";
import { parseBody, requireJsonObject } from "../body.ts";
import { brandHeader } from "../brand-headers.ts";
import { clientIp } from "../client-ip.ts";
import { ANYBODY, CredentialFields, clientOf } from "../credentials.ts";
import { createResponseDowngrade } from "../downgrade-response.ts";
import { filePayload, isFile } from "../file-answer.ts";
import { jsonPayload, streamedPayload } from "../json-answer.ts";
import { createLargeBodyGate } from "../large-bodies.ts";
import { parseLongList } from "../long-list.ts";
import type { SessionCalls } from "../session-calls.ts";

/** What the API counts by: how often each path may be called, what is billed, and what is out of date. */
export type Counting = {
  limitChanges: LimitChanges;
  meter: Meter;
  legacyUses: Pick<LegacyUseCounter, "count">;
};

/**
 * The API: keys, version, shape and limits are checked here, the rest is the endpoint's. An endpoint
 * knows head only; what an older client sends is upgraded to it, and what it answers is downgraded. What a
 * call is charged for is counted when it has succeeded, and only then.
 */
export const apiRoutes = (
  app: FastifyInstance,
  services: Services,
  endpoints: readonly Endpoint[],
  versions: VersionRegistry,
  counting: Counting & { calls: SessionCalls },
): void => {
  const context = {
    services,
    versions,
    downgradeResponse: createResponseDowngrade(),
    headers: headersOf(services.brand),
    ...counting,
  };
  const gate = createLargeBodyGate();
  for (const endpoint of endpoints) {
    const { path, longList } = endpoint;
    const options = longList ? { bodyLimit: longList.bodyLimit, onRequest: gate } : {};
    app.post(path, options, handlerOf(endpoint, context));
  }
};

type Context = Counting & {
  calls: SessionCalls;
  services: Services;
  versions: VersionRegistry;
  downgradeResponse: ReturnType<typeof createResponseDowngrade>;
  headers: ApiHeaders;
};

function handlerOf(
  endpoint: Endpoint,
  {
    services,
    versions,
    downgradeResponse,
    headers,
    limitChanges,
    meter,
    legacyUses,
    calls,
  }: Context,
): Handler {
  const { path, request: schema, longList } = endpoint;
  const limits = limitsOf(path, endpoint.limits, services.environment, limitChanges);
  const withKeys = schema.extend(CredentialFields.shape);
  const byVersion = new Map(VERSIONS.map((version) => [version, versions(version, path)]));
  return withStatuses(endpoint, async (request, reply) => {
    if (endpoint.sandboxOnly && services.environment !== "sandbox") throw new Fault("SANDBOX_ONLY");
    const namedVersion = versionHeader(request, headers, services.brand);
    headers.version.send(reply, namedVersion ?? NEWEST_VERSION);
    const { keys, body: inputBody } = bodyOf(request, headers);
    const upgrade = (version: string) =>
      byVersion.get(version)?.request.value(inputBody) ?? inputBody;
    const complain = (fields: JsonObject) => {
      // Nobody without keys has very much checked.
      if (!longList) parseBody(withKeys, { ...fields, ...upgrade(namedVersion ?? NEWEST_VERSION) });
    };
    const isAnybody = endpoint.isOpen === true && hasNoKeys(keys);
    const client = isAnybody
      ? ANYBODY
      : (calls.clientOf(keys.secret) ??
        (await (keys.public_key === undefined
          ? clientOf(parseKeys(keys, complain), { services, address: clientIp(request) })
          : clientByPublicKey(keys.public_key, namedVersion, path, services))));
    requireProductionAccess(client, services.environment);
    const version = namedVersion ?? client.defaultVersion;
    headers.version.send(reply, version);
    const countCall = (): void | Promise<void> => {
      const caller = isAnybody ? clientIp(request) : client.clientId;
      if (limits.client) return services.limiter.pass(`client ${caller} ${path}`, limits.client);
    };
    if (longList) await countCall();
    const body = longList
      ? await parseLongList(schema, upgrade(version), longList)
      : parseBody(schema, upgrade(version));
    if (!longList) await countCall();
    if (limits.item && typeof body.access_token === "string")
      await services.limiter.pass(`item ${digest(body.access_token)} ${path}`, limits.item);
    const charges: Charge[] = [];
    const charge = (one: Charge) => void charges.push(one);
    const content = await endpoint.handle(body, {
      // First: V8 clones an object at the start of a new one as a whole, and in the middle field by field.
      ...services,
      client,
      charge,
      created: () => void reply.code(201),
      countLegacyUse: (field) =>
        legacyUses.count({ clientId: client.clientId, path, field, requestId: request.id }),
    });
    for (const one of charges) meter.count(one);
    if (isFile(content)) {
      headers.requestId.send(reply, request.id);
      return filePayload(reply, content);
    }
    const difference = byVersion.get(version);
    const payload = difference ? downgradeResponse(difference, content) : content;
    const fields = [...Object.entries(payload), ["request_id", request.id] as const];
    if (fields.some(([, value]) => isJsonStream(value))) return streamedPayload(reply, fields);
    return jsonPayload(reply, stringifyFields(fields));
  });
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** A handler whose refusals have the statuses of its path, where those are not the catalogue's. */
function withStatuses({ statuses }: Endpoint, handle: Handler): Handler {
  if (!statuses) return handle;
  return (request, reply) =>
    handle(request, reply).catch((failure: unknown) => {
      const status = failure instanceof Fault ? statuses[failure.code] : undefined;
      if (!(failure instanceof Fault) || status === undefined) throw failure;
      throw new Fault(failure.code, { message: failure.message, cause: failure, status });
    });
}

/** The headers of the API, under our names and the brand's. */
const headersOf = (brand: Brand) => ({
  clientId: brandHeader(brand, "client-id"),
  secret: brandHeader(brand, "secret"),
  version: brandHeader(brand, "version"),
  // Under the brand's name on files alone: by that header old clients tell a file from JSON.
  requestId: brandHeader(brand, "request-id"),
});

type ApiHeaders = ReturnType<typeof headersOf>;

type SentKeys = { client_id: unknown; secret: unknown; public_key: unknown };

/** The keys of a request, by header or in its body, and the rest of the body. */
function bodyOf(
  { body, headers: requestHeaders }: FastifyRequest,
  headers: ApiHeaders,
): { keys: SentKeys; body: JsonObject } {
  requireJsonObject(body);
  const {
    client_id = headers.clientId.read(requestHeaders),
    secret = headers.secret.read(requestHeaders),
    public_key,
    ...rest
  } = body;
  return { keys: { client_id, secret, public_key }, body: rest };
}

const hasNoKeys = (keys: SentKeys): boolean =>
  Object.values(keys).every((key) => key === undefined);

/** The keys, if both are there and well formed; otherwise `complain` says what else is wrong, too. */
function parseKeys(keys: SentKeys, complain: (fields: JsonObject) => void) {
  const result = parseInput(CredentialFields, keys);
  if (result.success) return result.data;
  const entries = Object.entries(keys).filter(([, value]) => value !== undefined);
  complain(Object.fromEntries(entries));
  throw new Fault("INVALID_API_KEYS");
}

/** The client of a public key, which some paths took in older versions. */
async function clientByPublicKey(
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

/** The version the header asks for, if any; INVALID_HEADERS for one that does not exist. */
function versionHeader(
  request: FastifyRequest,
  { version: versions }: ApiHeaders,
  brand: Brand,
): string | undefined {
  const header = versions.read(request.headers);
  if (header === undefined) return undefined;
  const version = typeof header === "string" ? findVersion(header) : null;
  if (version === null)
    throw new Fault("INVALID_HEADERS", {
      message: `${brand.identifier}-Version must be one of ${VERSIONS.join(", ")}`,
    });
  return version;
}
