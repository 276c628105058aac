import { z } from "zod";
import type { AccountSubtype, AccountType } from "../../../protocol/vocabulary.ts";
import {
  type AccountNumber,
  type BankCode,
  bicFrom,
  type Currency,
  currencyCodes,
  type Id,
  ibanFrom,
  lineFrom,
  NO_BIC,
  ownId,
  ownLine,
} from "../../domain/bank-values.ts";
import type {
  BankAccount,
  BankBalances,
  BankNumbers,
} from "../../domain/connectors/bank-account.ts";
import {
  type BankTransaction,
  NO_LOCATION,
  NO_PAYMENT_META,
} from "../../domain/connectors/bank-transaction.ts";
import { PAYMENT_KINDS, type TokenBank } from "../../domain/institutions/bank-description.ts";
import type { Operator } from "../../domain/institutions/bank-operator.ts";
import { listFields } from "../data-api/parse-response.ts";
import {
  CurrencyCode,
  Identifier,
  Money,
  roundTo,
  ShownText,
  Timestamp,
} from "../data-api/values.ts";
import { applyOperator, contentId, isTrue, toText } from "./operators.ts";
import type { TransactionList } from "./transaction-lists.ts";

/** An account, and the bank's entry for it. Later requests may need the entry's fields. */
export type AccountRow = { account: BankAccount; entry: unknown };

/** The invalid fields of an entry and the reasons, never the values. */
export type Invalid = { fields: string[] };

export const EntryId = z.preprocess(toText, Identifier);
export const Shown = z.preprocess(toText, ShownText).default(null);
const Amount = Money.nullish().catch(null);

const AccountFields = z.object({
  id: EntryId,
  name: Shown,
  kind: z.string().default("other/other"),
  currency: CurrencyCode,
  mask: Shown,
  current: Amount,
  available: Amount,
  limit: Amount,
});

const TransactionFields = z.object({
  id: EntryId,
  amount: Money,
  date: Timestamp.pipe(z.custom<NonNullable<z.infer<typeof Timestamp>>>((time) => time !== null)),
  made: Timestamp.nullish().catch(null),
  description: Shown,
  currency: CurrencyCode.nullish(),
  merchant: Shown,
  reference: Shown,
  merchant_code: z
    .preprocess(
      toText,
      z
        .string()
        .regex(/^\d{4}$/)
        .transform(ownLine),
    )
    .nullish()
    .catch(null),
  replaces: EntryId.nullish().catch(null),
  end_to_end_id: Shown.catch(null),
  mandate_id: Shown.catch(null),
  card: z
    .preprocess(
      (value) => toText(value)?.slice(-4),
      z
        .string()
        .regex(/^\d{4}$/)
        .transform(ownLine),
    )
    .nullish()
    .catch(null),
  payment_kind: z.enum(PAYMENT_KINDS).nullish().catch(null),
  balance_after: Amount,
  original_amount: Amount,
  original_currency: CurrencyCode.nullish().catch(null),
});

export const applyAll = (
  operators: Readonly<Record<string, Operator | undefined>>,
  entry: unknown,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(operators).map(([name, operator]) => [name, applyOperator(operator, entry)]),
  );

const definedOf = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** An entry of the bank's accounts as ours. */
export const toAccountRow = (
  { accounts, balances }: TokenBank,
  entry: unknown,
): AccountRow | Invalid => {
  const result = AccountFields.safeParse({
    // The balances may have the currency.
    ...(balances?.fields.currency && { currency: "" }),
    ...definedOf(applyAll(accounts.fields, entry)),
  });
  if (!result.success) return { fields: listFields(result.error, "accounts.") };
  const { id, name, kind, currency, mask, current, available, limit } = result.data;
  const [type = "other", subtype = "other"] = kind.split("/");
  return {
    entry,
    account: {
      key: id,
      name: name ?? ownLine("Account"),
      official_name: null,
      mask: lineFrom(mask?.slice(-4)),
      // The description's schema knows the kinds.
      type: type as AccountType,
      subtype: subtype as AccountSubtype,
      holder_category: "unrecognized",
      balances: balancesFrom(
        { current: owed(current, type, accounts), available, limit },
        currency,
      ),
      numbers: toNumbers(accounts.numbers, entry),
    },
  };
};

type Balances = z.infer<typeof BalanceFields>;
const BalanceFields = AccountFields.pick({ current: true, available: true, limit: true }).extend({
  currency: CurrencyCode.nullish().catch(null),
});

const balancesFrom = (
  { current, available, limit }: Omit<Balances, "currency">,
  currency: Currency | null,
): BankBalances => ({
  available: rounded(available, currency),
  current: rounded(current, currency),
  limit: rounded(limit, currency),
  ...currencyCodes(currency),
});

/** Returns a balance with debt as a positive amount. */
const owed = (
  amount: Balances["current"],
  type: string,
  { debts }: TokenBank["accounts"],
): Balances["current"] =>
  amount != null && debts === "negative" && (type === "credit" || type === "loan")
    ? 0 - amount
    : amount;

const rounded = (amount: number | null | undefined, currency: Currency | null): number | null =>
  amount == null ? null : roundTo(amount, currency);

/** An account with balances from a separate request. */
export const withBalances = (
  { accounts, balances: request }: TokenBank,
  { account, entry }: AccountRow,
  body: unknown,
): AccountRow => {
  const { current, currency, ...rest } = BalanceFields.parse(applyAll(request?.fields ?? {}, body));
  const balances = { current: owed(current, account.type, accounts), ...rest };
  const ownCurrency = toCurrency(account) ?? currency ?? null;
  return { entry, account: { ...account, balances: balancesFrom(balances, ownCurrency) } };
};

export const toCurrency = ({ balances }: BankAccount): Currency | null =>
  balances.iso_currency_code ?? balances.unofficial_currency_code;

/** The numbers of the networks without missing fields. Only the BIC is optional. */
function toNumbers(networks: TokenBank["accounts"]["numbers"], entry: unknown): BankNumbers {
  const ach = numberFields(networks?.ach, entry);
  const iban = ibanFrom(compact(networks?.international?.iban, entry) ?? "");
  const bic = bicFrom(compact(networks?.international?.bic, entry) ?? "");
  const bacs = numberFields(networks?.bacs, entry);
  return {
    ...(ach && { ach: { ...ach, wire_routing: null } }),
    ...(iban && { international: { iban, bic: bic ?? NO_BIC } }),
    ...(bacs && { bacs }),
  };
}

const compact = (operator: Operator | undefined, entry: unknown): string | undefined =>
  toText(applyOperator(operator, entry))?.replace(/[\s-]/g, "");

function numberFields<Name extends string>(
  operators: Record<Name, Operator> | undefined,
  entry: unknown,
): Record<Name, AccountNumber & BankCode> | null {
  if (operators === undefined) return null;
  const fields = Object.entries<Operator>(operators).map(([name, operator]) => [
    name,
    compact(operator, entry),
  ]);
  return fields.every(([, value]) => /^[A-Za-z0-9]{3,40}$/.test(value ?? ""))
    ? (Object.fromEntries(fields) as Record<Name, AccountNumber & BankCode>)
    : null;
}

/** Maps a transaction entry. `unnamed` counts the pending entries of the list without an id. */
export const toBankTransaction = (
  transactions: TransactionList,
  entry: unknown,
  { account }: AccountRow,
  unnamed: Map<string, number>,
): BankTransaction | Invalid => {
  const pending =
    transactions.pending === "all" ||
    (transactions.pending !== undefined && isTrue(transactions.pending, entry));
  const fields = applyAll(transactions.fields, entry);
  const isUnnamed = pending && (toText(fields.id) ?? "").trim() === "";
  const result = TransactionFields.safeParse({
    ...fields,
    ...(isUnnamed && { id: contentId(fields, unnamed) }),
  });
  if (!result.success) return { fields: listFields(result.error, `${transactions.name}.`) };
  const { id, date, made, description, merchant, reference, merchant_code, replaces, ...rest } =
    result.data;
  const currency = rest.currency ?? toCurrency(account);
  const { money_out: moneyOut } = transactions;
  const amount = roundTo(signed(rest.amount, moneyOut, entry), currency);
  return {
    key: toKey(account.key, id),
    accountKey: account.key,
    pendingKey: replaces == null || pending ? null : toKey(account.key, replaces),
    account_owner: null,
    amount,
    ...currencyCodes(currency),
    category_id: null,
    transaction_type: "unresolved",
    date: date.day,
    authorized_date: made?.day ?? null,
    datetime: date.moment,
    authorized_datetime: made?.moment ?? null,
    name: merchant ?? description ?? ownLine("Transaction"),
    merchant_name: merchant,
    original_description: description,
    location: NO_LOCATION,
    payment_meta: { ...NO_PAYMENT_META, reference_number: reference },
    payment_channel: "other",
    pending,
    transaction_code: null,
    ...(merchant_code != null && {
      codes: { merchantCode: merchant_code, transactionType: null, checkNumber: null },
    }),
    evidence: {
      endToEndId: rest.end_to_end_id,
      mandateId: rest.mandate_id,
      cardDigits: rest.card ?? null,
      kind: rest.payment_kind == null ? null : ownLine(rest.payment_kind),
      balanceAfter: rounded(rest.balance_after, currency),
      original: originalOf(rest, amount, currency),
      isPreauthorization:
        transactions.preauthorization !== undefined && isTrue(transactions.preauthorization, entry)
          ? true
          : null,
    },
  };
};

/** The amount of a purchase in a foreign currency, with the sign of the account's amount. */
function originalOf(
  fields: Pick<z.infer<typeof TransactionFields>, "original_amount" | "original_currency">,
  amount: number,
  accountCurrency: Currency | null,
) {
  const { original_amount: original, original_currency: currency } = fields;
  if (original == null || currency == null || currency === accountCurrency) return null;
  const size = Math.abs(roundTo(original, currency));
  return { amount: amount < 0 ? 0 - size : size, currency };
}

const toKey = (accountKey: Id, id: Id): Id => ownId(`${encodeURIComponent(accountKey)}/${id}`);

/** The amount, positive when money leaves the account. */
function signed(
  amount: number,
  moneyOut: TokenBank["transactions"]["money_out"],
  entry: unknown,
): number {
  if (moneyOut === "negative") return -amount;
  if (moneyOut === "positive") return amount;
  return isTrue(moneyOut, entry) ? Math.abs(amount) : -Math.abs(amount);
}
