import { z } from "zod";
import {
  currencyCodes,
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
import { lookup } from "../../../../domain/lookup.ts";
import { CurrencyCode, Identifier, Money, roundTo, ShownText, Timestamp } from "../../values.ts";
import { AUD, type CdrAccount } from "./account.ts";

const Time = Timestamp.nullish().catch(null);

/** A transaction of the Consumer Data Standards: negative amounts leave the account. */
export const CdrTransaction = z.object({
  transactionId: Identifier.nullish(),
  status: z.string().max(20),
  type: z.string().max(40).nullish().catch(null),
  description: ShownText.optional(),
  reference: ShownText.optional(),
  postingDateTime: Time,
  executionDateTime: Time,
  valueDateTime: Time,
  amount: Money,
  currency: CurrencyCode.nullish(),
  merchantName: ShownText.optional(),
  merchantCategoryCode: ShownText.optional(),
  billerName: ShownText.optional(),
});
export type CdrTransaction = z.infer<typeof CdrTransaction>;

const toTime = ({ postingDateTime, executionDateTime, valueDateTime }: CdrTransaction) =>
  postingDateTime ?? executionDateTime ?? valueDateTime;

/**
 * The transactions of an account, a limited number per turn of the event loop. A row without an id
 * is identified by its content, counted among equal rows. A pending row without a date is left out.
 */
export const toBankTransactions = async (
  rows: readonly CdrTransaction[],
  { accountId }: CdrAccount,
): Promise<BankTransaction[]> => {
  const counts = new Map<string, number>();
  const transactions: BankTransaction[] = [];
  await eachInTurns(rows, (row) => {
    const day = toTime(row)?.day;
    if (!day) return;
    const content = row.transactionId ?? `~${digest(JSON.stringify(row))}`;
    const count = row.transactionId ? 0 : (counts.get(content) ?? 0);
    counts.set(content, count + 1);
    const short = content.length > 100 ? digest(content) : content;
    const key = ownId(`${accountId}/${short}${count === 0 ? "" : `/${count}`}`);
    transactions.push(toBankTransaction(row, { accountId, key, day }));
  });
  return transactions;
};

type Meaning = { kind: string | null; transactionType: string | null };

/** The meanings of types. A payment with a merchant is a card payment. */
const MEANINGS = lookup<Meaning>({
  FEE: { kind: null, transactionType: "FEE" },
  INTEREST_CHARGED: { kind: null, transactionType: "INTEREST" },
  INTEREST_PAID: { kind: null, transactionType: "INTEREST" },
  DIRECT_DEBIT: { kind: "direct debit", transactionType: "DIRECTDEBIT" },
  TRANSFER_INCOMING: { kind: "transfer", transactionType: null },
  TRANSFER_OUTGOING: { kind: "transfer", transactionType: null },
});

function toBankTransaction(
  row: CdrTransaction,
  { accountId, key, day }: { accountId: Id; key: Id; day: BankTransaction["date"] },
): BankTransaction {
  const currency = row.currency ?? AUD;
  const merchant = row.merchantName ?? null;
  const description = row.description ?? null;
  const isCard = merchant !== null && row.type === "PAYMENT";
  const { kind, transactionType } = MEANINGS[row.type ?? ""] ?? {
    kind: isCard ? "card" : null,
    transactionType: isCard ? "POSDEBIT" : null,
  };
  return {
    key,
    accountKey: accountId,
    pendingKey: null,
    account_owner: null,
    amount: roundTo(-row.amount, currency),
    ...currencyCodes(currency),
    category_id: null,
    transaction_type: "unresolved",
    date: day,
    authorized_date: row.executionDateTime?.day ?? null,
    datetime: toTime(row)?.moment ?? null,
    authorized_datetime: row.executionDateTime?.moment ?? null,
    name: merchant ?? row.billerName ?? description ?? ownLine("Transaction"),
    merchant_name: merchant,
    original_description: description,
    location: NO_LOCATION,
    payment_meta: { ...NO_PAYMENT_META, reference_number: row.reference ?? null },
    payment_channel: isCard ? "in store" : "other",
    pending: /^pending$/i.test(row.status),
    transaction_code: null,
    codes: {
      merchantCode: toMerchantCode(row),
      transactionType: lineFrom(transactionType),
      checkNumber: null,
    },
    evidence: { kind: lineFrom(kind), balanceAfter: null, original: null },
  };
}

const toMerchantCode = ({ merchantCategoryCode }: CdrTransaction): Line | null =>
  /^\d{4}$/.test(merchantCategoryCode ?? "") ? lineFrom(merchantCategoryCode) : null;
