import type { Transaction } from "../../../../protocol/transaction.ts";
import { toDay } from "../../calendar.ts";
import { eachInTurns, sortInTurns } from "../../jobs/in-turns.ts";
import { byText } from "../../order.ts";

/** The number of transactions whose words are read in one turn of the event loop. */
export const READ_AT_ONCE = 250;

/** Money that arrived on an account, as the search for income sees it. */
export type Inflow = {
  transaction: Transaction;
  id: string;
  accountId: string;
  /** The booking day, in days since 1970. */
  day: number;
  /** Positive. */
  cents: number;
  currency: string;
  /** All words of the transaction, in capitals. */
  text: string;
  payer: PayerName;
};

/** The currency of an amount as a key. */
export const toCurrency = ({
  iso_currency_code,
  unofficial_currency_code,
}: Pick<Transaction, "iso_currency_code" | "unofficial_currency_code">): string =>
  iso_currency_code ?? `unofficial ${unofficial_currency_code}`;

/** All words of a transaction, in capitals without accents. */
export const toText = (transaction: Transaction): string => {
  const { name, merchant_name, original_description, payment_meta } = transaction;
  const { payer, reason, by_order_of } = payment_meta;
  return capitals(
    [name, merchant_name, original_description, payer, reason, by_order_of]
      .filter(Boolean)
      .join(" | "),
  );
};

/** The payer of a payment. */
export type PayerName = {
  /** The key, equal for all payments of a payer; empty if the description names no payer. */
  key: string;
  name: string;
  isNormalized: boolean;
};

/** Words that name no payer: the kind of payment, its route, a company's legal form. */
const NOISE = new Set(
  `PAYROLL PAYROL PAY SALARY SALAIRE GEHALT LOHN NOMINA STIPENDIO WAGE WAGES BONUS COMMISSION PAYCHECK
  WEIHNACHTSGELD URLAUBSGELD TREDICESIMA QUATTORDICESIMA VAKANTIEGELD EINDEJAARSPREMIE TREIZIEME MOIS PAGA EXTRA
  DIRECT DIR DEP DEPOSIT DD ACH EFT CREDIT CR PPD CCD CTX WEB ID DES INDN REF TRACE CONF PMT PYMT PAYMENT
  PAYMENTS ELECTRONIC ELEC ONLINE MOBILE TRANSFER XFER TRSF INCOMING RECEIVED RCVD FROM BY TO BACS SEPA BGC
  FPI FASTER VIREMENT INST INSTANT PAYOUT PAYOUTS EARNINGS WEEKLY MONTHLY BIWEEKLY
  INC LLC LTD CORP CO PLC GMBH LIMITED CORPORATION INCORPORATED
  JAN FEB MAR APR MAY JUN JUL AUG SEP SEPT OCT NOV DEC`.split(/\s+/),
);

/** Words after which a description is about the payment or payee, not the payer. */
const TAIL =
  /\b(DES|INDN|CO ID|PPD ID|CCD ID|WEB ID|TRACE|REF(ERENCE)?|TRN|CONF(IRMATION)?)\s*[:#].*$/;

/** The name of a payer; `ownNames` has the words of each owner's name. */
export const payerName = (
  { name, merchant_name, original_description, payment_meta }: Transaction,
  ownNames: readonly (readonly string[])[],
): PayerName => {
  const payer = payment_meta.payer ?? merchant_name;
  const source = [payer, name, original_description].find((text) => text?.trim()) ?? "";
  const words = splitWords(capitals(source).replace(TAIL, "")).filter((word) => !isReference(word));
  const foreign = withoutNames(words, ownNames).filter((word) => !NOISE.has(word));
  const key = foreign.join(" ");
  if (payer?.trim() || key === "") return { key, name: source.trim(), isNormalized: false };
  return { key, name: foreign.map(inTitleCase).join(" "), isNormalized: true };
};

/** Reads the payer of a transaction. */
export type PayerReader = (transaction: Transaction) => Inflow["payer"];

/** Reads the payers of transactions; repeated descriptions are read once. */
export const payerReader = (ownNames: readonly (readonly string[])[]): PayerReader => {
  const payers = new Map<string, Inflow["payer"]>();
  return (transaction) => {
    const { name, merchant_name, original_description, payment_meta } = transaction;
    const source = [payment_meta.payer, merchant_name, name, original_description].join("\n");
    const payer = payers.get(source) ?? payerName(transaction, ownNames);
    payers.set(source, payer);
    return payer;
  };
};

/** Money that arrived, with its payer. */
export const toInflow = (transaction: Transaction, payerOf: PayerReader): Inflow => {
  return {
    transaction,
    id: transaction.transaction_id,
    accountId: transaction.account_id,
    day: toDay(transaction.date),
    cents: -Math.round(transaction.amount * 100),
    currency: toCurrency(transaction),
    text: toText(transaction),
    payer: payerOf(transaction),
  };
};

/** The words of a text in capitals. */
export const splitWords = (text: string): string[] =>
  capitals(text)
    .split(/[^\p{L}\p{N}&'.]+/u)
    .map((word) => word.replace(/^[.']+|[.']+$/g, ""))
    .filter((word) => /[\p{L}\p{N}]/u.test(word));

/** Returns the words without those of a person's name, if at least two words of the name occur. */
export const withoutNames = (
  words: readonly string[],
  names: readonly (readonly string[])[],
): string[] => {
  const present = names.filter(
    (name) =>
      name.length > 0 &&
      name.filter((word) => words.includes(word)).length >= Math.min(2, name.length),
  );
  return words.filter((word) => !present.some((name) => name.includes(word)));
};

/** The minimum length of a key that may be a truncated longer key. */
const MIN_CUT_LENGTH = 10;

/**
 * Merges keys that truncate one another, as institutions cut long descriptions; returns the
 * shortest key of each.
 */
export const mergeByPrefix = async (
  keys: ReadonlySet<string>,
): Promise<(key: string) => string> => {
  const shortest = new Map<string, string>();
  let prefix = "";
  await eachInTurns(await sortInTurns([...keys], byText), (key) => {
    const isCut =
      prefix.length >= MIN_CUT_LENGTH && key.startsWith(prefix) && key[prefix.length] !== " ";
    if (!isCut) prefix = key;
    shortest.set(key, prefix);
  });
  return (key) => shortest.get(key) ?? key;
};

/** Numbers and codes, which differ from payment to payment. */
function isReference(word: string): boolean {
  return /^\d+$/.test(word) || /\d{3}/.test(word) || /^[X*]{2,}/.test(word);
}

function inTitleCase(word: string): string {
  return word.length <= 3 && !/[AEIOUY]/.test(word)
    ? word
    : word.charAt(0) + word.slice(1).toLowerCase();
}

/** A text in capitals, without accents. */
export const capitals = (text: string): string =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toUpperCase();
