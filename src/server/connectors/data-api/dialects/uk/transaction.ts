import { z } from "zod";
import {
  currencyCodes,
  type Day,
  type Id,
  type Line,
  lineFrom,
  ownId,
  ownLine,
} from "../../../../domain/bank-values.ts";
import {
  type BankTransaction,
  NO_LOCATION,
  NO_PAYMENT_META,
} from "../../../../domain/connectors/bank-transaction.ts";
import { Fault } from "../../../../domain/fault.ts";
import { digest } from "../../../../domain/identifiers.ts";
import { eachInTurns } from "../../../../domain/jobs/in-turns.ts";
import { CurrencyCode, Identifier, Money, roundTo, ShownText, Timestamp } from "../../values.ts";
import { Direction, type UkAccount, UkAmount } from "./account.ts";

const Party = z.object({ Name: ShownText.optional() }).nullish().catch(null);

/** The fields of a transaction. The amount has no sign; the indicator has the direction. */
const Fields = z.object({
  AccountId: Identifier.nullish(),
  TransactionId: Identifier.nullish(),
  TransactionReference: ShownText.optional(),
  CreditDebitIndicator: Direction,
  Status: z.string().max(40),
  BookingDateTime: Timestamp.nullish(),
  ValueDateTime: Timestamp.nullish().catch(null),
  Amount: UkAmount,
  TransactionInformation: ShownText.optional(),
  BankTransactionCode: z
    .object({ Code: z.string().max(100), SubCode: z.string().max(100).nullish() })
    .nullish()
    .catch(null),
  MerchantDetails: z
    .object({ MerchantName: ShownText.optional(), MerchantCategoryCode: ShownText.optional() })
    .nullish()
    .catch(null),
  CreditorAccount: Party,
  DebtorAccount: Party,
  Balance: z.object({ CreditDebitIndicator: Direction, Amount: UkAmount }).nullish().catch(null),
  CurrencyExchange: z
    .object({ InstructedAmount: z.object({ Amount: Money, Currency: CurrencyCode }).nullish() })
    .nullish()
    .catch(null),
});
export type UkTransaction = z.infer<typeof Fields>;

/** The states of rows that are not payments, or not yet. */
const IS_NO_PAYMENT = /^(INFO|FUTR|RJCT)$/i;

/** The states of final rows. A row in an unknown state may still be withdrawn. */
const IS_BOOKED = /^(book|post|settl|clear)/i;

const toDay = ({ BookingDateTime, ValueDateTime }: UkTransaction): Day | null =>
  (BookingDateTime ?? ValueDateTime)?.day ?? null;

/** A transaction of 3.1 or 4.0. A booked one has a date. */
export const UkTransaction = Fields.refine(
  (row) => !IS_BOOKED.test(row.Status) || toDay(row) !== null,
  { path: ["BookingDateTime"] },
);

/**
 * The transactions of an account, converted over several turns of the event loop. A row's id
 * identifies it, unless several payments share the id. A row without an id is identified by its
 * content, counted among equal rows. Rows of other accounts, and undated unbooked rows, are left
 * out. Throws UNSUPPORTED_RESPONSE if all rows are other accounts'.
 */
export const toBankTransactions = async (
  rows: readonly UkTransaction[],
  account: UkAccount,
): Promise<BankTransaction[]> => {
  const own = rows.filter((row) => (row.AccountId ?? account.AccountId) === account.AccountId);
  if (rows.length > 0 && own.length === 0)
    throw new Fault("UNSUPPORTED_RESPONSE", {
      cause: new Error("the transactions of an account are all of accounts by other ids"),
    });
  const contents = new Map<string, Set<string>>();
  await eachInTurns(own, (row) => {
    const of = contents.get(sharedIdOf(row)) ?? new Set();
    contents.set(sharedIdOf(row), of.add(toContent(row)));
  });
  const counts = new Map<string, number>();
  const transactions: BankTransaction[] = [];
  await eachInTurns(own, (row) => {
    const day = toDay(row);
    if (day === null || IS_NO_PAYMENT.test(row.Status)) return;
    const { TransactionId: id = null } = row;
    const isOwn = id !== null && contents.get(sharedIdOf(row))?.size === 1;
    const content = isOwn ? id : `${id ?? ""}~${toContent(row)}`;
    const count = id === null ? (counts.get(content) ?? 0) : 0;
    counts.set(content, count + 1);
    const key = ownId(
      `${account.AccountId}/${content.length > 100 ? digest(content) : content}${count === 0 ? "" : `/${count}`}`,
    );
    transactions.push(toBankTransaction(row, account, { key, day }));
  });
  return transactions;
};

/** A pending row may have the id of its later booked row. */
const sharedIdOf = (row: UkTransaction): string =>
  `${IS_BOOKED.test(row.Status)} ${row.TransactionId ?? ""}`;

const toContent = (row: UkTransaction): string => digest(JSON.stringify(row));

function toBankTransaction(
  row: UkTransaction,
  account: UkAccount,
  { key, day }: { key: Id; day: BankTransaction["date"] },
): BankTransaction {
  const isCredit = row.CreditDebitIndicator === "credit";
  const size = Math.abs(row.Amount.Amount);
  const currency = row.Amount.Currency ?? account.Currency;
  const pending = !IS_BOOKED.test(row.Status);
  const description = row.TransactionInformation ?? null;
  const merchant = row.MerchantDetails?.MerchantName ?? null;
  const other = (isCredit ? row.DebtorAccount?.Name : row.CreditorAccount?.Name) ?? null;
  const { kind, transactionType, channel } = toMeaning(row);
  const original = row.CurrencyExchange?.InstructedAmount;
  const sign = isCredit ? -1 : 1;
  return {
    key,
    accountKey: account.AccountId,
    pendingKey: null,
    account_owner: null,
    amount: roundTo(sign * size, currency),
    ...currencyCodes(currency),
    category_id: null,
    transaction_type: "unresolved",
    date: day,
    authorized_date: row.ValueDateTime?.day ?? null,
    datetime: row.BookingDateTime?.moment ?? null,
    authorized_datetime: row.ValueDateTime?.moment ?? null,
    name: merchant ?? other ?? description ?? ownLine("Transaction"),
    merchant_name: merchant,
    original_description: description,
    location: NO_LOCATION,
    payment_meta: {
      ...NO_PAYMENT_META,
      payee: row.CreditorAccount?.Name ?? null,
      payer: row.DebtorAccount?.Name ?? null,
      reference_number: row.TransactionReference ?? null,
    },
    payment_channel: channel,
    pending,
    transaction_code: null,
    codes: {
      merchantCode: toMerchantCode(row),
      transactionType,
      checkNumber: null,
    },
    evidence: {
      kind,
      balanceAfter: balanceAfter(row),
      original:
        original?.Currency == null
          ? null
          : { amount: sign * Math.abs(original.Amount), currency: original.Currency },
    },
  };
}

const balanceAfter = ({ Balance }: UkTransaction): number | null =>
  Balance
    ? (Balance.CreditDebitIndicator === "credit" ? 1 : -1) * Math.abs(Balance.Amount.Amount)
    : null;

const toMerchantCode = ({ MerchantDetails }: UkTransaction): Line | null => {
  const code = MerchantDetails?.MerchantCategoryCode ?? "";
  return /^\d{4}$/.test(code) ? lineFrom(code) : null;
};

type Meaning = {
  kind: Line | null;
  /** The type from which the category follows. */
  transactionType: Line | null;
  channel: BankTransaction["payment_channel"];
};

const meaning = (
  kind: string | null,
  transactionType: string | null,
  channel: Meaning["channel"] = "other",
): Meaning => ({
  kind: lineFrom(kind),
  transactionType: lineFrom(transactionType),
  channel,
});

/** The meanings of codes: words in 3.1, ISO 20022's codes in 4.0. */
const MEANINGS: readonly (readonly [RegExp, Meaning])[] = [
  [/CashWithdrawal|CWDL/, meaning(null, "ATMWITHDRAWAL")],
  [/CashDeposit|CDPT/, meaning(null, "ATMDEPOSIT")],
  [/Charges|Fees|Commission|CHRG|FEES|COMM/, meaning(null, "FEE")],
  [/Interest|INTR/, meaning(null, "INTEREST")],
  [/Card|CCRD|MCRD|POSD|POSC/, meaning("card", "POSDEBIT", "in store")],
  [/DirectDebit|IDDT|RDDT|PMDD/, meaning("direct debit", "DIRECTDEBIT")],
  [/Cheque|ICHQ|RCHQ|CCHQ/, meaning("cheque", "CHECK")],
  [/Salary|Payroll|SALA|PAYR/, meaning("transfer", "DIRECTDEPOSIT")],
  [/CreditTransfer|ICDT|RCDT|IRCT|RRCT/, meaning("transfer", null)],
];

function toMeaning({ BankTransactionCode: code, MerchantDetails }: UkTransaction): Meaning {
  const text = `${code?.Code ?? ""}-${code?.SubCode ?? ""}`;
  const [, found] = MEANINGS.find(([pattern]) => pattern.test(text)) ?? [];
  return found ?? meaning(MerchantDetails ? "card" : null, null);
}
