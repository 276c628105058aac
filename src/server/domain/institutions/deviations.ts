import { z } from "zod";
import { PRODUCTS } from "../../../protocol/vocabulary.ts";

const ParameterValue = z.string().regex(/^[\x20-\x7e]{1,200}$/);
const Parameters = z.record(z.string().regex(/^[\w.-]{1,60}$/), ParameterValue).default({});

/**
 * The deviations of a bank from its dialect and its security profile; a field that is left out
 * means no deviation.
 */
export const Deviations = z.strictObject({
  /** Headers of each request for data, such as `x-fapi-financial-id`; `{date}` in a value stands for the time. */
  headers: z.record(z.string().regex(/^[a-z][a-z\d-]*$/), ParameterValue).default({}),
  /** Whether it takes the headers that name the person who waits. */
  personHeaders: z.enum(["sent", "none"]).default("sent"),
  /** The address that requests name while no person waits, at a bank that wants one always. */
  unattendedAddress: z.union([z.ipv4(), z.ipv6()]).nullable().default(null),
  /** Whether it takes the parameters of a period; without them all that it has is read. */
  period: z.enum(["sent", "none"]).default("sent"),
  /** The longest period that it lists, in days; null if its refusals show it. */
  historyDays: z.number().int().min(1).max(3650).nullable().default(null),
  /** The audience of the client's assertions. */
  assertionAudience: z.enum(["issuer", "token_endpoint"]).default("issuer"),
  /**
   * The form of its responses under FAPI 1 Advanced; by default the first of the two forms that its
   * metadata offer.
   */
  authorizationResponse: z.enum(["hybrid", "jarm"]).nullable().default(null),
  /** The address of its metadata: that of OpenID Connect, or of OAuth (RFC 8414). */
  metadata: z.enum(["oidc", "oauth2"]).default("oidc"),
  /** Parameters that the addresses of its authorization and of its tokens have in addition. */
  authorizationQuery: Parameters,
  tokenQuery: Parameters,
  /**
   * The accounts that a consent of the Berlin Group is for: those that the person picks there, all, or those that they
   * name before.
   */
  consent: z.enum(["bank-offered", "global", "detailed"]).default("bank-offered"),
  /**
   * The longest consent of the Berlin Group that the bank makes, in days; null for the limit of the
   * law.
   */
  consentDays: z.number().int().min(1).max(180).nullable().default(null),
  /** Whether its users sign in by OAuth before they authorize a consent in another approach. */
  preStep: z.enum(["none", "oauth"]).default("none"),
  /** The rows of the Berlin Group that it lists: some banks refuse to list pending ones. */
  bookingStatus: z.enum(["both", "booked"]).default("both"),
  /** Whether cards are read by a list of their own, as some banks of the Berlin Group have it. */
  cardAccounts: z.enum(["none", "listed"]).default("none"),
  /** The lists that it has for all accounts together, as some banks of UK Open Banking have them. */
  bulk: z.array(z.enum(["balances", "transactions"])).default([]),
  /** Products that it does not share. */
  lacks: z.array(z.enum(PRODUCTS)).default([]),
});

export type Deviations = z.infer<typeof Deviations>;

/** No deviation. */
export const NO_DEVIATIONS = Deviations.parse({});

/** The deviations of one value, by the names that operators write. */
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

/** The deviations with names of their own, by the prefix of these names. */
const PREFIXES = {
  header: "headers",
  authorize: "authorizationQuery",
  token: "tokenQuery",
} as const satisfies Record<string, keyof Deviations>;

const isName = (name: string): name is keyof typeof NAMES => Object.hasOwn(NAMES, name);
const isPrefix = (name: string): name is keyof typeof PREFIXES => Object.hasOwn(PREFIXES, name);

/** Converts the values that are not texts to the types of the schema. */
const typedValue = (field: keyof Deviations, value: string): unknown => {
  if (field === "lacks" || field === "bulk") return value.split(",");
  const isNumber = field === "historyDays" || field === "consentDays";
  return isNumber && /^\d+$/.test(value) ? Number(value) : value;
};

/**
 * Parses deviations such as `booking-status=booked`; returns the problem with the first invalid one as the
 * end of a sentence.
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

/** The texts that declare deviations, in the order of their names. */
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

/** The headers of a request at a time in ms since 1970; a date is in the form of HTTP (RFC 9110, 5.6.7). */
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
