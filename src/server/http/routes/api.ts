import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Brand } from "../../../protocol/brand/brand.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { BODY_LIMITS, endpoints } from "../../api/index.ts";
import type { Client } from "../../domain/clients/client.ts";
import type { ClientSecret } from "../../domain/clients/client-secret.ts";
import { requireProductionAccess } from "../../domain/clients/production-access.ts";
import { isRestricted, requireAllowed } from "../../domain/clients/secret-restrictions.ts";
import { Fault } from "../../domain/fault.ts";
import { digest } from "../../domain/identifiers.ts";
import type { LimitedCall } from "../../domain/limits/rate-limiter.ts";
import { type LimitChanges, limitsOf } from "../../domain/limits/rate-limits.ts";
import type { Charge, Meter } from "../../domain/limits/usage.ts";
import { isJsonStream, stringifyFields } from "../../domain/raw-json.ts";
import type { Services } from "../../domain/services.ts";
import type { LegacyUseCounter } from "../../domain/users/legacy-use.ts";
import {
  findVersion,
  type JsonObject,
  NEWEST_VERSION,
  VERSIONS,
  type VersionedPath,
  type VersionRegistry,
} from "../../versions/index.ts";
import { parseApiBody, parseLongList, requireJsonObject } from "../body.ts";
import { brandHeader } from "../brand-headers.ts";
import { clientIp } from "../client-ip.ts";
import {
  ANONYMOUS_CLIENT,
  authenticateClient,
  CredentialFields,
  clientByPublicKey,
  hasNoKeys,
  isAnonymous,
  parseKeys,
  type SentKeys,
} from "../credentials.ts";
import { createResponseDowngrade } from "../downgrade-response.ts";
import { loadOnce } from "../load-once.ts";
import { createLargeBodyGate } from "../overload/large-bodies.ts";
import { beginFile, filePayload, isFile, jsonPayload, streamedPayload } from "../payloads.ts";
import type { SessionCalls } from "../session-calls.ts";

/** The limits and counters of the API: calls per path, charges, and uses of outdated fields. */
export type Counting = {
  limitChanges: LimitChanges;
  meter: Meter;
  legacyUses: Pick<LegacyUseCounter, "count">;
};

/**
 * Serves the API. Credentials, version, body and limits are checked here. Endpoints only know the
 * newest version: older requests are upgraded, and responses downgraded. Charges are counted after
 * success.
 */
export const apiRoutes = (
  app: FastifyInstance,
  services: Services,
  observe: (endpoint: Endpoint) => Endpoint,
  versions: VersionRegistry,
  counting: Counting & { calls: SessionCalls },
): void => {
  const context = {
    services,
    versions,
    downgradeResponse: createResponseDowngrade(),
    headers: toHeaders(services.brand),
    ...counting,
  };
  const gate = createLargeBodyGate();
  for (const [path, load] of Object.entries(endpoints)) {
    const bodyLimit = BODY_LIMITS[path];
    const options = bodyLimit ? { bodyLimit, onRequest: gate } : {};
    const handler = loadOnce(async () => createHandler(observe(await load()), context));
    app.post(path, options, async (request, reply) => (await handler())(request, reply));
  }
};

type Context = Counting & {
  calls: SessionCalls;
  services: Services;
  versions: VersionRegistry;
  downgradeResponse: ReturnType<typeof createResponseDowngrade>;
  headers: ApiHeaders;
};

/** Zod compiles a schema once. The apps of a process, as in tests, share the schemas with keys. */
const schemasWithKeys = new WeakMap<Endpoint["request"], Route["schemaWithKeys"]>();

function withKeys(request: Endpoint["request"]): Route["schemaWithKeys"] {
  const schema = schemasWithKeys.get(request) ?? request.extend(CredentialFields.shape);
  schemasWithKeys.set(request, schema);
  return schema;
}

/** The steps of a request in order. */
function createHandler(endpoint: Endpoint, context: Context): Handler {
  const { services, headers, meter } = context;
  const { path } = endpoint;
  const versionedPaths = new Map(
    VERSIONS.map((version) => [version, context.versions(version, path)]),
  );
  const route: Route = {
    ...context,
    endpoint,
    limits: limitsOf(path, endpoint.limits, services.environment, context.limitChanges),
    schemaWithKeys: withKeys(endpoint.request),
    upgrade: (body, version) => versionedPaths.get(version)?.request.value(body) ?? body,
  };
  return withStatuses(endpoint, async (request, reply) => {
    if (endpoint.sandboxOnly && services.environment !== "sandbox") throw new Fault("SANDBOX_ONLY");
    const namedVersion = versionHeader(request, headers, services.brand);
    headers.version.send(reply, namedVersion ?? NEWEST_VERSION);
    const { keys, body: sentBody } = splitKeys(request, headers);
    const { client, secret } = await authenticate(route, request, {
      keys,
      sentBody,
      namedVersion,
    });
    if (!isAnonymous(client)) request.clientId = client.clientId;
    requireProductionAccess(client, services.environment);
    const version = namedVersion ?? client.defaultVersion;
    headers.version.send(reply, version);
    const newestBody = route.upgrade(sentBody, version);
    if (secret && isRestricted(secret.restrictions))
      requireAllowed(secret.restrictions, { ...endpoint, body: newestBody, address: request.ip });
    const body = await admitBody(route, request, client, newestBody);
    const charges: Charge[] = [];
    const answer = await endpoint.handle(body, {
      // The services come first: V8 copies an object at the start of a literal as a whole, but in
      // the middle field by field.
      ...services,
      client,
      charge: (charge) => void charges.push(charge),
      created: () => void reply.code(201),
      countLegacyUse: (field) =>
        context.legacyUses.count({ clientId: client.clientId, path, field, requestId: request.id }),
    });
    const content = isFile(answer) ? await beginFile(answer) : answer;
    for (const charge of charges) meter.count(charge);
    return respond(route, request, reply, { content, versionedPath: versionedPaths.get(version) });
  });
}

/** An endpoint with its limits, and its schemas in every version. */
type Route = Context & {
  endpoint: Endpoint;
  limits: ReturnType<typeof limitsOf>;
  schemaWithKeys: Endpoint["request"];
  upgrade(body: JsonObject, version: string): JsonObject;
};

/** The calling client, and its secret; null without one. */
type Caller = { client: Client; secret: ClientSecret | null };

/**
 * Returns the client of a request's keys or Dashboard session; for an open endpoint the anonymous
 * client.
 */
async function authenticate(
  { calls, services, endpoint, schemaWithKeys, upgrade }: Route,
  request: FastifyRequest,
  {
    keys,
    sentBody,
    namedVersion,
  }: { keys: SentKeys; sentBody: JsonObject; namedVersion: string | undefined },
): Promise<Caller> {
  if (endpoint.isOpen && hasNoKeys(keys)) return { client: ANONYMOUS_CLIENT, secret: null };
  const clientOfSession = calls.clientOf(keys.secret);
  if (clientOfSession) return { client: clientOfSession, secret: null };
  if (keys.public_key !== undefined) {
    const { public_key } = keys;
    const client = await clientByPublicKey(public_key, namedVersion, endpoint.path, services);
    return { client, secret: null };
  }
  const validateFields = (fields: JsonObject) => {
    // A long list is validated only for authenticated clients.
    if (!endpoint.longList)
      parseApiBody(schemaWithKeys, {
        ...fields,
        ...upgrade(sentBody, namedVersion ?? NEWEST_VERSION),
      });
  };
  return authenticateClient(parseKeys(keys, validateFields), {
    services,
    address: clientIp(request),
  });
}

/** Validates a body, and counts the call against the limits of its client and Item. */
async function admitBody(
  { endpoint: { path, request: schema, longList }, limits, services: { callLimiter } }: Route,
  request: FastifyRequest,
  client: Client,
  sentBody: JsonObject,
): Promise<JsonObject> {
  const caller = isAnonymous(client) ? clientIp(request) : client.clientId;
  const ofClient: LimitedCall[] = limits.client
    ? [{ key: `client ${caller} ${path}`, limit: limits.client }]
    : [];
  const ofItem = ({ access_token, processor_token }: JsonObject): LimitedCall[] => {
    const token = access_token ?? processor_token;
    return limits.item && typeof token === "string"
      ? [{ key: `item ${digest(token)} ${path}`, limit: limits.item }]
      : [];
  };
  if (!longList) {
    // An invalid body does not count.
    const body = parseApiBody(schema, sentBody);
    await callLimiter.passAll([...ofClient, ...ofItem(body)]);
    return body;
  }
  // With a long list an invalid body counts, since validating lists is expensive.
  await callLimiter.passAll(ofClient);
  const body = await parseLongList(schema, sentBody, longList);
  await callLimiter.passAll(ofItem(body));
  return body;
}

/** Responds with a file, or with JSON in the request's version, streamed if a field is. */
function respond(
  { downgradeResponse, headers }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  { content, versionedPath }: Result,
): unknown {
  if (isFile(content)) {
    headers.requestId.send(reply, request.id);
    if (content.sha256 !== undefined) headers.contentHash.send(reply, content.sha256);
    return filePayload(reply, content, content.isAttachment ? "attachment" : "inline");
  }
  const payload = versionedPath ? downgradeResponse(versionedPath, content) : content;
  const fields = [...Object.entries(payload), ["request_id", request.id] as const];
  if (fields.some(([, value]) => isJsonStream(value))) return streamedPayload(reply, fields);
  return jsonPayload(reply, stringifyFields(fields));
}

type Result = {
  content: Awaited<ReturnType<Endpoint["handle"]>>;
  /** The request version's difference from the newest version; null for none. */
  versionedPath: VersionedPath | null | undefined;
};

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/**
 * Wraps a handler to give refusals their path's statuses, where those differ from the catalogue's.
 */
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
const toHeaders = (brand: Brand) => ({
  clientId: brandHeader(brand, "client-id"),
  secret: brandHeader(brand, "secret"),
  version: brandHeader(brand, "version"),
  // Under the brand's name for files only: old clients recognize a file by that header.
  requestId: brandHeader(brand, "request-id"),
  contentHash: brandHeader(brand, "content-hash"),
});

type ApiHeaders = ReturnType<typeof toHeaders>;

/** Separates the keys of a request, in headers or body, from the rest of the body. */
function splitKeys(
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

/** Returns the version in the header, if any; throws INVALID_HEADERS for an unknown version. */
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
