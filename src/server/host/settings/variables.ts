import { z } from "zod";
import { BRAND_RULE, isBrandName } from "../../../protocol/brand/brand-name.ts";
import { ENVIRONMENTS } from "../../../protocol/vocabulary.ts";
import { isLoopback } from "../../domain/clients/origin.ts";
import { PROCESSOR_NAME } from "../../domain/items/processor-token.ts";
import { OIDC_VARIABLES } from "./oidc-settings.ts";
import { TRACE_VARIABLES } from "./trace-settings.ts";

/** Returns a host as a URL has it, without a port or `*` within a name. */
const Host = z.string().transform((text, context) => {
  const [, wildcard = "", name = ""] =
    /^(\*\.)?([^\s*:/?#@\\]+|\[[0-9a-f:.]+\])$/i.exec(text) ?? [];
  const url = `https://${name}/`;
  const host = URL.canParse(url) ? new URL(url).hostname : "";
  if (host !== "" && (wildcard === "" || !/^\[|^[\d.]+$/.test(host))) return `${wildcard}${host}`;
  context.addIssue({
    code: "custom",
    message:
      "must be host names, such as hooks.example.com or *.example.com, or IP addresses, " +
      `separated by commas, without ports; not ${JSON.stringify(text)}`,
  });
  return z.NEVER;
});

/** The list of hosts for outgoing requests. */
const OutboundHostList = z
  .string()
  .transform((list) => list.split(",").map((entry) => entry.trim()))
  .pipe(z.array(Host));

/** The URL of a mail server; errors leave out the URL, which may have a password. */
const SmtpUrl = z
  .string()
  .refine(
    isSmtpUrl,
    "must be like smtps://user:password@mail.example.com or smtp://localhost:25, " +
      "with special characters of a password percent-encoded, and no path",
  )
  .optional();

/** The sender of mails: an address, or a name with one in angle brackets. */
const MailFrom = z
  .string()
  .max(200)
  .regex(
    /^(?:[^<>"@,;:\\\p{Cc}]+ <[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u,
    "must be like accounts@example.com or Acme <accounts@example.com>",
  )
  .optional();

function isSmtpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(text);
  if (protocol !== "smtp:" && protocol !== "smtps:") return false;
  if (hostname === "" || !["", "/"].includes(pathname) || search !== "" || hash !== "")
    return false;
  return canDecode(username) && canDecode(password);
}

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** An origin that people's browsers reach: HTTPS unless it is this machine. */
const Origin = z
  .string()
  .refine((text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, hostname, origin } = new URL(text);
    const isSafe = protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
    return isSafe && (text === origin || text === `${origin}/`);
  }, "must be an https origin without a path, such as https://link.example.com; http is for this machine only")
  .transform((text) => new URL(text).origin);

/** The origin at which people's browsers reach the server. */
const PublicUrl = Origin.optional();

/** The origins of other cells. */
const OriginList = z
  .string()
  .transform((list) => list.split(",").map((origin) => origin.trim()))
  .pipe(z.array(Origin));

/** The optional host before the port: a name, an IPv4 address, or an IPv6 address in brackets. */
const ADDRESS = /^(?:(?<host>[a-z0-9.-]+|\[[0-9a-f:]+\]):)?(?<port>\d{1,5})$/i;

/** An address to listen at, such as `9464` on this machine, or `10.0.0.5:9464`. */
const ListenAddress = z
  .string()
  .refine((text) => {
    const port = Number(ADDRESS.exec(text)?.groups?.port ?? Number.NaN);
    return port <= 65_535;
  }, "must be a port, or an address with one, such as 9464 or 127.0.0.1:9464")
  .transform((text) => {
    const { host = "127.0.0.1", port = "" } = ADDRESS.exec(text)?.groups ?? {};
    return { host: host.replace(/^\[(.*)\]$/, "$1"), port: Number(port) };
  });

const Seconds = z.coerce.number().min(0.1).max(3600);

const PerMinute = z.int().min(0).max(1_000_000).optional();

/** The operator's own page, instead of ours. */
const LegalUrl = z
  .url({ protocol: /^https?$/, error: "must be an http or https URL" })
  .max(2000)
  .optional();

/** The contact for reports of vulnerabilities, as a line of security.txt has it (RFC 9116). */
const SecurityContact = z
  .string()
  .max(2000)
  .regex(
    /^(?:mailto:[^\s<>@,;?]+@[^\s<>@,;?]+|https:\/\/[\x21-\x7e]+)$/,
    "must be like mailto:security@example.com or https://example.com/security",
  )
  .refine((text) => URL.canParse(text), "must be a mailto: or https: URL")
  .optional();

const MasterKey = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, "must be 32 bytes as 64 hexadecimal digits")
  .optional();

/** The environment variables, each checked separately; `readSettings` checks their combinations. */
export const Variables = z.object({
  SERVICE_ENV: z.enum(ENVIRONMENTS).default("sandbox"),
  SERVICE_BRAND: z.string().refine(isBrandName, BRAND_RULE).optional(),
  SERVICE_LINK_CLIENT_ID: z.string().min(8).max(100).optional(),
  SERVICE_LINK_SECRET: z.string().min(16).max(100).optional(),
  SERVICE_LINK_PUBLIC_KEY: z.string().min(8).max(100).optional(),
  SERVICE_LINK_MASTER_KEY: MasterKey,
  SERVICE_LINK_OLD_MASTER_KEY: MasterKey,
  DATABASE_URL: z
    .string()
    .regex(
      /^[^\0-\x20]+$/,
      "must be a URL like postgres://user:password@host:5432/database, without spaces",
    )
    .optional(),
  DATABASE_READ_URL: z
    .string()
    .regex(
      /^[^\0-\x20]+$/,
      "must be a URL like postgres://user:password@standby:5432/database, without spaces",
    )
    .optional(),
  TLS_CERT: z.string().min(1).optional(),
  TLS_KEY: z.string().min(1).optional(),
  TLS_MIN_VERSION: z
    .enum(["1.1", "1.2", "1.3"], {
      error: ({ input }) => `must be 1.1, 1.2 or 1.3, not ${JSON.stringify(input)}`,
    })
    .default("1.2"),
  TLS_PROXY: z.stringbool().default(false),
  RATE_LIMITS: z.enum(["on", "off"]).optional(),
  MAX_REQUESTS: z.coerce.number().int().min(1).max(1_000_000).default(2000),
  MAX_CONNECTIONS: z.coerce.number().int().min(1).max(1_000_000).default(10_000),
  MAX_CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(1).max(1_000_000).optional(),
  HEADERS_TIMEOUT: Seconds.default(10),
  REQUEST_TIMEOUT: Seconds.default(30),
  ANSWER_TIMEOUT: Seconds.default(300),
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).default(0),
  REQUEST_LOG: z.enum(["on", "off"]).default("on"),
  RATE_COUNTERS: z.enum(["memory", "store"]).optional(),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: "must be a URL such as redis://localhost:6379" })
    .optional(),
  RATE_LIMIT_CHANGES: z
    .string()
    .transform(parseJson)
    .pipe(z.record(z.string(), z.strictObject({ item: PerMinute, client: PerMinute })))
    .default({}),
  PROCESSORS: z
    .string()
    .transform((list) => list.split(",").map((name) => name.trim()))
    .pipe(
      z.array(z.string().regex(PROCESSOR_NAME, "must be lower-case names, separated by commas")),
    )
    .default(["amberpay", "copperledger", "tidewallet"]),
  STATEMENT_MONTHS: z.coerce.number().int().min(1).max(1200).default(24),
  MERCHANTS_FILE: z.string().optional(),
  FINTS_PRODUCT_ID: z
    .string()
    .regex(
      /^[0-9A-Za-z]{1,25}$/,
      "must be the product ID of the registration, up to 25 letters and digits",
    )
    .optional(),
  DOORS: z.string().max(200).optional(),
  TERMS_URL: LegalUrl,
  PRIVACY_URL: LegalUrl,
  PUBLIC_URL: PublicUrl,
  OTHER_ACCOUNT_SITES: OriginList.default([]),
  SECURITY_CONTACT: SecurityContact,
  OUTBOUND_HOSTS: OutboundHostList.optional(),
  PRIVATE_INSTITUTION_HOSTS: OutboundHostList.default([]),
  SMTP_URL: SmtpUrl,
  MAIL_FROM: MailFrom,
  ...OIDC_VARIABLES,
  METRICS_ADDRESS: ListenAddress.optional(),
  ...TRACE_VARIABLES,
  METRICS_TOKEN: z.string().min(16).max(200).optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("warn"),
});
export type Variables = z.infer<typeof Variables>;

function parseJson(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: "custom", message: "must be JSON" });
    return z.NEVER;
  }
}
