import { digest } from "../../domain/identifiers.ts";
import { amountIn } from "../decimal.ts";
import { escapeMarkup } from "../markup.ts";
import type { WritableTransaction } from "../statement.ts";
import { currencyLetters, writtenLine } from "../written-values.ts";

/** The maximum lengths of the elements in the OFX specification. */
const MAX_ACCOUNT = 22;
const MAX_NAME = 32;
const MAX_MEMO = 255;
const MAX_CHECK_NUMBER = 12;
const MAX_REFERENCE = 32;

/** Writes an element, cut to its maximum length. Writes nothing for null or blank text. */
export function element(name: string, value: string | null | undefined, maxLength = 255): string {
  const text = [...writtenLine(value ?? "")].slice(0, maxLength).join("").trim();
  return text === "" ? "" : `<${name}>${escapeMarkup(text)}</${name}>`;
}

/** Noon in UTC, which is the same day in most time zones. */
export const formatStamp = (day: string): string => `${day.replaceAll("-", "")}120000`;

/**
 * Returns the OFX id of an account, in files and over the OFX server. A digest replaces an id that
 * is too long for OFX.
 */
export const ofxAccountId = (id: string): string =>
  id.length <= MAX_ACCOUNT ? id : digest(id).replaceAll(/[-_]/g, "").slice(0, MAX_ACCOUNT);

/**
 * Writes the currency of an amount if it differs from the account's, with the exchange rate in the
 * account's units.
 */
export const currencyElement = (
  own: string | null,
  ofAccount: string | null,
  rate = "1",
): string =>
  own === null || own === ofAccount
    ? ""
    : `<CURRENCY>${element("CURRATE", rate)}${element("CURSYM", currencyLetters(own))}</CURRENCY>`;

/** The OFX transaction types. The sign of the amount decides any other type. */
const TRANSACTION_TYPES = new Set(
  "CREDIT DEBIT INT DIV FEE SRVCHG DEP ATM POS XFER CHECK PAYMENT CASH DIRECTDEP DIRECTDEBIT REPEATPMT OTHER".split(
    " ",
  ),
);

/**
 * Writes a cash transaction. A long description is cut in NAME, and complete in MEMO if MEMO is
 * free.
 */
export function transactionElement(
  transaction: WritableTransaction,
  currency: string | null,
  row: number,
): string {
  const { amount, code, date } = transaction;
  const ofSign = amount.startsWith("-") ? "DEBIT" : "CREDIT";
  // A debit without a minus is read as money out by some programs.
  const type = TRANSACTION_TYPES.has(code ?? "") && code !== "DEBIT" ? code : ofSign;
  const title = transaction.description ?? transaction.payee;
  const memo = transaction.memo ?? (title !== null && isCut(title) ? title : null);
  const fields = [
    element("TRNTYPE", type),
    element("DTPOSTED", formatStamp(date)),
    element("DTUSER", transaction.madeDate && formatStamp(transaction.madeDate)),
    element("DTAVAIL", transaction.valueDate && formatStamp(transaction.valueDate)),
    element("TRNAMT", amountIn(transaction.currency ?? currency, amount)),
    element("FITID", writtenLine(transaction.id) || `${date}-${row}`),
    element("CHECKNUM", transaction.checkNumber, MAX_CHECK_NUMBER),
    element("REFNUM", transaction.reference, MAX_REFERENCE),
    element("NAME", title, MAX_NAME),
    element("MEMO", memo, MAX_MEMO),
    currencyElement(transaction.currency, currency),
  ];
  return `<STMTTRN>${fields.join("")}</STMTTRN>\n`;
}

const isCut = (title: string): boolean => [...title].length > MAX_NAME;
