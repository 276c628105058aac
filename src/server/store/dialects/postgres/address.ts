import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { userInfo } from "node:os";
import { type ConnectionOptions, checkServerIdentity } from "node:tls";
import type { ClientConfig } from "pg";

/** The connection timeout for each host in s, unless the address has one; with others there is more to try. */
const CONNECT_TIMEOUT = { only: 5, several: 2 };
/** How long a connection is idle before the system probes whether its server is still there, in ms. */
const KEEP_ALIVE_MS = 10_000;
/** The maximum number of connections of a process, unless the address has one. */
const POOL_SIZE = 10;

const SSL_MODES = ["disable", "require", "verify-ca", "verify-full"] as const;
type SslMode = (typeof SSL_MODES)[number];

/** The parameters that an address may have; all but the last two are libpq's. */
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

/** The role of the hosts that an address leads to: the primary takes writes, a standby follows it. */
export type Role = "primary" | "standby";

/**
 * The values that select hosts by role; the server uses no others, so all values of a role mean the
 * same.
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

/** The content of an address. */
export type PostgresAddress = {
  /** How to connect to each host, in their order. */
  hosts: readonly [ClientConfig, ...ClientConfig[]];
  /** The maximum number of connections to a host. */
  poolSize: number;
  /** Whether a pooler is in between that keeps no named statements. */
  hasPooler: boolean;
};

/** Whether an address is a PostgreSQL database's. */
export const isPostgresAddress = (address: string): boolean => /^postgres(ql)?:\/\//i.test(address);

/**
 * Parses an address such as `postgres://user:password@host:5432/database?sslmode=verify-full`, with one host or
 * several; throws an Error that says what is wrong, without the password. Without `sslmode` a host of another
 * machine has to prove its identity by a certificate; on this machine there is no TLS.
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
    // Otherwise the driver takes the password from PGPASSWORD or ~/.pgpass, as psql does.
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

/** The location of a database for people: without user and password. */
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

/** An address before its hosts, its hosts, and what follows them. */
const SHAPE = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^@/?#]*)(.*)$/is;

/** A URL has a single host, which is never empty: the hosts are parsed apart from it. */
function parseUrl(address: string): { url: URL; entries: string[] } {
  const [, before = "", hosts = "", after = ""] = SHAPE.exec(address) ?? [];
  const text = `${before}localhost${after}`;
  if (before === "" || !URL.canParse(text)) throw new Error(NOT_A_URL);
  return { url: new URL(text), entries: hosts.split(",") };
}

/** Every host with its port. As in libpq, the parameters `host` and `port` are lists, too, and come first. */
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
    // For an IP address the driver gives TLS no host, so without this check any certificate would match.
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
  // allow and prefer are refused: they let a man in the middle decide whether there is TLS.
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
