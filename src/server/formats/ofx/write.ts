import { digest } from "../../domain/identifiers.ts";
import { amountIn } from "../decimal.ts";
import { escapeMarkup } from "../markup.ts";
import type {
  StatementBalance,
  StatementStream,
  WritableAccount,
  WritableTransaction,
  WriteOptions,
} from "../statement.ts";
import { currencyLetters, writtenLine } from "../written-values.ts";

/** The longest texts of the elements, as the OFX specification has them. */
const MAX_NAME = 32;
const MAX_MEMO = 255;
const MAX_BANK = 9;
const MAX_ACCOUNT = 22;
const MAX_CHECK_NUMBER = 12;
const MAX_REFERENCE = 32;

/**
 * Writes statements in OFX 2.0.3, piece by piece. Pending transactions are left out: OFX 2.0 cannot tell them
 * from booked ones. A description longer than a NAME is cut there, and whole in the MEMO if that is free.
 */
export async function* writeOfx(
  statements: readonly StatementStream[],
  options: WriteOptions,
): AsyncGenerator<string> {
  const cards = statements.filter(isCard);
  yield HEADER;
  yield `<OFX><SIGNONMSGSRSV1><SONRS>${OK}${element("DTSERVER", stampOf(options.day))}<LANGUAGE>ENG</LANGUAGE></SONRS></SIGNONMSGSRSV1>\n`;
  yield* messageSet(
    "BANKMSGSRSV1",
    statements.filter((statement) => !isCard(statement)),
    options,
  );
  yield* messageSet("CREDITCARDMSGSRSV1", cards, options);
  yield "</OFX>\n";
}

const HEADER =
  '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n' +
  '<?OFX OFXHEADER="200" VERSION="203" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n';
const OK = "<STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>";

const isCard = ({ account }: StatementStream): boolean => account.type === "credit card";

async function* messageSet(
  name: string,
  statements: readonly StatementStream[],
  options: WriteOptions,
): AsyncGenerator<string> {
  if (statements.length === 0) return;
  yield `<${name}>\n`;
  for (const [at, statement] of statements.entries()) {
    const prefix = isCard(statement) ? "CC" : "";
    yield `<${prefix}STMTTRNRS>${element("TRNUID", `${at + 1}`)}${OK}\n`;
    yield* ofxStatement(statement, options);
    yield `</${prefix}STMTTRNRS>\n`;
  }
  yield `</${name}>\n`;
}

/** Writes the statement of an account: the elements that are the same in OFX 1 and 2. */
export async function* ofxStatement(
  { account, balances, from, to, transactions }: StatementStream,
  { day }: WriteOptions,
): AsyncGenerator<string> {
  const name = account.type === "credit card" ? "CCSTMTRS" : "STMTRS";
  yield `<${name}>${element("CURDEF", currencyLetters(account.currency) ?? "USD")}${accountElement(account)}\n`;
  yield `<BANKTRANLIST>${element("DTSTART", stampOf(from ?? day))}${element("DTEND", stampOf(to ?? day))}\n`;
  let row = 0;
  for await (const transaction of transactions) {
    row += 1;
    if (!transaction.pending) yield transactionElement(transaction, account.currency, row);
  }
  yield "</BANKTRANLIST>\n";
  yield balanceElement("LEDGERBAL", "closing", balances, account.currency, day);
  yield balanceElement("AVAILBAL", "available", balances, account.currency, day);
  yield `</${name}>\n`;
}

const ACCOUNT_TYPES: Readonly<Record<string, string>> = {
  savings: "SAVINGS",
  "money market": "MONEYMRKT",
  "line of credit": "CREDITLINE",
};

/** The id of an account in OFX, by door and by file: a longer one than the format takes is a digest, which is as stable. */
export const ofxAccountId = (id: string): string =>
  id.length <= MAX_ACCOUNT ? id : digest(id).replaceAll(/[-_]/g, "").slice(0, MAX_ACCOUNT);

function accountElement({ type, bankId, iban, id }: WritableAccount): string {
  const number = element("ACCTID", ofxAccountId(writtenLine(id ?? iban) || "0"));
  if (type === "credit card") return `<CCACCTFROM>${number}</CCACCTFROM>`;
  const kind = element("ACCTTYPE", ACCOUNT_TYPES[type ?? ""] ?? "CHECKING");
  return `<BANKACCTFROM>${element("BANKID", writtenLine(bankId) || "0", MAX_BANK)}${number}${kind}</BANKACCTFROM>`;
}

/** The kinds of a transaction that OFX knows; any other is told by the sign of its amount. */
const TRANSACTION_TYPES = new Set(
  "CREDIT DEBIT INT DIV FEE SRVCHG DEP ATM POS XFER CHECK PAYMENT CASH DIRECTDEP DIRECTDEBIT REPEATPMT OTHER".split(
    " ",
  ),
);

function transactionElement(
  transaction: WritableTransaction,
  currency: string | null,
  row: number,
): string {
  const { amount, code, date } = transaction;
  const type = TRANSACTION_TYPES.has(code ?? "")
    ? code
    : amount.startsWith("-")
      ? "DEBIT"
      : "CREDIT";
  const title = transaction.description ?? transaction.payee;
  const memo = transaction.memo ?? (title !== null && isCut(title) ? title : null);
  const fields = [
    element("TRNTYPE", type),
    element("DTPOSTED", stampOf(date)),
    element("DTUSER", transaction.madeDate && stampOf(transaction.madeDate)),
    element("DTAVAIL", transaction.valueDate && stampOf(transaction.valueDate)),
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

const currencyElement = (own: string | null, ofAccount: string | null): string =>
  own === null || own === ofAccount
    ? ""
    : `<CURRENCY><CURRATE>1</CURRATE>${element("CURSYM", currencyLetters(own))}</CURRENCY>`;

/** Writes the balance of a kind; OFX needs the ledger's, which is zero if there is none. */
function balanceElement(
  name: string,
  kind: StatementBalance["kind"],
  balances: readonly StatementBalance[],
  currency: string | null,
  day: string,
): string {
  const balance = balances.find((other) => other.kind === kind);
  if (!balance && kind !== "closing") return "";
  const amount = element("BALAMT", amountIn(currency, balance?.amount ?? "0"));
  return `<${name}>${amount}${element("DTASOF", stampOf(balance?.date ?? day))}</${name}>\n`;
}

/** Noon in UTC is the same day in most zones of the world, for readers that convert it to their own. */
const stampOf = (day: string): string => `${day.replaceAll("-", "")}120000`;

/** Writes an element, cut to its maximum length; none for null or blank text. */
function element(name: string, value: string | null | undefined, maxLength = 255): string {
  const text = [...writtenLine(value ?? "")].slice(0, maxLength).join("").trim();
  return text === "" ? "" : `<${name}>${escapeMarkup(text)}</${name}>`;
}
