import {
  currencyCodes,
  currencyFrom,
  type Day,
  dayIn,
  type Id,
  type Line,
  lineFrom,
  ownId,
  ownLine,
} from "../../domain/bank-values.ts";
import {
  type BankTransaction,
  NO_LOCATION,
  NO_PAYMENT_META,
} from "../../domain/connectors/bank-transaction.ts";
import { digest } from "../../domain/identifiers.ts";
import { eachInTurns } from "../../domain/jobs/in-turns.ts";
import { roundTo } from "../data-api/values.ts";
import type { KnownAccount } from "./session-state.ts";
import type { Row } from "./values.ts";

/** The states of rows that are not payments, or not yet. */
const IS_NO_PAYMENT = /^(SCHD|CNCL|RJCT|INFO)$/i;

/**
 * Whether a row only reserves its amount. A row in another state, or none, is booked once it has a
 * booking date.
 */
export const isPending = ({ status, booking_date }: Row): boolean => {
  const state = status?.toUpperCase() ?? "";
  if (state === "PDNG" || state === "HOLD") return true;
  return state !== "BOOK" && booking_date === null;
};

/** The day of a row: its booking, or while pending its purchase; null without one. */
export const dayOfRow = (row: Row): Day | null =>
  isPending(row)
    ? (row.transaction_date ?? row.value_date ?? row.booking_date)
    : (row.booking_date ?? row.value_date ?? row.transaction_date);

/** The amount, positive for outflows. Without a known side the sign decides. */
const toAmount = ({
  transaction_amount: { amount },
  credit_debit_indicator: side,
}: Row): number => {
  if (/^(CRDT|CREDIT|C)$/i.test(side ?? "")) return -Math.abs(amount);
  return /^(DBIT|DEBIT|D)$/i.test(side ?? "") ? Math.abs(amount) : -amount;
};

/** All fields of a row about its payment as one text, for comparing rows. */
const toContent = (row: Row): string =>
  JSON.stringify([
    isPending(row),
    dayOfRow(row),
    row.value_date,
    row.transaction_date,
    toAmount(row),
    row.transaction_amount.currency,
    row.creditor?.name ?? null,
    row.debtor?.name ?? null,
    row.remittance_information,
    row.reference_number,
    toCode(row),
  ]);

/**
 * Returns a function that tells whether a row repeats an earlier row of the response: equal
 * content, with an equal `transaction_id` or balance. Equal rows with neither in common are two
 * payments.
 */
const createRepeatCheck = (): ((row: Row, content: string) => boolean) => {
  const marks = new Set<string>();
  return (row, content) => {
    const balance = row.balance_after_transaction?.amount ?? null;
    const { transaction_id: id, entry_reference: reference } = row;
    const name = id === null ? (reference === null ? null : `reference ${reference}`) : `id ${id}`;
    const markOf = (mark: string) => JSON.stringify([content, mark]);
    const ofBalance = balance === null ? [] : [markOf(`balance ${balance}`)];
    // If both rows have balances, only the balances decide.
    const ofName = (kind: string) => (name === null ? [] : [markOf(`${kind} ${name}`)]);
    const sought = [...ofBalance, ...ofName(balance === null ? "any" : "without balance")];
    if (sought.some((mark) => marks.has(mark))) return true;
    const added = [...ofName("any"), ...(balance === null ? ofName("without balance") : ofBalance)];
    for (const mark of added) marks.add(mark);
    return false;
  };
};

/** Texts that banks write for a missing reference. */
const IS_NO_REFERENCE = /^(not ?provided|non ?ref|unknown|none|n\/?a|null|[-0 ]+)$/i;

/** References that several different payments share, so that they identify none. */
async function sharedReferences(rows: readonly Row[]): Promise<ReadonlySet<string>> {
  const payments = new Map<string, string>();
  const shared = new Set<string>();
  await eachInTurns(rows, (row) => {
    const { entry_reference: reference, transaction_amount, remittance_information } = row;
    if (reference === null) return;
    const payment = JSON.stringify([transaction_amount, remittance_information]);
    const name = `${isPending(row)} ${reference}`;
    if ((payments.get(name) ?? payment) !== payment) shared.add(reference);
    payments.set(name, payment);
  });
  return shared;
}

/** The maximum number of undated rows whose first day is kept. */
const MAX_UNDATED = 500;

/** The payments of a list, and the days on which undated payments were first listed. */
type Payments = { transactions: BankTransaction[]; undated: Record<string, Day> };

/**
 * Reads an account's payments from a response, a limited number per turn of the event loop. A row
 * without an id gets one from its content and its count among equal rows. An undated row gets the
 * day of its first listing.
 */
export const toBankTransactions = async (
  listed: readonly Row[],
  account: KnownAccount,
  today: Day,
): Promise<Payments> => {
  const shared = await sharedReferences(listed);
  const counts = new Map<string, number>();
  const isRepeat = createRepeatCheck();
  const transactions: BankTransaction[] = [];
  const undated: Record<string, Day> = {};
  await eachInTurns(listed, (each) => {
    const { entry_reference: reference } = each;
    const isNone = reference !== null && (shared.has(reference) || IS_NO_REFERENCE.test(reference));
    const row = isNone ? { ...each, entry_reference: null } : each;
    if (IS_NO_PAYMENT.test(row.status ?? "")) return;
    const text = digest(toContent(row));
    if (isRepeat(row, text)) return;
    const content = row.entry_reference ?? `~${text}`;
    const count = row.entry_reference === null ? (counts.get(content) ?? 0) : 0;
    counts.set(content, count + 1);
    const key = ownKey(account, content, count);
    const first = dayIn(account.undated[key] ?? "") ?? today;
    if (dayOfRow(row) === null && Object.keys(undated).length < MAX_UNDATED) undated[key] = first;
    transactions.push(toBankTransaction(row, account, key, { today, first }));
  });
  return { transactions, undated };
};

const ownKey = ({ key }: KnownAccount, content: string, count: number): Id =>
  ownId(
    `${key}/${content.length > 100 ? digest(content) : content}${count === 0 ? "" : `/${count}`}`,
  );

function toBankTransaction(
  row: Row,
  account: KnownAccount,
  key: Id,
  { today, first }: { today: Day; first: Day },
): BankTransaction {
  const amount = toAmount(row);
  const currency = currencyFrom(row.transaction_amount.currency ?? account.currency ?? "");
  const pending = isPending(row);
  const party = (amount >= 0 ? row.creditor?.name : row.debtor?.name) ?? null;
  const remittance = lineFrom(row.remittance_information.join(" "));
  const description = remittance ?? row.note ?? row.bank_transaction_code?.description ?? null;
  const { kind, transactionType, channel } = toMeaning(row);
  const original = row.exchange_rate?.instructed_amount;
  return {
    key,
    accountKey: ownId(account.key),
    pendingKey: null,
    account_owner: null,
    amount: roundTo(amount, currency),
    ...currencyCodes(currency),
    category_id: null,
    transaction_type: "unresolved",
    // The day of a pending payment may be its expected day.
    date: pending ? earliest(dayOfRow(row) ?? first, today) : (dayOfRow(row) ?? first),
    authorized_date: pending ? null : row.transaction_date,
    datetime: null,
    authorized_datetime: null,
    name: party ?? description ?? ownLine("Transaction"),
    merchant_name: kind === "card" ? party : null,
    original_description: description,
    location: NO_LOCATION,
    payment_meta: {
      ...NO_PAYMENT_META,
      payee: row.creditor?.name ?? null,
      payer: row.debtor?.name ?? null,
      reason: remittance,
      reference_number: row.reference_number,
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
      kind: kind === null ? null : ownLine(kind),
      balanceAfter: row.balance_after_transaction?.amount ?? null,
      cardDigits: cardDigitsIn(remittance),
      original:
        original?.amount != null && original.currency !== null
          ? {
              amount: Math.abs(original.amount) * Math.sign(amount || 1),
              currency: original.currency,
            }
          : null,
    },
  };
}

const earliest = (day: Day, today: Day): Day => (day < today ? day : today);

const toMerchantCode = ({ merchant_category_code: code }: Row): Line | null =>
  /^\d{4}$/.test(code ?? "") ? code : null;

/** The last digits of a masked card number in a text. */
const cardDigitsIn = (text: Line | null): Line | null =>
  lineFrom(/[xX*•]{4,}\s?(\d{4})\b/.exec(text ?? "")?.[1]);

/**
 * The family and kind codes of a row in upper case: `PMNT-CCRD-POSD` at one bank, `CCRD` and `POSD`
 * at another.
 */
const toCode = ({ bank_transaction_code: code }: Row): string =>
  `${code?.code ?? ""}-${code?.sub_code ?? ""}`.toUpperCase();

type Meaning = Pick<BankTransaction, never> & {
  /** The kind of payment. A card's authorization and presentment have the same kind. */
  kind: "card" | "transfer" | "direct debit" | "cheque" | null;
  /** The type from which the category follows. */
  transactionType: Line | null;
  channel: BankTransaction["payment_channel"];
};

/** The meanings of ISO 20022's codes, the narrowest first. */
const MEANINGS: readonly [RegExp, Meaning["kind"], string | null, Meaning["channel"]][] = [
  [/\b(CWDL|CDWL)\b/, null, "ATMWITHDRAWAL", "other"],
  [/\b(CDPT)\b/, null, "ATMDEPOSIT", "other"],
  [/\b(CHRG|FEES|COMM|COME)\b/, null, "FEE", "other"],
  [/\b(INTR|INTE)\b/, null, "INTEREST", "other"],
  [/\b(CCRD|MCRD|POSD|POSC|UPCT)\b/, "card", "POSDEBIT", "in store"],
  [/\b(IDDT|RDDT|DDBT|PMDD|ESDD)\b/, "direct debit", "DIRECTDEBIT", "other"],
  [/\b(ICHQ|RCHQ|CCHQ)\b/, "cheque", "CHECK", "other"],
  [/\b(SALA|PAYR)\b/, "transfer", "DIRECTDEPOSIT", "other"],
  [/\b(ICDT|RCDT|IRCT|RRCT|ESCT)\b/, "transfer", null, "other"],
];

function toMeaning(row: Row): Meaning {
  const code = toCode(row);
  const [, kind, type, channel] = MEANINGS.find(([pattern]) => pattern.test(code)) ?? [];
  return {
    kind: kind ?? (row.merchant_category_code !== null ? "card" : null),
    transactionType: type == null ? null : ownLine(type),
    channel: channel ?? "other",
  };
}
