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
import { dayAt, toDate } from "../../domain/calendar.ts";
import type { BankAccount, BankBalances } from "../../domain/connectors/bank-account.ts";
import {
  type BankTransaction,
  NO_LOCATION,
  NO_PAYMENT_META,
} from "../../domain/connectors/bank-transaction.ts";
import { createPace } from "../../domain/jobs/in-turns.ts";
import { CurrencyCode, Identifier, Money, roundTo, ShownText } from "../data-api/values.ts";
import { contentId } from "../token-banks/operators.ts";
import { toKind } from "./account-kinds.ts";

/** The last second that a Date can represent. */
const MAX_SECONDS = 253_402_300_799;

const Seconds = z
  .union([z.number(), z.string().regex(/^\d{1,12}(\.\d{1,9})?$/)])
  .transform(Number)
  .pipe(z.number().min(0).max(MAX_SECONDS));

const Transaction = z.object({
  /** Null if the server has no id yet, for example while the transaction is pending. */
  id: z.union([Identifier, z.enum([""]).nullish()]).transform((id) => id || null),
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

/** The maximum number of kept positions of an account. */
const MAX_HOLDINGS = 2000;

/** The last part of a custom currency's address; otherwise the text itself. */
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
  /** Self-hosted servers may state the kind here. */
  extra: z
    .object({ kind: z.string().catch("") })
    .nullish()
    .catch(null),
  balance: Money,
  "available-balance": Money.nullish().catch(null),
  transactions: z.array(z.unknown()).max(10_000).default([]),
  /** Undefined if the server lists no positions. A position with invalid fields is left out. */
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

/**
 * The maximum number of errors and connections in a response, since each is compared with each
 * account.
 */
const MAX_ERRORS = 500;

/** The kept length of a sentence's start, which contains the name of its bank. */
const SENTENCE_CHARACTERS = 300;

/** Rows that are read in a turn of the event loop. */
const READ_AT_ONCE = 200;

const Text = z
  .string()
  .transform((text) => text.slice(0, SENTENCE_CHARACTERS))
  .catch("");

/** A list, or null if the server sends another type. */
const listOf = <Entry extends z.ZodType>(entry: Entry) =>
  z.preprocess(
    (value) => (Array.isArray(value) ? value : null),
    z.array(entry).max(MAX_ERRORS).nullable(),
  );

/**
 * The response of `/accounts`. Its errors are sentences (version 1), or have a code (version 2).
 */
export const AccountSet = z.object({
  errors: listOf(Text),
  errlist: listOf(
    z
      .object({
        code: Text,
        conn_id: ShownText.default(null),
        account_id: ShownText.default(null),
      })
      .catch({ code: "", conn_id: null, account_id: null }),
  ),
  connections: listOf(
    z
      .object({
        conn_id: ShownText.default(null),
        name: ShownText.default(null),
        org_name: ShownText.default(null),
      })
      .catch({ conn_id: null, name: null, org_name: null }),
  ),
  accounts: z.array(z.unknown()).max(500),
});
export type AccountSet = z.infer<typeof AccountSet>;

/** The balances of an account: SimpleFIN writes debts below zero. */
export const toBalances = (account: SimpleFinAccount): BankBalances => {
  const currency = account.currency ?? null;
  const { type } = toKind(account);
  const isDebt = type === "credit" || type === "loan";
  const available = account["available-balance"];
  return {
    available: available == null || isDebt ? null : roundTo(available, currency),
    current: roundTo(isDebt ? -account.balance : account.balance, currency),
    limit: null,
    ...currencyCodes(currency),
  };
};

/** Converts an account. `institution` is the name of the account's connection. */
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
    ...toKind(account),
    holder_category: "unrecognized",
    balances: toBalances(account),
    numbers: {},
  };
};

/** The readable transactions of an account, and whether the list is complete. */
type ReadTransactions = { transactions: BankTransaction[]; isWhole: boolean };

/** Returns the reading pace for the rows of all accounts in a response. */
export const readingPace = () => createPace(READ_AT_ONCE);

/** Reads the transactions of an account, some in each turn of the event loop. */
export const toBankTransactions = async (
  account: SimpleFinAccount,
  accountKey: Id,
  today: Day,
  pace: ReturnType<typeof readingPace>,
): Promise<ReadTransactions> => {
  const currency = account.currency ?? null;
  const transactions: BankTransaction[] = [];
  const unnamed = new Map<string, number>();
  for (const row of account.transactions) {
    await pace();
    const { success, data } = Transaction.safeParse(row);
    if (!success) continue;
    const pending = data.pending === true || data.posted === 0;
    const id = data.id ?? (pending ? ownId(contentId(data, unnamed)) : null);
    if (id !== null)
      transactions.push(toBankTransaction({ ...data, id, pending }, accountKey, currency, today));
  }
  return { transactions, isWhole: transactions.length === account.transactions.length };
};

function toBankTransaction(
  row: Transaction & { id: Id; pending: boolean },
  accountKey: Id,
  currency: Currency | null,
  today: Day,
): BankTransaction {
  const { id, posted, amount, description, payee, memo, transacted_at, pending } = row;
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

const dayOfSeconds = (seconds: number): Day => toDate(dayAt(seconds * 1000));
