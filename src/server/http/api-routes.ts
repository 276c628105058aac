import type { IncomingHttpHeaders } from "node:http";
import type { Endpoint, FileAnswer } from "../api/endpoint.ts";
import { Fault } from "../domain/fault.ts";
import { digest } from "../domain/identifiers.ts";
import type { Charge, Meter } from "../domain/meter.ts";
import type { Client } from "../domain/ports.ts";
import { type LimitChanges, limitsOf } from "../domain/rate-limits.ts";
import type { World } from "../domain/world.ts";
import { type JsonPiece, writeFields } from "../domain/written.ts";
import {
  findVersion,
  type JsonObject,
  NEWEST_VERSION,
  takesPublicKey,
  VERSIONS,
  type Versions,
} from "../versions/index.ts";
import { isJsonObject, parseBody } from "./body.ts";
import { ANYBODY, CredentialFields, clientOf } from "./credentials.ts";
import { isFile } from "./file-answer.ts";
import { createWalkBack } from "./walk-back.ts";

/** What the API counts by: how often each path may be called, and what is billed. */
export type Counting = { limitChanges: LimitChanges; meter: Meter };

/** A request to a path of the API, and what is told of the answer beside its content. */
export type ApiRequest = {
  id: string;
  headers: IncomingHttpHeaders;
  /** The network that it came from, by which calls are counted. */
  address: string;
  /** Parsed JSON. */
  body: unknown;
  /** The version that is answered in, once it is known. */
  version: string | null;
};

/** The paths of the API; each answers the pieces of a JSON text, or a file. */
export type ApiRoutes = ReadonlyMap<
  string,
  (request: ApiRequest) => Promise<readonly JsonPiece[] | FileAnswer>
>;

/**
 * The API: keys, version, shape and limits are checked here, the rest is the endpoint's. An endpoint
 * knows head only; what an older client sends climbs to it, and what it answers walks back. What a
 * call is charged for is counted when it has succeeded, and only then.
 */
export const apiRoutes = (
  world: World,
  endpoints: readonly Endpoint[],
  versions: Versions,
  { limitChanges, meter }: Counting,
): ApiRoutes => {
  const walkBack = createWalkBack();
  return new Map(
    endpoints.map((endpoint) => {
      const { path, request: schema } = endpoint;
      const limits = limitsOf(path, endpoint.limits, world.environment, limitChanges);
      const withKeys = schema.extend(CredentialFields.shape);
      const dated = new Map(VERSIONS.map((version) => [version, versions(version, path)]));
      const answer = async (request: ApiRequest) => {
        if (endpoint.sandboxOnly && world.environment !== "sandbox")
          throw new Fault("SANDBOX_ONLY");
        const named = versionHeader(request);
        request.version = named ?? NEWEST_VERSION;
        const { keys, body: sent } = bodyOf(request);
        const climbed = (version: string) => dated.get(version)?.request.value(sent) ?? sent;
        const isAnybody =
          endpoint.isOpen === true && Object.values(keys).every((key) => key === undefined);
        const client = isAnybody
          ? ANYBODY
          : keys.public_key !== undefined
            ? await clientByPublicKey(keys.public_key, named, path, world)
            : await clientOf(
                parseKeys(keys, (known) =>
                  parseBody(withKeys, { ...known, ...climbed(named ?? NEWEST_VERSION) }),
                ),
                { world, address: request.address },
              );
        const version = named ?? client.defaultVersion;
        request.version = version;
        const body = parseBody(schema, climbed(version));
        if (limits.client)
          await world.limiter.pass(
            `client ${isAnybody ? request.address : client.clientId} ${path}`,
            limits.client,
          );
        if (limits.item && typeof body.access_token === "string")
          await world.limiter.pass(`item ${digest(body.access_token)} ${path}`, limits.item);
        const charges: Charge[] = [];
        const charge = (one: Charge) => void charges.push(one);
        const content = await endpoint.handle(body, { client, charge, ...world });
        for (const one of charges) meter.count(one);
        if (isFile(content)) return content;
        const difference = dated.get(version);
        const walked = difference ? walkBack(difference, content) : content;
        return writeFields([...Object.entries(walked), ["request_id", request.id]]);
      };
      return [path, answer];
    }),
  );
};

type SentKeys = { client_id: unknown; secret: unknown; public_key: unknown };

/** The keys of a request, by header or in its body, and the rest of the body. */
function bodyOf({ body, headers }: ApiRequest): { keys: SentKeys; body: JsonObject } {
  if (!isJsonObject(body)) throw new Fault("INVALID_BODY");
  const {
    client_id = headers["service-client-id"],
    secret = headers["service-secret"],
    public_key,
    ...rest
  } = body;
  return { keys: { client_id, secret, public_key }, body: rest };
}

/** The keys, if both are there and well formed; otherwise `complain` says what else is wrong, too. */
function parseKeys(keys: SentKeys, complain: (known: JsonObject) => object) {
  const parsed = CredentialFields.safeParse(keys);
  if (parsed.success) return parsed.data;
  const known = Object.entries(keys).filter(([, value]) => value !== undefined);
  complain(Object.fromEntries(known));
  throw new Fault("INVALID_API_KEYS");
}

/** The client of a public key, which some paths took in older versions. */
async function clientByPublicKey(
  publicKey: unknown,
  named: string | undefined,
  path: string,
  { store }: World,
): Promise<Client> {
  const client = typeof publicKey === "string" ? await store.clients.byPublicKey(publicKey) : null;
  if (!takesPublicKey(named ?? client?.defaultVersion ?? NEWEST_VERSION, path))
    throw new Fault("INCOMPATIBLE_API_VERSION");
  if (!client?.publicKeyEnabled) throw new Fault("INVALID_PUBLIC_KEY");
  return client;
}

/** The version the header asks for, if any; INVALID_HEADERS for one that does not exist. */
function versionHeader({ headers }: ApiRequest): string | undefined {
  const header = headers["service-version"];
  if (header === undefined) return undefined;
  const version = typeof header === "string" ? findVersion(header) : null;
  if (version === null)
    throw new Fault("INVALID_HEADERS", {
      message: `Service-Version must be one of ${VERSIONS.join(", ")}`,
    });
  return version;
}
