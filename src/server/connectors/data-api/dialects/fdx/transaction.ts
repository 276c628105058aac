import { z } from "zod";
import type { PaymentChannel } from "../../../../../protocol/transaction.ts";
import {
  currencyCodes,
  type Id,
  lineFrom,
  ownId,
  ownLine,
} from "../../../../domain/bank-values.ts";
import {
  type BankTransaction,
  NO_LOCATION,
  NO_PAYMENT_META,
} from "../../../../domain/connectors/bank-transaction.ts";
import { lookup } from "../../../../domain/lookup.ts";
import { type Category, findCategory } from "../../../../domain/transactions/categories.ts";
import {
  CurrencyCode,
  flattenBy,
  Identifier,
  Money,
  roundTo,
  ShownText,
  Timestamp,
} from "../../values.ts";
import type { FdxAccount } from "./account.ts";
import { categoryIdOf } from "./category.ts";

/** The categories of accounts, by the name under which FDX 4.6 nests a transaction. */
export const TRANSACTION_CATEGORIES: Record<string, string> = {
  depositTransaction: "DEPOSIT_ACCOUNT",
  loanTransaction: "LOAN_ACCOUNT",
  locTransaction: "LOC_ACCOUNT",
  investmentTransaction: "INVESTMENT_ACCOUNT",
  insuranceTransaction: "INSURANCE_ACCOUNT",
  digitalWalletTransaction: "DIGITAL_WALLET",
};

/** The kinds of payments by transaction type, except for types that banks use for any kind. */
const KINDS = lookup({
  CHECK: ownLine("cheque"),
  DIRECTDEBIT: ownLine("direct debit"),
  POSDEBIT: ownLine("card"),
  TRANSFER: ownLine("transfer"),
});

/** A text or number on one line; null if too long. */
const Code = (maxLength: number) =>
  z.coerce
    .string()
    .max(maxLength)
    .transform((text) => lineFrom(text))
    .nullish()
    .catch(null);

const Fields = z
  .object({
    transactionId: Identifier,
    accountId: Identifier.nullish().catch(null),
    accountCategory: z.string().nullish().catch(null),
    referenceTransactionId: Identifier.nullish().catch(null),
    postedTimestamp: Timestamp.nullish(),
    transactionTimestamp: Timestamp.nullish(),
    description: ShownText.optional(),
    memo: ShownText.optional(),
    payee: ShownText.optional(),
    debitCreditMemo: z.enum(["DEBIT", "CREDIT", "MEMO"]).nullish(),
    status: z.string().nullish(),
    amount: Money,
    transactionType: ShownText.optional(),
    category: Code(100),
    checkNumber: Code(40),
    reference: ShownText.optional(),
    foreignAmount: Money.nullish().catch(null),
    foreignCurrency: CurrencyCode.nullish().catch(null),
  })
  .refine(({ postedTimestamp, transactionTimestamp }) => postedTimestamp ?? transactionTimestamp, {
    path: ["postedTimestamp"],
    message: "there is no timestamp",
  })
  // A wrong direction is worse than a missing transaction. For investments the sign gives the
  // direction.
  .refine(
    ({ accountCategory, debitCreditMemo, amount }) =>
      debitCreditMemo != null || amount <= 0 || accountCategory === "INVESTMENT_ACCOUNT",
    { path: ["debitCreditMemo"], message: "nothing says which way the money goes" },
  );

/** A transaction of FDX 4.6 to 6. */
export const FdxTransaction = z.preprocess(flattenBy(TRANSACTION_CATEGORIES), Fields);
export type FdxTransaction = z.infer<typeof Fields>;

/** A transaction, in its account's currency. */
export const toBankTransaction = (
  transaction: FdxTransaction,
  account: FdxAccount,
): BankTransaction => {
  const { accountId: accountKey, currency = null } = account;
  const { postedTimestamp, transactionTimestamp } = transaction;
  const pending =
    transaction.status == null
      ? postedTimestamp == null
      : /^(PENDING|AUTHORIZATION)$/.test(transaction.status);
  const moments = pending
    ? [transactionTimestamp, postedTimestamp]
    : [postedTimestamp, transactionTimestamp];
  const bookingTime = moments.find((moment) => moment != null);
  if (!bookingTime) throw new Error("the schema has let a transaction without a timestamp through");
  const description = transaction.description ?? transaction.memo ?? null;
  const merchant = transaction.payee ?? null;
  const channel = toChannel(transaction.transactionType ?? "");
  const amount = roundTo(signedAmount(transaction), currency);
  const category = findCategory(
    categoryIdOf({
      transactionType: transaction.transactionType ?? null,
      category: transaction.category ?? null,
      accountCategory: account.accountCategory ?? null,
      isCredit: amount < 0,
    }) ?? "",
  );
  return {
    key: toKey(accountKey, transaction.transactionId),
    accountKey,
    pendingKey: pending ? null : keyOfAuthorization(transaction, account),
    account_owner: null,
    amount,
    ...currencyCodes(currency),
    category_id: category?.categoryId ?? null,
    transaction_type: transactionTypeOf(category, channel),
    date: bookingTime.day,
    authorized_date: transactionTimestamp?.day ?? null,
    datetime: bookingTime.moment,
    authorized_datetime: transactionTimestamp?.moment ?? null,
    name: merchant ?? description ?? ownLine("Transaction"),
    merchant_name: merchant,
    original_description: description,
    location: NO_LOCATION,
    payment_meta: {
      ...NO_PAYMENT_META,
      reference_number: transaction.reference ?? transaction.checkNumber ?? null,
    },
    payment_channel: channel,
    pending,
    transaction_code: null,
    codes: {
      merchantCode: transaction.category ?? null,
      transactionType: transaction.transactionType ?? null,
      checkNumber: transaction.checkNumber ?? null,
    },
    evidence: {
      kind: KINDS[transaction.transactionType ?? ""] ?? null,
      original: originalOf(transaction, amount),
    },
  };
};

/** The purchase's amount in another currency, with the sign of the account's amount. */
function originalOf({ foreignAmount, foreignCurrency }: FdxTransaction, amount: number) {
  if (foreignAmount == null || foreignCurrency == null) return null;
  const size = Math.abs(foreignAmount);
  return { amount: amount < 0 ? 0 - size : size, currency: foreignCurrency };
}

/**
 * The authorization that a posted card purchase replaces. On other accounts, and for refunds, the
 * same field names a reversed transaction.
 */
function keyOfAuthorization(
  { debitCreditMemo, referenceTransactionId }: FdxTransaction,
  { accountId, accountCategory }: FdxAccount,
): Id | null {
  const isPurchase = accountCategory === "LOC_ACCOUNT" && debitCreditMemo === "DEBIT";
  return isPurchase && referenceTransactionId ? toKey(accountId, referenceTransactionId) : null;
}

/** Unique within the login. A slash within an account's id does not end it. */
const toKey = (accountId: Id, transactionId: Id): Id =>
  ownId(`${/[%/]/.test(accountId) ? encodeURIComponent(accountId) : accountId}/${transactionId}`);

/** The amount, positive for outflows. FDX has the direction in a memo, or else in the sign. */
function signedAmount({ amount, debitCreditMemo }: FdxTransaction): number {
  if (debitCreditMemo === "DEBIT") return Math.abs(amount);
  if (debitCreditMemo === "CREDIT") return -Math.abs(amount);
  return -amount;
}

function transactionTypeOf(
  category: Category | null,
  channel: PaymentChannel,
): BankTransaction["transaction_type"] {
  if (category === null) return "unresolved";
  if (category.group === "special") return "special";
  return channel === "online" ? "digital" : "place";
}

function toChannel(transactionType: string): PaymentChannel {
  if (/^(POS|ATM)/.test(transactionType)) return "in store";
  return /^(BILLPAYMENT|DIRECTDEPOSIT|TRANSFER)/.test(transactionType) ? "online" : "other";
}
