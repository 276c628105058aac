import { z } from "zod";
import { PRODUCTS } from "../../../protocol/vocabulary.ts";

const ParameterValue = z.string().regex(/^[\x20-\x7e]{1,200}$/);
const Parameters = z.record(z.string().regex(/^[\w.-]{1,60}$/), ParameterValue).default({});

/**
 * The deviations of a bank from its dialect and security profile. A missing field means no
 * deviation.
 */
export const Deviations = z.strictObject({
  /**
   * Headers of each data request, such as `x-fapi-financial-id`; `{date}` in a value becomes the
   * time.
   */
  headers: z.record(z.string().regex(/^[a-z][a-z\d-]*$/), ParameterValue).default({}),
  /** Whether the bank accepts the headers about the waiting person. */
  personHeaders: z.enum(["sent", "none"]).default("sent"),
  /** The address in requests without a waiting person, at a bank that always needs one. */
  unattendedAddress: z.union([z.ipv4(), z.ipv6()]).nullable().default(null),
  /** Whether the bank accepts the parameters of a period. Otherwise everything is read. */
  period: z.enum(["sent", "none"]).default("sent"),
  /** The longest listed period in days; null if only refusals show the limit. */
  historyDays: z.number().int().min(1).max(3650).nullable().default(null),
  /** The audience of the client's assertions. */
  assertionAudience: z.enum(["issuer", "token_endpoint"]).default("issuer"),
  /**
   * The response form under FAPI 1 Advanced; by default the first supported form in the bank's
   * metadata.
   */
  authorizationResponse: z.enum(["hybrid", "jarm"]).nullable().default(null),
  /** The location of the metadata: as in OpenID Connect, or as in OAuth (RFC 8414). */
  metadata: z.enum(["oidc", "oauth2"]).default("oidc"),
  /** Additional parameters of the authorization and token endpoints. */
  authorizationQuery: Parameters,
  tokenQuery: Parameters,
  /**
   * The accounts of a Berlin Group consent: those that the user picks at the bank, all, or those
   * that the user names before.
   */
  consent: z.enum(["bank-offered", "global", "detailed"]).default("bank-offered"),
  /** The longest Berlin Group consent of the bank in days; null for the legal limit. */
  consentDays: z.number().int().min(1).max(180).nullable().default(null),
  /** Whether users sign in by OAuth before they authorize a consent by another approach. */
  preStep: z.enum(["none", "oauth"]).default("none"),
  /** The Berlin Group rows that the bank lists; some banks refuse pending rows. */
  bookingStatus: z.enum(["both", "booked"]).default("both"),
  /** Whether cards have a separate list, as at some Berlin Group banks. */
  cardAccounts: z.enum(["none", "listed"]).default("none"),
  /** The lists that cover all accounts at once, as at some UK Open Banking banks. */
  bulk: z.array(z.enum(["balances", "transactions"])).default([]),
  /** Products that the bank does not share. */
  lacks: z.array(z.enum(PRODUCTS)).default([]),
});

export type Deviations = z.infer<typeof Deviations>;

/** No deviation. */
export const NO_DEVIATIONS = Deviations.parse({});

/** The deviations with a single value, by the names that operators write. */
const NAMES = {
  "person-headers": "personHeaders",
  "unattended-address": "unattendedAddress",
  period: "period",
  "history-days": "historyDays",
  "assertion-audience": "assertionAudience",
  "authorization-response": "authorizationResponse",
  metadata: "metadata",
  consent: "consent",
  "consent-days": "consentDays",
  "pre-step": "preStep",
  "booking-status": "bookingStatus",
  "card-accounts": "cardAccounts",
  bulk: "bulk",
  lacks: "lacks",
} as const satisfies Record<string, keyof Deviations>;

/** The deviations with several names, by the names' prefix. */
const PREFIXES = {
  header: "headers",
  authorize: "authorizationQuery",
  token: "tokenQuery",
} as const satisfies Record<string, keyof Deviations>;

const isName = (name: string): name is keyof typeof NAMES => Object.hasOwn(NAMES, name);
const isPrefix = (name: string): name is keyof typeof PREFIXES => Object.hasOwn(PREFIXES, name);

/** Converts text values to the types of the schema. */
const typedValue = (field: keyof Deviations, value: string): unknown => {
  if (field === "lacks" || field === "bulk") return value.split(",");
  const isNumber = field === "historyDays" || field === "consentDays";
  return isNumber && /^\d+$/.test(value) ? Number(value) : value;
};

/**
 * Parses deviations such as `booking-status=booked`. Returns the first problem as the predicate of
 * a sentence.
 */
export const deviationsFrom = (
  texts: readonly string[],
): { deviations: Deviations } | { problem: string } => {
  const fields: Record<string, unknown> = { headers: {}, authorizationQuery: {}, tokenQuery: {} };
  for (const text of texts) {
    const [, name = "", value = ""] = /^([^=]+)=(.+)$/.exec(text) ?? [];
    const [, prefix = "", own = ""] = /^(\w+):(.+)$/.exec(name) ?? [];
    if (isPrefix(prefix)) {
      const key = prefix === "header" ? own.toLowerCase() : own;
      const field = PREFIXES[prefix];
      fields[field] = { ...Object(fields[field]), [key]: value };
    } else if (isName(name)) fields[NAMES[name]] = typedValue(NAMES[name], value);
    else
      return {
        problem: `must be name=value with a name of ${NAME_WORDS}, not ${text.slice(0, 100)}`,
      };
  }
  const result = Deviations.safeParse(fields);
  if (result.success) return { deviations: result.data };
  const [issue] = result.error.issues;
  return { problem: `is wrong at ${issue?.path.join(".")}: ${issue?.message}` };
};

const NAME_WORDS = [
  ...Object.keys(PREFIXES).map((prefix) => `${prefix}:<name>`),
  ...Object.keys(NAMES),
].join(", ");

/** The deviations as operators write them, sorted by name. */
export const deviationTexts = (deviations: Deviations): string[] => [
  ...Object.entries(PREFIXES).flatMap(([prefix, field]) =>
    Object.entries(deviations[field]).map(([name, value]) => `${prefix}:${name}=${value}`),
  ),
  ...Object.entries(NAMES).flatMap(([name, field]) => {
    const value = deviations[field];
    const isNone = JSON.stringify(value) === JSON.stringify(NO_DEVIATIONS[field]);
    return isNone ? [] : [`${name}=${Array.isArray(value) ? value.join(",") : value}`];
  }),
];

/**
 * The headers of a request at a time in ms since 1970. A date has HTTP's form (RFC 9110, 5.6.7).
 */
export const deviationHeaders = (
  { headers }: Deviations,
  now: number,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value.replaceAll("{date}", new Date(now).toUTCString()),
    ]),
  );
