import { z } from "zod";
import {
  type Currency,
  currencyCodes,
  type Day,
  type Id,
  isLine,
  type Line,
  lineFrom,
  ownId,
  ownLine,
} from "../../domain/bank-values.ts";
import { dateOf, dayAt } from "../../domain/calendar.ts";
import type { BankAccount, BankBalances } from "../../domain/connectors/bank-account.ts";
import {
  type BankTransaction,
  NO_LOCATION,
  NO_PAYMENT_META,
} from "../../domain/connectors/bank-transaction.ts";
import { CurrencyCode, Identifier, Money, roundTo, ShownText } from "../data-api/values.ts";

/** The last second that a date can have. */
const MAX_SECONDS = 253_402_300_799;

const Seconds = z.number().min(0).max(MAX_SECONDS);

const Transaction = z.object({
  id: Identifier,
  posted: Seconds,
  amount: Money,
  description: ShownText.default(null),
  payee: ShownText.default(null),
  memo: ShownText.default(null),
  transacted_at: Seconds.nullish().catch(null),
  pending: z.boolean().nullish().catch(null),
});
type Transaction = z.infer<typeof Transaction>;

const Organization = z.object({
  domain: ShownText.default(null),
  name: ShownText.default(null),
  id: ShownText.default(null),
});

/** A position of an account. */
export const Holding = z.object({
  id: Identifier,
  created: Seconds.nullish().catch(null),
  currency: ShownText.default(null),
  cost_basis: Money.nullish().catch(null),
  description: ShownText.default(null),
  market_value: Money.nullish().catch(null),
  purchase_price: Money.nullish().catch(null),
  shares: Money.nullish().catch(null),
  symbol: ShownText.default(null),
});

export type Holding = z.infer<typeof Holding>;

/** The most positions that are kept of an account. */
const MAX_HOLDINGS = 2000;

/** The last part of an address, which names a custom currency, or else the text itself. */
const codeIn = (currency: string): string =>
  /^https?:\/\//i.test(currency)
    ? (/([A-Za-z]{3,10})[^A-Za-z]*$/.exec(currency)?.[1] ?? currency)
    : currency;

const AccountCurrency = z
  .string()
  .max(200)
  .refine(isLine)
  .transform(codeIn)
  .pipe(CurrencyCode)
  .nullish();

/** An account of version 1 (`org`) and 2 (`conn_id`). */
export const SimpleFinAccount = z.object({
  id: Identifier,
  name: ShownText.default(null),
  org: Organization.nullish().catch(null),
  conn_id: ShownText.default(null),
  currency: AccountCurrency,
  balance: Money,
  "available-balance": Money.nullish().catch(null),
  transactions: z.array(z.unknown()).max(10_000).default([]),
  /** Undefined if the server says nothing of any; one that is not understood is left out. */
  holdings: z
    .array(z.unknown())
    .transform((list) =>
      list.slice(0, MAX_HOLDINGS).flatMap((entry) => {
        const holding = Holding.safeParse(entry);
        return holding.success ? [holding.data] : [];
      }),
    )
    .optional()
    .catch(undefined),
});
export type SimpleFinAccount = z.infer<typeof SimpleFinAccount>;

const Text = z.string().max(2000).catch("");

/** The response of `/accounts`, with its errors as sentences (version 1) or by code (version 2). */
export const AccountSet = z.object({
  errors: z.array(Text).max(1000).nullish().catch(null),
  errlist: z
    .array(
      z.object({
        code: Text,
        conn_id: ShownText.default(null),
        account_id: ShownText.default(null),
      }),
    )
    .max(1000)
    .nullish()
    .catch(null),
  connections: z
    .array(
      z.object({
        conn_id: ShownText.default(null),
        name: ShownText.default(null),
        org_name: ShownText.default(null),
      }),
    )
    .max(1000)
    .nullish()
    .catch(null),
  accounts: z.array(z.unknown()).max(500),
});
export type AccountSet = z.infer<typeof AccountSet>;

/**
 * The errors of a response by the accounts that they are about: those of a connection or an account of version 2, and
 * the sentences of version 1 that name an organization and ask for attention. `waiting` has those whose user has to sign
 * in at their connection; `isLogin` is true if the credentials of all are refused, and `asksLogin` if those of any are.
 */
export const errorsOf = (
  { errors, errlist }: AccountSet,
  accounts: readonly SimpleFinAccount[],
) => {
  const list = errlist ?? [];
  const sentences = list.length > 0 ? [] : (errors ?? []);
  const needsAttention = sentences.filter((text) =>
    /attention|authenticat|log ?in|connect/i.test(text),
  );
  const codesAbout = ({ id, conn_id, org }: SimpleFinAccount): string[] => [
    ...list.flatMap((error) =>
      error.account_id === id ||
      (conn_id !== null && error.conn_id === conn_id && /^con\./.test(error.code))
        ? [error.code]
        : [],
    ),
    ...needsAttention.flatMap((text) =>
      [org?.name, org?.domain].some(
        (name) => !!name && text.toLowerCase().includes(name.toLowerCase()),
      )
        ? [codeOf(text)]
        : [],
    ),
  ];
  const codes = new Map(accounts.map((account) => [account, codesAbout(account)]));
  const having = (isWanted: (found: readonly string[]) => boolean) =>
    new Set(accounts.filter((account) => isWanted(codes.get(account) ?? [])));
  const failed = having((found) => found.length > 0);
  const asksLogin = [...list.map(({ code }) => code), ...needsAttention.map(codeOf)].includes(
    "con.auth",
  );
  return {
    failed,
    waiting: having((found) => found.includes("con.auth")),
    /** The codes for the log; a sentence may name people and stays out of it. */
    codes: [...new Set(list.map(({ code }) => (/^[\w.-]{1,40}$/.test(code) ? code : "unknown")))],
    count: list.length + sentences.length,
    asksLogin,
    isLogin:
      list.some(({ code }) => code === "gen.auth") ||
      (accounts.length > 0 && failed.size === accounts.length && asksLogin),
  };
};

/** The code of version 2 for a sentence of version 1. */
const codeOf = (sentence: string): string =>
  /attention|authenticat|log ?in/i.test(sentence) ? "con.auth" : "con.";

/** The kinds of accounts, which SimpleFIN does not tell, by words of their names. */
const KINDS: readonly [RegExp, Pick<BankAccount, "type" | "subtype">][] = [
  [/\bmortgage\b/i, { type: "loan", subtype: "mortgage" }],
  [/\b(loan|line of credit)\b/i, { type: "loan", subtype: "other" }],
  [
    /\b(credit card|visa|mastercard|american express|amex)\b/i,
    { type: "credit", subtype: "credit card" },
  ],
  [/\b401\(?k\)?/i, { type: "investment", subtype: "401k" }],
  [/\bira\b/i, { type: "investment", subtype: "ira" }],
  [/\b(brokerage|investment)\b/i, { type: "investment", subtype: "brokerage" }],
  [/\bsavings?\b/i, { type: "depository", subtype: "savings" }],
  [/\bchecking\b/i, { type: "depository", subtype: "checking" }],
];

const kindOf = (name: string): Pick<BankAccount, "type" | "subtype"> =>
  KINDS.find(([words]) => words.test(name))?.[1] ?? { type: "depository", subtype: "other" };

/** An account that holds something is one of investments, if its name does not say more. */
const kindWith = (
  { holdings = [] }: SimpleFinAccount,
  kind: Pick<BankAccount, "type" | "subtype">,
): Pick<BankAccount, "type" | "subtype"> =>
  holdings.length > 0 && kind.type === "depository" && kind.subtype === "other"
    ? { type: "investment", subtype: "other" }
    : kind;

/** The balances of an account: SimpleFIN writes debts below zero. */
export const balancesOf = (account: SimpleFinAccount): BankBalances => {
  const currency = account.currency ?? null;
  const { type } = kindOf(account.name ?? "");
  const isDebt = type === "credit" || type === "loan";
  const available = account["available-balance"];
  return {
    available: available == null || isDebt ? null : roundTo(available, currency),
    current: roundTo(isDebt ? -account.balance : account.balance, currency),
    limit: null,
    ...currencyCodes(currency),
  };
};

/** An account as ours; `institution` is the name of its connection. */
export const toBankAccount = (
  account: SimpleFinAccount,
  key: Id,
  institution: Line | null,
): BankAccount => {
  const name = account.name ?? ownLine("Account");
  return {
    key,
    name,
    official_name: institution && lineFrom(`${institution} ${name}`),
    mask: lineFrom(/(\d{4})\W*$/.exec(name)?.[1]),
    ...kindWith(account, kindOf(name)),
    holder_category: "unrecognized",
    balances: balancesOf(account),
    numbers: {},
  };
};

/** The transactions of an account; `null` if one of them is not understood. */
export const toBankTransactions = (
  account: SimpleFinAccount,
  accountKey: Id,
  today: Day,
): BankTransaction[] | null => {
  const rows = account.transactions.map((row) => Transaction.safeParse(row));
  const currency = account.currency ?? null;
  const transactions: BankTransaction[] = [];
  for (const { success, data } of rows) {
    if (!success) return null;
    transactions.push(toBankTransaction(data, accountKey, currency, today));
  }
  return transactions;
};

function toBankTransaction(
  { id, posted, amount, description, payee, memo, transacted_at, ...rest }: Transaction,
  accountKey: Id,
  currency: Currency | null,
  today: Day,
): BankTransaction {
  const pending = rest.pending === true || posted === 0;
  const made = transacted_at ? dayOfSeconds(transacted_at) : null;
  const merchant = payee === description ? null : payee;
  return {
    key: ownId(`${accountKey}/${id}`),
    accountKey,
    pendingKey: null,
    account_owner: null,
    amount: roundTo(-amount, currency),
    ...currencyCodes(currency),
    category_id: null,
    transaction_type: "unresolved",
    date: pending ? (made ?? (posted > 0 ? dayOfSeconds(posted) : today)) : dayOfSeconds(posted),
    authorized_date: made,
    datetime: null,
    authorized_datetime: null,
    name: merchant ?? description ?? ownLine("Transaction"),
    merchant_name: merchant,
    original_description: description,
    location: NO_LOCATION,
    payment_meta: { ...NO_PAYMENT_META, reason: memo },
    payment_channel: "other",
    pending,
    transaction_code: null,
  };
}

const dayOfSeconds = (seconds: number): Day => dateOf(dayAt(seconds * 1000));
