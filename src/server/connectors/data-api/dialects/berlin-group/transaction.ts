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
import { digest } from "../../../../domain/identifiers.ts";
import { eachInTurns } from "../../../../domain/jobs/in-turns.ts";
import { CurrencyCode, Identifier, Money, roundTo, ShownText, Timestamp } from "../../values.ts";
import { type BerlinAccount, SignedAmount } from "./account.ts";

const Time = Timestamp.nullish().catch(null);
const Code = z.string().max(100).nullish().catch(null);
const RowId = Identifier.nullish().catch(null);

const Exchange = z.object({ instructedAmount: SignedAmount.nullish().catch(null) });

/** A structured remittance: a text in 1.3.9, an object with a reference in earlier versions. */
const Structured = z
  .union([z.string(), z.object({ reference: z.string() }).transform(({ reference }) => reference)])
  .transform((text) => lineFrom(text))
  .nullish()
  .catch(null);

/** A text, or several texts. */
const StructuredList = z.array(Structured).max(50).nullish().catch(null);

const Fields = z.object({
  transactionId: RowId,
  internalTransactionId: RowId,
  entryReference: RowId,
  endToEndId: ShownText.optional(),
  bookingDate: Time,
  valueDate: Time,
  transactionDate: Time,
  transactionAmount: z.object({ amount: Money, currency: CurrencyCode.nullish() }),
  currencyExchange: z
    .union([z.array(Exchange).max(20), Exchange.transform((one) => [one])])
    .nullish()
    .catch(null),
  creditorName: ShownText.optional(),
  debtorName: ShownText.optional(),
  remittanceInformationUnstructured: ShownText.optional(),
  remittanceInformationUnstructuredArray: z.array(ShownText).max(50).nullish().catch(null),
  remittanceInformationStructured: Structured,
  remittanceInformationStructuredArray: StructuredList,
  additionalInformation: ShownText.optional(),
  bankTransactionCode: Code,
  merchantCategoryCode: Code,
  balanceAfterTransaction: z.object({ balanceAmount: SignedAmount }).nullish().catch(null),
});

/** A booked or pending row, which has no state of its own. */
export type BerlinTransaction = z.infer<typeof Fields> & { pending: boolean };

const toDay = ({ bookingDate, valueDate, transactionDate }: z.infer<typeof Fields>): Day | null =>
  (bookingDate ?? valueDate ?? transactionDate)?.day ?? null;

/** A booked row with a date. */
export const BookedTransaction = Fields.refine((row) => toDay(row) !== null, {
  path: ["bookingDate"],
}).transform((row): BerlinTransaction => ({ ...row, pending: false }));

/** A pending row, of which nothing is promised. */
export const PendingTransaction = Fields.transform(
  (row): BerlinTransaction => ({ ...row, pending: true }),
);

/**
 * The transactions of an account, a limited number per turn of the event loop. A row's id
 * identifies it, unless several payments share the id. A row without an id is identified by its
 * content, counted among equal rows. A pending row without a date is left out.
 */
export const toBankTransactions = async (
  rows: readonly BerlinTransaction[],
  account: BerlinAccount,
): Promise<BankTransaction[]> => {
  const prefix = prefixOf(account);
  const contents = new Map<string, Set<string>>();
  await eachInTurns(rows, (row) => {
    const of = contents.get(sharedIdOf(row)) ?? new Set();
    contents.set(sharedIdOf(row), of.add(toContent(row)));
  });
  const counts = new Map<string, number>();
  const transactions: BankTransaction[] = [];
  await eachInTurns(rows, (row) => {
    const day = toDay(row);
    if (day === null) return;
    const id = toId(row);
    const isOwn = id !== null && contents.get(sharedIdOf(row))?.size === 1;
    const text = isOwn ? id : `${id ?? ""}~${toContent(row)}`;
    const count = id === null ? (counts.get(text) ?? 0) : 0;
    counts.set(text, count + 1);
    const short = text.length > 100 ? digest(text) : text;
    const key = ownId(`${prefix}/${short}${count === 0 ? "" : `/${count}`}`);
    transactions.push(toBankTransaction(row, account, { key, day }));
  });
  return transactions;
};

/** An account's name in keys, from its number, since a new consent may change its resource id. */
const prefixOf = ({ iban, currency, resourceId }: BerlinAccount): string =>
  iban ? digest(`${iban.replace(/\s/g, "")} ${currency ?? ""}`).slice(0, 16) : resourceId;

const toId = (row: BerlinTransaction): Id | null =>
  row.transactionId ?? row.internalTransactionId ?? row.entryReference ?? null;

/** A pending row may have the id of its later booked row. */
const sharedIdOf = (row: BerlinTransaction): string => `${row.pending} ${toId(row) ?? ""}`;

const toContent = (row: BerlinTransaction): string => digest(JSON.stringify(row));

function toBankTransaction(
  row: BerlinTransaction,
  account: BerlinAccount,
  { key, day }: { key: Id; day: Day },
): BankTransaction {
  const { transactionAmount, creditorName = null, debtorName = null } = row;
  const currency = transactionAmount.currency ?? account.currency;
  const isCredit = transactionAmount.amount > 0;
  const other = isCredit ? debtorName : creditorName;
  const description = toDescription(row);
  const { kind, transactionType, channel } = toMeaning(row);
  const merchant = kind === "card" && !isCredit ? creditorName : null;
  const original = row.currencyExchange?.[0]?.instructedAmount;
  return {
    key,
    accountKey: account.resourceId,
    pendingKey: null,
    account_owner: null,
    amount: roundTo(-transactionAmount.amount, currency),
    ...currencyCodes(currency),
    category_id: null,
    transaction_type: "unresolved",
    date: day,
    authorized_date: (row.transactionDate ?? row.valueDate)?.day ?? null,
    datetime: null,
    authorized_datetime: null,
    name: other ?? description ?? ownLine("Transaction"),
    merchant_name: merchant,
    original_description: description,
    location: NO_LOCATION,
    payment_meta: {
      ...NO_PAYMENT_META,
      payee: creditorName,
      payer: debtorName,
      reference_number: row.endToEndId ?? row.remittanceInformationStructured ?? null,
    },
    payment_channel: channel,
    pending: row.pending,
    transaction_code: null,
    codes: { merchantCode: toMerchantCode(row), transactionType, checkNumber: null },
    evidence: {
      kind,
      balanceAfter: row.balanceAfterTransaction?.balanceAmount.amount ?? null,
      original:
        original?.currency == null
          ? null
          : {
              amount: (isCredit ? -1 : 1) * Math.abs(original.amount),
              currency: original.currency,
            },
    },
  };
}

/** The text of a row: the payer's, or the bank's own. */
const toDescription = (row: BerlinTransaction): Line | null =>
  row.remittanceInformationUnstructured ??
  lineFrom((row.remittanceInformationUnstructuredArray ?? []).filter(Boolean).join(" "), 500) ??
  row.remittanceInformationStructured ??
  lineFrom((row.remittanceInformationStructuredArray ?? []).filter(Boolean).join(" "), 500) ??
  row.additionalInformation ??
  null;

const toMerchantCode = ({ merchantCategoryCode }: BerlinTransaction): Line | null =>
  /^\d{4}$/.test(merchantCategoryCode ?? "") ? lineFrom(merchantCategoryCode) : null;

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
): Meaning => ({ kind: lineFrom(kind), transactionType: lineFrom(transactionType), channel });

/** The meanings of ISO 20022's codes of transactions, such as PMNT-ICDT-ESCT. */
const MEANINGS: readonly (readonly [RegExp, Meaning])[] = [
  [/\b(CWDL)\b/, meaning(null, "ATMWITHDRAWAL")],
  [/\b(CDPT)\b/, meaning(null, "ATMDEPOSIT")],
  [/\b(CHRG|FEES|COMM)\b/, meaning(null, "FEE")],
  [/\b(INTR)\b/, meaning(null, "INTEREST")],
  [/\b(CCRD|MCRD|POSD|POSC|POSP)\b/, meaning("card", "POSDEBIT", "in store")],
  [/\b(IDDT|RDDT|PMDD|ESDD)\b/, meaning("direct debit", "DIRECTDEBIT")],
  [/\b(ICHQ|RCHQ|CCHQ)\b/, meaning("cheque", "CHECK")],
  [/\b(SALA|PAYR)\b/, meaning("transfer", "DIRECTDEPOSIT")],
  [/\b(ICDT|RCDT|IRCT|RRCT)\b/, meaning("transfer", null)],
];

const toMeaning = ({ bankTransactionCode }: BerlinTransaction): Meaning => {
  const text = (bankTransactionCode ?? "").toUpperCase();
  return MEANINGS.find(([pattern]) => pattern.test(text))?.[1] ?? meaning(null, null);
};
