import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { userInfo } from "node:os";
import { type ConnectionOptions, checkServerIdentity } from "node:tls";
import type { PoolConfig } from "pg";

/** The connection timeout in ms, unless the address has one. */
const CONNECT_TIMEOUT = 10_000;
/** The maximum number of connections of a process, unless the address has one. */
const POOL_SIZE = 10;

const SSL_MODES = ["disable", "require", "verify-ca", "verify-full"] as const;
type SslMode = (typeof SSL_MODES)[number];

/** The parameters that an address may have; all but the last two are libpq's. */
const PARAMETERS = [
  "host",
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

/** The content of an address: how to connect, and whether statements may be prepared under a name. */
export type PostgresAddress = { config: PoolConfig; namesStatements: boolean };

/** Whether an address is a PostgreSQL database's. */
export const isPostgresAddress = (address: string): boolean => /^postgres(ql)?:\/\//i.test(address);

/**
 * Parses an address such as `postgres://user:password@host:5432/database?sslmode=verify-full`; throws an
 * Error that says what is wrong, without the password. Without `sslmode` a host of another machine has to
 * prove its identity by a certificate; on this machine there is no TLS.
 */
export const readAddress = (address: string): PostgresAddress => {
  const url = parseUrl(address);
  const parameters = parametersOf(url);
  const host = parameters.get("host") ?? decode(url.hostname).replace(/^\[(.*)\]$/, "$1");
  const database = decode(url.pathname.slice(1));
  if (database === "") throw new Error("it names no database, as in postgres://host/database");
  if (host.includes(",")) throw new Error("it names several hosts, but only one is supported");
  const bouncer = parameters.get("pgbouncer");
  if (bouncer !== undefined && bouncer !== "true" && bouncer !== "false")
    throw new Error("pgbouncer must be true or false");
  const binding = parameters.get("channel_binding");
  return {
    config: {
      host: host === "" ? "localhost" : host,
      port: url.port === "" ? 5432 : Number(url.port),
      database,
      user: decode(url.username) || userInfo().username,
      // Otherwise the driver takes the password from PGPASSWORD or ~/.pgpass, as psql does.
      ...(url.password !== "" && { password: decode(url.password) }),
      ssl: parseTls(host, parameters),
      application_name: parameters.get("application_name") ?? "service-link",
      ...(parameters.has("options") && { options: parameters.get("options") }),
      ...(binding === "require" && { enableChannelBinding: true }),
      connectionTimeoutMillis:
        parseNumber(parameters, "connect_timeout", CONNECT_TIMEOUT / 1000) * 1000,
      max: parseNumber(parameters, "pool_size", POOL_SIZE),
      keepAlive: true,
    },
    namesStatements: bouncer !== "true",
  };
};

/** The location of a database for people: without user and password. */
export const describeAddress = (address: string): string => {
  try {
    const { config } = readAddress(address);
    const { host, port, database } = config;
    return isSocket(host ?? "") ? `${database} in ${host}` : `${database} at ${host}:${port}`;
  } catch {
    return "PostgreSQL";
  }
};

/** `http` and similar URLs always have a host; with a Unix socket there is none. */
function parseUrl(address: string): URL {
  const withHost = address.replace(/^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)(?=[/?]|$)/i, "$1localhost");
  if (!URL.canParse(withHost))
    throw new Error("it is not a URL like postgres://user:password@host:5432/database");
  return new URL(withHost);
}

function parametersOf({ searchParams }: URL): Map<string, string> {
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
    ...certificateOf(parameters),
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

function certificateOf(parameters: Map<string, string>): Pick<ConnectionOptions, "cert" | "key"> {
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
