import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { userInfo } from "node:os";
import { type ConnectionOptions, checkServerIdentity } from "node:tls";
import type { ClientConfig } from "pg";

/**
 * The connection timeout per host in s, unless the address sets one. With several hosts the next
 * host gets its turn sooner.
 */
const CONNECT_TIMEOUT = { only: 5, several: 2 };
/** The idle time in ms after which the system probes the connection. */
const KEEP_ALIVE_MS = 10_000;
/** The maximum number of connections per process, unless the address sets one. */
const POOL_SIZE = 10;

const SSL_MODES = ["disable", "require", "verify-ca", "verify-full"] as const;
type SslMode = (typeof SSL_MODES)[number];

/** The allowed parameters of an address. All but the last two are libpq's. */
const PARAMETERS = [
  "host",
  "port",
  "target_session_attrs",
  "sslmode",
  "sslrootcert",
  "sslcert",
  "sslkey",
  "connect_timeout",
  "application_name",
  "options",
  "channel_binding",
  "pool_size",
  "pgbouncer",
];

/** The role of an address's hosts: the primary takes writes, a standby follows the primary. */
export type Role = "primary" | "standby";

/**
 * The values of `target_session_attrs` for each role. The server treats all values of a role alike.
 */
const SESSION_ATTRIBUTES: Readonly<Record<Role, readonly string[]>> = {
  primary: ["read-write", "primary"],
  standby: ["any", "prefer-standby", "standby", "read-only"],
};

const APPLICATION_NAMES: Readonly<Record<Role, string>> = {
  primary: "service-link",
  standby: "service-link reads",
};

const SESSION_REASONS: Readonly<Record<Role, string>> = {
  primary: "since the server writes",
  standby: "since it leads to standbys",
};

/** A parsed address. */
export type PostgresAddress = {
  /** The settings for each host, in the order of the address. */
  hosts: readonly [ClientConfig, ...ClientConfig[]];
  /** The maximum number of connections to a host. */
  poolSize: number;
  /** Whether the address leads to a pooler that keeps no named statements. */
  hasPooler: boolean;
};

export const isPostgresAddress = (address: string): boolean => /^postgres(ql)?:\/\//i.test(address);

/**
 * Parses an address such as `postgres://user:password@host:5432/database?sslmode=verify-full`, with
 * one host or several. Throws an Error that names the mistake, without the password. Without
 * `sslmode`, a host on another machine must prove its identity by a certificate; a local host uses
 * no TLS.
 */
export const readAddress = (address: string, role: Role = "primary"): PostgresAddress => {
  const { url, entries } = parseUrl(address);
  const parameters = toParameters(url);
  const database = decode(url.pathname.slice(1));
  if (database === "") throw new Error("it names no database, as in postgres://host/database");
  const bouncer = parameters.get("pgbouncer");
  if (bouncer !== undefined && bouncer !== "true" && bouncer !== "false")
    throw new Error("pgbouncer must be true or false");
  const attributes = parameters.get("target_session_attrs");
  const allowed = SESSION_ATTRIBUTES[role];
  if (attributes !== undefined && !allowed.includes(attributes))
    throw new Error(
      `target_session_attrs must be ${allowed.join(" or ")}, ${SESSION_REASONS[role]}`,
    );
  const places = parseHosts(entries, parameters);
  const connectTimeout = places.length > 1 ? CONNECT_TIMEOUT.several : CONNECT_TIMEOUT.only;
  const binding = parameters.get("channel_binding");
  const common = {
    database,
    user: decode(url.username) || userInfo().username,
    // Without a password in the address, the driver reads PGPASSWORD or ~/.pgpass, as psql does.
    ...(url.password !== "" && { password: decode(url.password) }),
    application_name: parameters.get("application_name") ?? APPLICATION_NAMES[role],
    ...(parameters.has("options") && { options: parameters.get("options") }),
    ...(binding === "require" && { enableChannelBinding: true }),
    connectionTimeoutMillis: parseNumber(parameters, "connect_timeout", connectTimeout) * 1000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  };
  const toConfig = ({ host, port }: Place): ClientConfig => ({
    ...common,
    host: host === "" ? "localhost" : host,
    port,
    ssl: parseTls(host, parameters),
  });
  const [first, ...others] = places;
  return {
    hosts: [toConfig(first), ...others.map(toConfig)],
    poolSize: parseNumber(parameters, "pool_size", POOL_SIZE),
    hasPooler: bouncer === "true",
  };
};

/** The location of a database for messages, without user and password. */
export const describeAddress = (address: string): string => {
  try {
    const { hosts } = readAddress(address);
    const [{ database, host }] = hosts;
    const names = hosts.map(({ host = "", port }) => (isSocket(host) ? host : `${host}:${port}`));
    return `${database} ${isSocket(host ?? "") ? "in" : "at"} ${names.join(", ")}`;
  } catch {
    return "PostgreSQL";
  }
};

type Place = { host: string; port: number };

const NOT_A_URL = "it is not a URL like postgres://user:password@host:5432/database";

/** Splits an address into the part before its hosts, the hosts, and the rest. */
const SHAPE = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^@/?#]*)(.*)$/is;

/** Parses the hosts separately, since a URL has exactly one host. */
function parseUrl(address: string): { url: URL; entries: string[] } {
  const [, before = "", hosts = "", after = ""] = SHAPE.exec(address) ?? [];
  const text = `${before}localhost${after}`;
  if (before === "" || !URL.canParse(text)) throw new Error(NOT_A_URL);
  return { url: new URL(text), entries: hosts.split(",") };
}

/**
 * Every host with its port. As in libpq, the parameters `host` and `port` may be lists and take
 * precedence.
 */
function parseHosts(entries: string[], parameters: Map<string, string>): [Place, ...Place[]] {
  const named = entries.map(parseEntry);
  const hosts = parameters.get("host")?.split(",") ?? named.map(({ host }) => host);
  const ports = parameters.get("port")?.split(",") ?? named.map(({ port }) => port);
  if (ports.length > 1 && ports.length !== hosts.length)
    throw new Error(`it has ${ports.length} ports for ${hosts.length} hosts`);
  const places = hosts.map((host, index) => ({
    host,
    port: parsePort(ports[ports.length === 1 ? 0 : index]),
  }));
  const [first, ...others] = places;
  if (!first) throw new Error(NOT_A_URL);
  return [first, ...others];
}

/** Parses one host of an address, with its port as text. */
function parseEntry(entry: string): { host: string; port: string } {
  const isEmpty = entry === "" || entry.startsWith(":");
  const text = `postgres://${isEmpty ? "localhost" : ""}${entry}`;
  if (!URL.canParse(text)) throw new Error(NOT_A_URL);
  const { hostname, port } = new URL(text);
  return { host: isEmpty ? "" : decode(hostname).replace(/^\[(.*)\]$/, "$1"), port };
}

function parsePort(text: string | undefined): number {
  if (text === undefined || text === "") return 5432;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw new Error("port must be a number from 1 to 65535");
  return port;
}

function toParameters({ searchParams }: URL): Map<string, string> {
  const parameters = new Map(searchParams);
  for (const name of parameters.keys())
    if (!PARAMETERS.includes(name))
      throw new Error(`it has the parameter ${name}, which is not one of ${PARAMETERS.join(", ")}`);
  return parameters;
}

function parseNumber(parameters: Map<string, string>, name: string, otherwise: number): number {
  const text = parameters.get(name);
  if (text === undefined) return otherwise;
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new Error(`${name} must be a number from 1 to 9999`);
  return Number(text);
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error("it has a % that begins no escape; a % itself is written %25");
  }
};

const isSocket = (host: string): boolean => host.startsWith("/");

const isThisMachine = (host: string): boolean =>
  ["", "localhost", "127.0.0.1", "::1"].includes(host) || isSocket(host);

function parseTls(host: string, parameters: Map<string, string>): ConnectionOptions | false {
  const mode = parseSslMode(host, parameters);
  if (mode === "disable") return false;
  const ca = readFile(parameters, "sslrootcert");
  const verifies = mode !== "require" || ca !== undefined;
  return {
    ...(ca !== undefined && { ca }),
    ...toCertificate(parameters),
    rejectUnauthorized: verifies,
    // The driver passes no host to TLS for an IP address. Without this check any certificate would
    // match.
    checkServerIdentity: (_, certificate) =>
      mode === "verify-full" ? checkServerIdentity(host, certificate) : undefined,
    ...(isIP(host) === 0 && { servername: host }),
  };
}

function parseSslMode(host: string, parameters: Map<string, string>): SslMode {
  const text = parameters.get("sslmode");
  if (text === undefined) return isThisMachine(host) ? "disable" : "verify-full";
  const mode = SSL_MODES.find((sslMode) => sslMode === text);
  if (mode) return mode;
  // `allow` and `prefer` are refused, since an attacker on the network could switch TLS off.
  throw new Error(`sslmode must be one of ${SSL_MODES.join(", ")}`);
}

function toCertificate(parameters: Map<string, string>): Pick<ConnectionOptions, "cert" | "key"> {
  const cert = readFile(parameters, "sslcert");
  const key = readFile(parameters, "sslkey");
  if ((cert === undefined) !== (key === undefined))
    throw new Error("sslcert and sslkey go together: each names a PEM file");
  return { ...(cert !== undefined && { cert }), ...(key !== undefined && { key }) };
}

function readFile(parameters: Map<string, string>, name: string): string | undefined {
  const file = parameters.get(name);
  if (file === undefined || (name === "sslrootcert" && file === "system")) return undefined;
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new Error(`${name}: ${file} cannot be read`, { cause });
  }
}
