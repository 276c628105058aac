import { z } from "zod";
import { InstitutionRecord } from "../../../protocol/institution-record.ts";
import {
  COUNTRY_CODES,
  type CountryCode,
  type Environment,
  LANGUAGES,
} from "../../../protocol/vocabulary.ts";
import { isLoopback } from "../clients/origin.ts";
import { AccountKind } from "./account-kind.ts";
import { Holdings } from "./bank-holdings.ts";
import { MoneyOut, OverAll, PendingList } from "./bank-lists.ts";
import { matching, Operator, Path } from "./bank-operator.ts";
import { PERIOD_NAMES } from "./bank-paging.ts";
import { Condition, List, PerMinute, Request, Template } from "./bank-request.ts";
import { institutionUrlProblem } from "./institution-registration.ts";
import { EXCHANGED, TokenExchange } from "./token-exchange.ts";

/** The kinds of payments, which tell two payments apart. */
export const PAYMENT_KINDS = ["card", "transfer", "direct debit", "cheque"] as const;

/** A header of a request, except for headers that control where and how it is sent. */
const HEADER_NAME =
  /^(?!(host|connection|content-length|transfer-encoding|upgrade|te|cookie)$)[a-z][a-z0-9-]{0,39}$/i;

const BalanceFields = z.strictObject({
  current: Operator.optional(),
  available: Operator.optional(),
  limit: Operator.optional(),
});

/** The currency of an account that is listed without one. */
const BalancesOfOne = BalanceFields.extend({ currency: Operator.optional() });

/** A country of ISO 3166, in addition to those of the API. */
const AnyCountry = z.string().refine((code) => /^[A-Z]{2}$/.test(code) && isRegion(code), {
  error: "must be two letters of ISO 3166, like UA",
});

/** The names are opened when they are used: they take 8 MB. */
const isRegion = (code: string): boolean =>
  new Intl.DisplayNames("en", { type: "region", fallback: "none" }).of(code) !== undefined;

const Words = z.record(z.enum(LANGUAGES), z.string().min(1).max(200));

const Institution = InstitutionRecord.pick({
  institution_id: true,
  name: true,
  url: true,
  primary_color: true,
  mark: true,
  aliases: true,
}).extend({
  country_codes: z.array(AnyCountry).min(1).max(300),
  /** The help above the form: where users make the token. */
  help: Words.optional(),
});

/** A bank that its customers reach by a token of their own. */
const TokenBank = Institution.extend({
  protocol: z.literal("token"),
  /** The address that all paths begin with; the token goes to its host alone. */
  base: z.string().superRefine((url, context) => {
    const problem = institutionUrlProblem(url);
    if (problem !== null) context.addIssue({ code: "custom", message: problem });
  }),
  /** The fields of Link's form; by default one for a token. */
  credentials: z
    .array(
      z.strictObject({
        name: matching(/^[a-z][a-z_]{0,39}$/, "must be small letters, like secret_key"),
        label: Words,
        type: z.enum(["text", "password"]),
      }),
    )
    .min(1)
    .max(4)
    .optional(),
  authentication: z.discriminatedUnion("scheme", [
    z.strictObject({ scheme: z.literal("bearer"), token: Template }),
    z.strictObject({
      scheme: z.literal("basic"),
      username: z.string().max(300),
      password: z.string().max(300),
    }),
    z.strictObject({
      scheme: z.literal("header"),
      name: matching(HEADER_NAME, "must be the name of a header, and none that HTTP itself sets"),
      value: Template,
    }),
  ]),
  headers: z
    .record(
      z.string().regex(HEADER_NAME),
      matching(/^[\x20-\x7e]{1,200}$/, "must be a text that a header can have"),
    )
    .optional(),
  /** The requests of each login to all paths. */
  limits: z
    .strictObject({
      requests_per_day: z.int().min(1).max(1_000_000).optional(),
      requests_per_minute: PerMinute.optional(),
    })
    .optional(),
  /** A list whose entries have accounts of their own, such as profiles; each is the field `group` of its accounts. */
  groups: z.strictObject(List).optional(),
  accounts: z.strictObject({
    ...List,
    fields: z.strictObject({
      id: Operator,
      name: Operator,
      kind: AccountKind,
      currency: Operator,
      mask: Operator.optional(),
      ...BalanceFields.shape,
    }),
    /** Whether what is owed on cards and loans is reported below zero. */
    debts: z.literal("negative").optional(),
    /** Account numbers by payment network, which make the product Auth. */
    numbers: z
      .strictObject({
        ach: z.strictObject({ account: Operator, routing: Operator }).optional(),
        international: z.strictObject({ iban: Operator, bic: Operator.optional() }).optional(),
        bacs: z.strictObject({ account: Operator, sort_code: Operator }).optional(),
      })
      .optional(),
  }),
  /** The positions of accounts of the type investment, which make the product Investments. */
  holdings: Holdings.optional(),
  /** A request for each account's balances, if the list of accounts has none. */
  balances: z.strictObject({ ...Request, fields: BalancesOfOne }).optional(),
  /** A request by which the credentials become the token `{exchanged}`, if the bank wants that first. */
  token_exchange: TokenExchange.optional(),
  /** A list of its own for pending transactions, which each read replaces as a whole. */
  pending_transactions: PendingList.optional(),
  transactions: z.strictObject({
    ...List,
    ...OverAll,
    /** The longest period of one request, in days. */
    max_days: z.int().min(1).max(1000).optional(),
    fields: z.strictObject({
      id: Operator,
      amount: Operator,
      date: Operator,
      description: Operator,
      made: Operator.optional(),
      currency: Operator.optional(),
      merchant: Operator.optional(),
      reference: Operator.optional(),
      merchant_code: Operator.optional(),
      /** The id of the pending transaction that became this one. */
      replaces: Operator.optional(),
      /** The facts by which a payment is recognized under another id. */
      end_to_end_id: Operator.optional(),
      mandate_id: Operator.optional(),
      card: Operator.optional(),
      payment_kind: z
        .strictObject({ of: Path, map: z.record(z.string().max(60), z.enum(PAYMENT_KINDS)) })
        .optional(),
      balance_after: Operator.optional(),
      original_amount: Operator.optional(),
      original_currency: Operator.optional(),
    }),
    /** Which amounts leave the account: those below or above zero, or those that a field marks. */
    money_out: MoneyOut,
    pending: Condition.optional(),
    /** The pending ones that only hold an amount that is not known yet. */
    preauthorization: Condition.optional(),
  }),
});
export type TokenBank = z.infer<typeof TokenBank>;

/** SimpleFIN as an institution: the user's setup token names the server. */
const SimpleFin = Institution.extend({ protocol: z.literal("simplefin") });

/** A bank that its customers reach by FinTS, with the name and the PIN of their online banking. */
const FintsBank = Institution.extend({
  protocol: z.literal("fints"),
  /** The address of FinTS with PIN and TAN, from the operator's list. */
  address: z.string().superRefine((url, context) => {
    const problem = institutionUrlProblem(url);
    if (problem !== null) context.addIssue({ code: "custom", message: problem });
  }),
  /** The German bank codes of its branches; a customer has an account under one of them. */
  bank_codes: z
    .array(matching(/^\d{8}$/, "must be a German bank code of 8 digits"))
    .min(1)
    .max(3000),
});
export type FintsBank = z.infer<typeof FintsBank>;

/** The description of an institution that users reach by a token of their own, or by FinTS: data, not code. */
export const BankDescription = z
  .discriminatedUnion("protocol", [TokenBank, SimpleFin, FintsBank], {
    error: 'must have a protocol: "token" or "simplefin"',
  })
  .superRefine((description, context) => {
    if (description.protocol !== "token") return;
    for (const { path, names } of placeholdersIn(description))
      for (const name of names)
        if (!isKnownName(description, name, path[0] ?? ""))
          context.addIssue({ code: "custom", path, message: `has the unknown name {${name}}` });
  });
export type BankDescription = z.infer<typeof BankDescription>;

/** The countries of the API in which a bank is offered: its own, or every one if the API has none of them. */
export const listCountries = ({
  country_codes: own,
}: Pick<BankDescription, "country_codes">): CountryCode[] => {
  const known = COUNTRY_CODES.filter((code) => own.includes(code));
  return known.length > 0 ? known : [...COUNTRY_CODES];
};

/** Whether the positions of a described institution can be read. */
export const hasHoldings = (description: BankDescription): boolean =>
  description.protocol === "simplefin" ||
  (description.protocol === "token" && description.holdings !== undefined);

/** The names of the fields of a bank's form. */
export const credentialNames = ({ credentials }: TokenBank): string[] =>
  credentials?.map(({ name }) => name) ?? ["token"];

/** The names of credentials that are no secrets: those that the form shows while they are typed. */
const shownNames = ({ credentials }: TokenBank): string[] =>
  credentials?.flatMap(({ name, type }) => (type === "text" ? [name] : [])) ?? [];

/** The credentials of a customer that paths and queries may name. */
export const shownCredentials = (
  bank: TokenBank,
  credentials: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(shownNames(bank).map((name) => [name, credentials[name] ?? ""]));

/** The name within each pair of braces of a template. */
export const PLACEHOLDER = /\{([^{}]*)\}/g;

/** The templates of a description by their position, and the names in them. */
function placeholdersIn(bank: TokenBank): { path: string[]; names: string[] }[] {
  const { scheme, ...values } = bank.authentication;
  const requests = {
    groups: bank.groups,
    accounts: bank.accounts,
    balances: bank.balances,
    holdings: bank.holdings,
    pending_transactions: bank.pending_transactions,
    transactions: bank.transactions,
  };
  const placeOf =
    (part: string) =>
    ([name, text]: [string, string]): [string[], string] => [[part, name], text];
  const places: [string[], string | string[]][] = [
    ...Object.entries(values).map(placeOf("authentication")),
    ...Object.entries(bank.headers ?? {}).map(placeOf("headers")),
    ...Object.entries(bank.token_exchange?.body ?? {}).map(([name, text]): [string[], string] => [
      ["token_exchange", "body", name],
      text,
    ]),
    ...Object.entries(requests).flatMap(([name, request]): [string[], string | string[]][] =>
      request === undefined
        ? []
        : [
            [[name, "path"], request.path],
            ...Object.entries(request.query ?? {}).map(
              ([key, text]): [string[], string | string[]] => [[name, "query", key], text],
            ),
          ],
    ),
  ];
  return places.map(([path, text]) => ({
    path,
    names: [...[text].flat().join(" ").matchAll(PLACEHOLDER)].map(([, name = ""]) => name),
  }));
}

function isKnownName(bank: TokenBank, name: string, part: string): boolean {
  const isCredential = credentialNames(bank).includes(name);
  if (part === "token_exchange") return isCredential;
  if (part === "authentication" || part === "headers")
    return isCredential || (name === EXCHANGED && bank.token_exchange !== undefined);
  if (isCredential && shownNames(bank).includes(name)) return true;
  const isGroup = bank.groups && part === "accounts" && /^group\.[\w.$-]+$/.test(name);
  const isList = part === "transactions" || part === "pending_transactions";
  const isOverAll = isList && bank[part]?.account !== undefined;
  const isAccount =
    !isOverAll && !["accounts", "groups"].includes(part) && /^account(\.[\w.$-]+)?$/.test(name);
  const isPeriod = isList && PERIOD_NAMES.some((period) => period === name);
  return isGroup || isAccount || isPeriod;
}

/** The problem with a bank's address; null for none. The sandbox reaches mock banks on this machine alone. */
export const baseProblem = (base: string, environment: Environment): string | null => {
  const isMock = isLoopback(new URL(base).hostname);
  if (environment === "sandbox")
    return isMock
      ? null
      : "must be on this machine: the sandbox takes mock banks alone, and real ones are for development and production";
  return isMock ? "must be a public address: mock banks on this machine are for the sandbox" : null;
};
