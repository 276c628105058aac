import { amountIn } from "../decimal.ts";
import type {
  StatementBalance,
  StatementStream,
  WritableAccount,
  WriteOptions,
} from "../statement.ts";
import { currencyLetters, writtenLine } from "../written-values.ts";
import { element, formatStamp, ofxAccountId, transactionElement } from "./elements.ts";
import { investmentStatement, securityList } from "./write-investments.ts";

/** The longest number of a bank. */
const MAX_BANK = 9;

/**
 * Writes statements in OFX 2.0.3, piece by piece. Pending transactions are left out, since OFX 2.0
 * cannot distinguish them from booked transactions. A long description is cut in NAME, and complete
 * in MEMO if MEMO is free.
 */
export async function* writeOfx(
  statements: readonly StatementStream[],
  options: WriteOptions,
): AsyncGenerator<string> {
  const invested = statements.filter(hasInvestments);
  const banked = statements.filter((statement) => !hasInvestments(statement));
  yield HEADER;
  yield `<OFX><SIGNONMSGSRSV1><SONRS>${OK}${element("DTSERVER", formatStamp(options.day))}<LANGUAGE>ENG</LANGUAGE></SONRS></SIGNONMSGSRSV1>\n`;
  yield* messageSet(
    "BANKMSGSRSV1",
    banked.filter((statement) => !isCard(statement)),
    options,
  );
  yield* messageSet("CREDITCARDMSGSRSV1", banked.filter(isCard), options);
  yield* messageSet("INVSTMTMSGSRSV1", invested, options);
  yield* securityList(invested);
  yield "</OFX>\n";
}

const HEADER =
  '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n' +
  '<?OFX OFXHEADER="200" VERSION="203" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n';
const OK = "<STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>";

const hasInvestments = ({ portfolio }: StatementStream): boolean => portfolio !== undefined;

const isCard = ({ account }: StatementStream): boolean => account.type === "credit card";

async function* messageSet(
  name: string,
  statements: readonly StatementStream[],
  options: WriteOptions,
): AsyncGenerator<string> {
  if (statements.length === 0) return;
  yield `<${name}>\n`;
  for (const [at, statement] of statements.entries()) {
    const prefix = hasInvestments(statement) ? "INV" : isCard(statement) ? "CC" : "";
    yield `<${prefix}STMTTRNRS>${element("TRNUID", `${at + 1}`)}${OK}\n`;
    yield* hasInvestments(statement)
      ? investmentStatement(statement, options)
      : ofxStatement(statement, options);
    yield `</${prefix}STMTTRNRS>\n`;
  }
  yield `</${name}>\n`;
}

/** Writes the statement of an account: the elements that OFX 1 and 2 share. */
export async function* ofxStatement(
  { account, balances, from, to, transactions }: StatementStream,
  { day }: WriteOptions,
): AsyncGenerator<string> {
  const name = account.type === "credit card" ? "CCSTMTRS" : "STMTRS";
  yield `<${name}>${element("CURDEF", currencyLetters(account.currency) ?? "USD")}${accountElement(account)}\n`;
  yield `<BANKTRANLIST>${element("DTSTART", formatStamp(from ?? day))}${element("DTEND", formatStamp(to ?? day))}\n`;
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

function accountElement({ type, bankId, iban, id }: WritableAccount): string {
  const number = element("ACCTID", ofxAccountId(writtenLine(id ?? iban) || "0"));
  if (type === "credit card") return `<CCACCTFROM>${number}</CCACCTFROM>`;
  const kind = element("ACCTTYPE", ACCOUNT_TYPES[type ?? ""] ?? "CHECKING");
  return `<BANKACCTFROM>${element("BANKID", writtenLine(bankId) || "0", MAX_BANK)}${number}${kind}</BANKACCTFROM>`;
}

/**
 * Writes the balance of a kind. OFX requires a ledger balance, so an unknown ledger balance is
 * zero.
 */
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
  return `<${name}>${amount}${element("DTASOF", formatStamp(balance?.date ?? day))}</${name}>\n`;
}
