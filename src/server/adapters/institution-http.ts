import { isIP } from "node:net";
import { rootCertificates } from "node:tls";
import type { Dispatcher } from "undici";
import { isLoopback } from "../domain/clients/origin.ts";
import { Fault } from "../domain/fault.ts";
import {
  CertificateRefusal,
  type InstitutionClient,
  type InstitutionHttp,
  type InstitutionRequest,
} from "../domain/institutions/institution-http.ts";
import {
  isOutboundHost,
  type OutboundHosts,
  outboundHostProblem,
} from "../domain/outbound-hosts.ts";
import { isInstitutionAddress, type OutboundRules } from "../domain/webhooks/webhook-url.ts";
import { checkedLookup, type LookUp, systemLookUp } from "./checked-lookup.ts";

/** The time for an institution's response, from the first step of the connection on. */
const RESPONSE_LIMIT_MS = 20_000;

/**
 * A limit above every real response. Callers that know the kind of a response set a lower limit.
 */
const BODY_LIMIT_BYTES = 8 * 1024 * 1024;

const HEADER_LIMIT_BYTES = 32 * 1024;

type Options = OutboundRules & {
  /** The hosts that may be on a private network. */
  privateHosts?: readonly string[];
  responseLimit?: number;
  bodyLimit?: number;
  lookUp?: LookUp;
  /** PEM certificates of the trusted authorities, instead of Node's. */
  authorities?: string;
};

type OpenOptions = Parameters<InstitutionHttp["open"]>[0];

/** The HTTP client, loaded on first use. */
type Client = {
  agent: Dispatcher;
  request: typeof import("undici").request;
  /**
   * The last refusal of the client's certificate by each origin. The HTTP library reports only a
   * closed connection.
   */
  refusals: Map<string, { at: number; refusal: CertificateRefusal }>;
};

/** Sends requests to institutions. Time, size and addresses are limited. */
export const createInstitutionHttp = (options: Options): InstitutionHttp => {
  const agents = new Set<Dispatcher>();
  return {
    open: (connection) => createClient(options, connection, agents),
    close: async () => {
      await Promise.all([...agents].map((agent) => agent.destroy()));
    },
  };
};

function createClient(
  {
    environment,
    outboundHosts,
    responseLimit = RESPONSE_LIMIT_MS,
    bodyLimit = BODY_LIMIT_BYTES,
    lookUp = systemLookUp,
    authorities,
    privateHosts: settingHosts = [],
  }: Options,
  { hosts, privateHosts, certificate, authorities: ownAuthorities }: OpenOptions,
  agents: Set<Dispatcher>,
): InstitutionClient {
  const mayBePrivate = (hostname: string): boolean =>
    hosts.includes(hostname) &&
    (privateHosts.includes(hostname) || isOutboundHost(hostname, settingHosts));
  const isAllowed = (hostname: string, address: string): boolean =>
    isInstitutionAddress(address, { environment, mayBePrivate: mayBePrivate(hostname) });
  let clientPromise: Promise<Client> | undefined;
  const load = async (): Promise<Client> => {
    const { Agent, buildConnector, request } = await import("undici");
    const refusals: Client["refusals"] = new Map();
    const connect = buildConnector({
      lookup: checkedLookup(isAllowed, lookUp),
      timeout: responseLimit,
      ...(authorities !== undefined && { ca: authorities }),
      ...(ownAuthorities !== undefined && { ca: [...rootCertificates, ownAuthorities] }),
      ...(certificate && { cert: certificate.certificate, key: certificate.key }),
    });
    const agent = new Agent({
      connect: (target, onConnection) =>
        connect(target, (...result) => {
          // In TLS 1.3 a server refuses a certificate once the connection is open.
          result[1]?.on("error", (failure) => {
            const refusal = certificateRefusal(failure);
            const origin = `${target.protocol}//${target.host}`;
            if (refusal) refusals.set(origin, { at: performance.now(), refusal });
          });
          onConnection(...result);
        }),
      maxHeaderSize: HEADER_LIMIT_BYTES,
      headersTimeout: responseLimit,
      bodyTimeout: responseLimit,
    });
    agents.add(agent);
    return { agent, request, refusals };
  };
  return {
    fetch: async (url, request) => {
      requireSafeUrl(url, isAllowed, outboundHosts);
      clientPromise ??= load();
      const limit = Math.min(request.bodyLimit ?? bodyLimit, bodyLimit);
      return send(await clientPromise, url, request, { responseLimit, bodyLimit: limit });
    },
    close: async () => {
      const client = await clientPromise;
      if (!client) return;
      await client.agent.close();
      agents.delete(client.agent);
    },
  };
}

/** Throws UNSUPPORTED_RESPONSE for a forbidden address; names are checked at the connection. */
function requireSafeUrl(
  url: string,
  isAllowed: (hostname: string, address: string) => boolean,
  outboundHosts: OutboundHosts,
): void {
  const { protocol, hostname } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const isForbidden =
    (protocol !== "https:" && !(protocol === "http:" && isLoopback(hostname))) ||
    (isIP(host) !== 0 && !isAllowed(hostname, host));
  const problem = isForbidden
    ? "is not an address that may be asked"
    : outboundHostProblem(url, outboundHosts);
  if (problem === null) return;
  const cause = new Error(`${protocol}//${hostname} ${problem}`);
  throw new Fault("UNSUPPORTED_RESPONSE", { cause });
}

async function send(
  { agent, request, refusals }: Client,
  url: string,
  { method, headers, body, signal }: InstitutionRequest,
  { responseLimit, bodyLimit }: { responseLimit: number; bodyLimit: number },
): Promise<Response> {
  const startedAt = performance.now();
  const limit = AbortSignal.timeout(responseLimit);
  try {
    const answer = await request(url, {
      dispatcher: agent,
      method: method as Dispatcher.HttpMethod,
      headers: { ...headers, "accept-encoding": "identity" },
      body: body ?? null,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    const bytes = await readBytes(answer.body, bodyLimit);
    const hasBody = ![204, 205, 304].includes(answer.statusCode);
    return new Response(hasBody ? bytes : null, {
      status: answer.statusCode,
      headers: toHeaders(answer.headers),
    });
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    // A late alert of a timed-out request does not concern a later request.
    const last = refusals.get(new URL(url).origin);
    const refused =
      certificateRefusal(cause) ?? (last && last.at >= startedAt ? last.refusal : null);
    if (refused) throw new Fault("INSTITUTION_REGISTRATION_REQUIRED", { cause: refused });
    throw new Fault("INSTITUTION_NOT_RESPONDING", { cause: plainError(cause) });
  }
}

/** The TLS alerts of a server that refuses a client's certificate (RFC 8446, 6.2), as text. */
const CERTIFICATE_ALERTS: readonly (readonly [alert: RegExp, words: string])[] = [
  [/ALERT_CERTIFICATE_REVOKED/, "it is revoked"],
  [/ALERT_CERTIFICATE_EXPIRED/, "it has expired"],
  [/ALERT_UNKNOWN_CA/, "its authority is not trusted"],
  [/ALERT_CERTIFICATE_REQUIRED/, "it wants one"],
  [
    /ALERT_(BAD|UNSUPPORTED)_CERTIFICATE|ALERT_CERTIFICATE_UNKNOWN|ALERT_ACCESS_DENIED/,
    "it is not accepted",
  ],
];

function certificateRefusal(failure: unknown): CertificateRefusal | null {
  const code = failure instanceof Error && "code" in failure ? String(failure.code) : "";
  const words = CERTIFICATE_ALERTS.find(([alert]) => alert.test(code))?.[1];
  return words === undefined
    ? null
    : new CertificateRefusal(`the institution refuses the client's certificate: ${words}`);
}

async function readBytes(
  body: Dispatcher.ResponseData["body"],
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > limit)
      throw new Fault("UNSUPPORTED_RESPONSE", {
        cause: new Error(`the answer has more than ${limit} bytes`),
      });
    chunks.push(bytes);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function toHeaders(raw: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw))
    for (const text of [value].flat()) if (text !== undefined) headers.append(name, text);
  return headers;
}

/** Returns a failure without the library's properties, since a request's headers have tokens. */
function plainError(failure: unknown): Error {
  const [first] = failure instanceof AggregateError ? failure.errors : [];
  const { message, name } =
    failure instanceof Error && failure.message !== "" ? failure : (first ?? new Error("unknown"));
  return new Error(`${name}: ${message}`);
}
