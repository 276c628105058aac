import { availableParallelism } from "node:os";
import { brandOf } from "../../../protocol/brand/brand.ts";
import { BRAND_RULE, isBrandName } from "../../../protocol/brand/brand-name.ts";
import type { Environment } from "../../../protocol/vocabulary.ts";
import { isLoopback } from "../../domain/clients/origin.ts";
import { DOOR_NAMES, type DoorName } from "../../domain/grants/grant.ts";
import type { LimitChanges } from "../../domain/limits/rate-limits.ts";
import type { OutboundHosts } from "../../domain/outbound-hosts.ts";
import type { ServerBrand } from "../../domain/server-settings.ts";
import type { TraceSettings } from "../../telemetry/traces.ts";
import { DEFAULTS } from "./defaults.ts";
import { type OidcSettings, oidcSettings } from "./oidc-settings.ts";
import { traceSettings } from "./trace-settings.ts";
import { Variables } from "./variables.ts";

/** A start or a command that is refused; the message has the cause and the fix. */
export class SettingsError extends Error {
  /** The cause, without the advice. */
  readonly reason: string;
  readonly advice: string | undefined;

  constructor(reason: string, { advice, ...options }: ErrorOptions & { advice?: string } = {}) {
    super(advice === undefined ? reason : `${reason}; ${advice}`, options);
    this.reason = reason;
    this.advice = advice;
  }
}

/** The checked settings of a start, from its command line and its environment variables. */
export type Settings = {
  environment: Variables["SERVICE_ENV"];
  /** The brand and its source; null without an option or a variable. */
  brand: ServerBrand | null;
  host: string;
  port: number;
  /** The origin at which people's browsers reach this server; undefined for the address it listens at. */
  publicUrl: string | undefined;
  dataFolder: string;
  /** The store's database; undefined for a file in the data folder. */
  databaseUrl: string | undefined;
  /** The standbys of that database, for long reads; undefined for none. */
  databaseReadUrl: string | undefined;
  demo: boolean;
  /** Whether a demo aggregator runs next to it; in the sandbox alone. */
  aggregator: boolean;
  /** Whether this server runs jobs itself, or leaves them to `service-link worker`. */
  worker: boolean;
  /** The number of processes that serve requests. */
  processes: number;
  /** Fixed keys, instead of those that the first start makes. */
  keys: {
    clientId?: string | undefined;
    secret?: string | undefined;
    publicKey?: string | undefined;
  };
  masterKey: string | undefined;
  /** Still opens data that is sealed under it, during a rotation. */
  oldMasterKey: string | undefined;
  tls: { certFile: string; keyFile: string; minVersion: "TLSv1.1" | "TLSv1.2" | "TLSv1.3" } | null;
  /** Whether a proxy in front terminates TLS and passes the caller's address. */
  behindProxy: boolean;
  /** The origins of other cells, where people may have connections, too. */
  otherAccountSites: readonly string[];
  /** The contact in `security.txt`; undefined for no such file. */
  securityContact: string | undefined;
  /** The operator's own pages with terms and privacy policy, instead of ours. */
  legal: { termsUrl?: string | undefined; privacyUrl?: string | undefined };
  /** The allowed hosts of webhooks, institutions and operators' sign-in. */
  outboundHosts: OutboundHosts;
  /** The hosts of institutions that may be on a private network. */
  privateInstitutionHosts: readonly string[];
  /** The mail server and the sender; null if no mail is sent. */
  mail: { url: string; from: string } | null;
  /** The operators' identity provider, in addition to their password; null for none. */
  operatorOidc: OidcSettings | null;
  /** The limits of each process: concurrent requests, connections, and connections of one address. */
  bounds: { requests: number; connections: number; perAddress: number | undefined };
  /** The time for the head of a request, for the whole request, and to read its response; in ms. */
  timeouts: { headers: number; request: number; answer: number };
  /** The time for which a stopping server keeps responding, while `/readyz` reports the stop; in ms. */
  drainMs: number;
  rateLimits: boolean;
  /** Whether the Dashboard shows requests to the API and uses of Link. */
  requestLog: boolean;
  /** The counter of calls, unless `redisUrl` is set. */
  rateCounters: "memory" | "store";
  redisUrl: string | undefined;
  limitChanges: LimitChanges;
  processors: readonly string[];
  /** The months for which documents of statements are kept. */
  statementMonths: number;
  /** The operator's own file of merchants; undefined for none. */
  merchantsFile: string | undefined;
  /** The registration by which banks are reached by FinTS; null for none. */
  fintsProductId: string | null;
  /** The doors that are switched on. */
  doors: readonly DoorName[];
  /** The address of metrics; null for none. A token is required anywhere but on this machine. */
  metrics: { host: string; port: number; token: string | undefined } | null;
  traces: TraceSettings | null;
  logLevel: Variables["LOG_LEVEL"];
};

/** The options of `service-link serve` as given; missing ones have defaults. */
export type ServeOptions = {
  port?: string;
  host?: string;
  data?: string;
  brand?: string | undefined;
  demo?: boolean;
  aggregator?: boolean;
  worker?: boolean;
  rateLimits?: boolean;
  processes?: string | undefined;
  doors?: string | undefined;
};

/** Reads the settings; throws a SettingsError if a start would be wrong or unsafe. */
export const readSettings = (
  options: ServeOptions,
  variables: Record<string, string | undefined>,
): Settings => {
  const { port, data, demo = true, worker = true, rateLimits } = { ...DEFAULTS, ...options };
  const { aggregator = false } = options;
  // An IPv6 address may have the brackets of a URL.
  const host = (options.host ?? DEFAULTS.host).replace(/^\[(.*)\]$/, "$1");
  const result = Variables.safeParse(variables);
  if (!result.success)
    throw new SettingsError(
      result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("\n"),
    );
  const values = result.data;
  const tls = parseTls(values);
  if (!isLoopback(host) && !tls && !values.TLS_PROXY)
    throw new SettingsError(
      `${host} is not this machine's own address, and plain HTTP is for that only. ` +
        "Give a certificate with TLS_CERT and TLS_KEY, " +
        "or set TLS_PROXY=true if a proxy in front of this server ends TLS.",
    );
  const byDefault = values.SERVICE_ENV !== "sandbox" && values.RATE_LIMITS !== "off";
  return {
    environment: values.SERVICE_ENV,
    brand: brandFrom(options.brand, values),
    host,
    port: parsePort(port),
    publicUrl: values.PUBLIC_URL,
    dataFolder: data,
    databaseUrl: values.DATABASE_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    worker,
    processes: parseProcesses(options.processes, values.SERVICE_ENV),
    demo: demo && values.SERVICE_ENV === "sandbox",
    aggregator: aggregator && demo && values.SERVICE_ENV === "sandbox",
    keys: {
      clientId: values.SERVICE_LINK_CLIENT_ID,
      secret: values.SERVICE_LINK_SECRET,
      publicKey: values.SERVICE_LINK_PUBLIC_KEY,
    },
    masterKey: values.SERVICE_LINK_MASTER_KEY,
    oldMasterKey: values.SERVICE_LINK_OLD_MASTER_KEY,
    tls,
    behindProxy: values.TLS_PROXY,
    rateLimits: rateLimits || values.RATE_LIMITS === "on" || byDefault,
    bounds: parseBounds(values),
    timeouts: {
      headers: values.HEADERS_TIMEOUT * 1000,
      request: values.REQUEST_TIMEOUT * 1000,
      answer: values.ANSWER_TIMEOUT * 1000,
    },
    drainMs: values.DRAIN_SECONDS * 1000,
    requestLog: values.REQUEST_LOG === "on",
    // Other machines may share the database.
    rateCounters: values.RATE_COUNTERS ?? (values.DATABASE_URL ? "store" : "memory"),
    redisUrl: values.REDIS_URL,
    limitChanges: values.RATE_LIMIT_CHANGES,
    processors: values.PROCESSORS,
    statementMonths: values.STATEMENT_MONTHS,
    merchantsFile: values.MERCHANTS_FILE,
    fintsProductId: values.FINTS_PRODUCT_ID ?? null,
    doors: parseDoors(options.doors ?? values.DOORS),
    metrics: parseMetrics(values),
    traces: traceSettings(values),
    otherAccountSites: values.OTHER_ACCOUNT_SITES,
    securityContact: values.SECURITY_CONTACT,
    legal: { termsUrl: values.TERMS_URL, privacyUrl: values.PRIVACY_URL },
    outboundHosts: values.OUTBOUND_HOSTS ?? null,
    privateInstitutionHosts: values.PRIVATE_INSTITUTION_HOSTS,
    mail: parseMail(values),
    operatorOidc: parseOidc(values),
    logLevel: values.LOG_LEVEL,
  };
};

/** Returns the facts of the settings that the checklist for production checks. */
export const describeDeployment = (settings: Settings) => ({
  tls: settings.tls ? ("certificate" as const) : settings.behindProxy ? ("proxy" as const) : null,
  hasMasterKeyVariable: settings.masterKey !== undefined,
  isStoreFile: settings.databaseUrl === undefined,
});

/** Returns the origin of a server that listens at this port, with brackets around an IPv6 address. */
export const listenUrl = ({ tls, behindProxy, host }: Settings, port: number): string =>
  `${tls || behindProxy ? "https" : "http"}://${host.includes(":") ? `[${host}]` : host}:${port}`;

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new SettingsError(`--port must be a number from 0 to 65535, not ${text}`);
  return port;
}

function brandFrom(option: string | undefined, { SERVICE_BRAND }: Variables): Settings["brand"] {
  if (option !== undefined && !isBrandName(option))
    throw new SettingsError(`--brand: ${BRAND_RULE}`);
  if (option !== undefined) return { brand: brandOf(option), source: "--brand" };
  return SERVICE_BRAND === undefined
    ? null
    : { brand: brandOf(SERVICE_BRAND), source: "SERVICE_BRAND" };
}

/** Returns the doors of a list with commas. */
function parseDoors(text: string | undefined): DoorName[] {
  const names = (text ?? "").split(",").map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ""))].map((name) => {
    const door = DOOR_NAMES.find((known) => known === name);
    if (door) return door;
    throw new SettingsError(
      `--doors must name doors, such as ${DOOR_NAMES.join(",")}, not ${name}`,
    );
  });
}

function parseBounds(values: Variables): Settings["bounds"] {
  const { MAX_REQUESTS, MAX_CONNECTIONS, MAX_CONNECTIONS_PER_ADDRESS, TLS_PROXY } = values;
  if (TLS_PROXY && MAX_CONNECTIONS_PER_ADDRESS !== undefined)
    throw new SettingsError("MAX_CONNECTIONS_PER_ADDRESS would bound the proxy's own connections", {
      advice: "leave it out with TLS_PROXY=true, and set such a bound in the proxy",
    });
  return {
    requests: MAX_REQUESTS,
    connections: MAX_CONNECTIONS,
    perAddress: MAX_CONNECTIONS_PER_ADDRESS,
  };
}

function parseMetrics({ METRICS_ADDRESS, METRICS_TOKEN }: Variables) {
  if (METRICS_ADDRESS === undefined) return null;
  if (METRICS_TOKEN === undefined && !isLoopback(METRICS_ADDRESS.host))
    throw new SettingsError(`METRICS_ADDRESS ${METRICS_ADDRESS.host} is not this machine's own`, {
      advice:
        "set METRICS_TOKEN to 16 characters or more, which each reader of the metrics has to send",
    });
  return { ...METRICS_ADDRESS, token: METRICS_TOKEN };
}

const MAX_PROCESSES = 256;

/**
 * Returns the number of processes. By default it is one for each core; a sandbox has a single process, which
 * starts fast and takes little memory.
 */
function parseProcesses(text: string | undefined, environment: Environment): number {
  if (text === undefined) return environment === "sandbox" ? 1 : availableParallelism();
  const count = Number(text);
  if (!/^\d+$/.test(text) || count < 1 || count > MAX_PROCESSES)
    throw new SettingsError(`--processes must be a number from 1 to ${MAX_PROCESSES}, not ${text}`);
  return count;
}

function parseTls({ TLS_CERT, TLS_KEY, TLS_MIN_VERSION }: Variables) {
  if (TLS_CERT === undefined && TLS_KEY === undefined) return null;
  if (TLS_CERT === undefined || TLS_KEY === undefined)
    throw new SettingsError("TLS_CERT and TLS_KEY go together: each names a PEM file");
  const minVersion = `TLSv${TLS_MIN_VERSION}` as const;
  return { certFile: TLS_CERT, keyFile: TLS_KEY, minVersion };
}

function parseMail({ SMTP_URL, MAIL_FROM }: Variables): Settings["mail"] {
  if (SMTP_URL === undefined && MAIL_FROM === undefined) return null;
  if (SMTP_URL === undefined || MAIL_FROM === undefined)
    throw new SettingsError("SMTP_URL and MAIL_FROM go together: the mail server and the sender");
  return { url: SMTP_URL, from: MAIL_FROM };
}

function parseOidc(values: Variables): OidcSettings | null {
  const settings = oidcSettings(values);
  if (typeof settings === "string") throw new SettingsError(settings);
  return settings;
}
