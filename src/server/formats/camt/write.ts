import { ibanFrom } from "../../domain/bank-values.ts";
import { amountIn } from "../decimal.ts";
import { escapeMarkup } from "../markup.ts";
import type {
  StatementBalance,
  StatementStream,
  WritableAccount,
  WritableTransaction,
} from "../statement.ts";
import { currencyLetters, writtenLine } from "../written-values.ts";

/** The schema's maximum lengths of elements. */
const MAX_REFERENCE = 35;
const MAX_ACCOUNT = 34;
const MAX_NAME = 140;
const MAX_REMITTANCE = 140;
const MAX_ADDITIONAL = 500;

/** Writes statements as camt.053.001.02, piece by piece. It has booked transactions only, as the message is meant. */
export async function* writeCamt(
  statements: readonly StatementStream[],
  { day }: { day: string },
): AsyncGenerator<string> {
  const id = `S${day.replaceAll("-", "")}`;
  yield `${HEADER}<BkToCstmrStmt><GrpHdr>${element("MsgId", id)}${element("CreDtTm", `${day}T00:00:00Z`)}</GrpHdr>\n`;
  for (const [at, statement] of statements.entries()) {
    const { account, balances, from, to, transactions } = statement;
    const currency = currencyLetters(account.currency) ?? "EUR";
    const period =
      from && to
        ? `<FrToDt>${element("FrDtTm", `${from}T00:00:00Z`)}${element("ToDtTm", `${to}T23:59:59Z`)}</FrToDt>`
        : "";
    yield `<Stmt>${element("Id", `${id}-${at + 1}`)}${element("CreDtTm", `${day}T00:00:00Z`)}${period}\n`;
    yield `${accountElement(account, currency)}\n${balanceElements(balances, currency, to ?? day)}`;
    for await (const row of transactions) if (!row.pending) yield entryElement(row, currency);
    yield "</Stmt>\n";
  }
  yield "</BkToCstmrStmt></Document>\n";
}

/** SEPA's word for a required value that the sender does not have. */
export const NOT_PROVIDED = "NOTPROVIDED";

const HEADER =
  '<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">';

const ACCOUNT_TYPES: Readonly<Record<string, string>> = {
  checking: "CACC",
  savings: "SVGS",
  "money market": "MOMA",
  "line of credit": "ODFT",
  cash: "CASH",
};

function accountElement(account: WritableAccount, currency: string): string {
  const { iban, id, type, name, bankId } = account;
  const number =
    iban === null || ibanFrom(iban) === null
      ? `<Othr>${element("Id", writtenLine(iban ?? id) || "0", MAX_ACCOUNT)}</Othr>`
      : element("IBAN", iban);
  const code = ACCOUNT_TYPES[type ?? ""];
  // ISO 20022 has no code for cards.
  const kind =
    type === "credit card"
      ? "<Tp><Prtry>CARD</Prtry></Tp>"
      : code
        ? `<Tp><Cd>${code}</Cd></Tp>`
        : "";
  // Some readers need the bank, which the schema does not.
  const other = `<Othr>${element("Id", writtenLine(bankId) || NOT_PROVIDED, MAX_REFERENCE)}</Othr>`;
  const bank = `<Svcr><FinInstnId>${other}</FinInstnId></Svcr>`;
  return `<Acct><Id>${number}</Id>${kind}${element("Ccy", currency)}${element("Nm", name, 70)}${bank}</Acct>`;
}

const CODES = { opening: "OPBD", closing: "CLBD", available: "CLAV" } as const;

/** Writes the balances. The closing balance is required; an unknown closing balance is zero. */
function balanceElements(
  balances: readonly StatementBalance[],
  currency: string,
  day: string,
): string {
  const closing = balances.find(({ kind }) => kind === "closing");
  const all = closing
    ? balances
    : [...balances, { kind: "closing" as const, amount: "0", date: day }];
  return all
    .map(
      ({ kind, amount, date }) =>
        `<Bal><Tp><CdOrPrtry><Cd>${CODES[kind]}</Cd></CdOrPrtry></Tp>${signed(currency, amount)}<Dt>${element("Dt", date ?? day)}</Dt></Bal>\n`,
    )
    .join("");
}

function entryElement(row: WritableTransaction, accountCurrency: string): string {
  const isOut = row.amount.startsWith("-");
  const party = isOut ? "Cdtr" : "Dbtr";
  const name = element("Nm", row.payee, MAX_NAME);
  const account = row.counterpartyAccount;
  const number =
    account &&
    (ibanFrom(account)
      ? element("IBAN", account)
      : `<Othr>${element("Id", account, MAX_ACCOUNT)}</Othr>`);
  const references = [
    element("EndToEndId", row.reference, MAX_REFERENCE),
    element("ChqNb", row.checkNumber, MAX_REFERENCE),
  ].join("");
  const remittance = splitChunks(row.description ?? "")
    .map((text) => `<Ustrd>${escapeMarkup(text)}</Ustrd>`)
    .join("");
  const details = [
    wrap("Refs", references),
    wrap("RltdPties", wrap(party, name) + wrap(`${party}Acct`, wrap("Id", number ?? ""))),
    wrap("RmtInf", remittance),
    row.madeDate ? `<RltdDts>${element("TxDtTm", `${row.madeDate}T00:00:00Z`)}</RltdDts>` : "",
  ].join("");
  return `<Ntry>${[
    signed(currencyLetters(row.currency) ?? accountCurrency, row.amount),
    "<Sts>BOOK</Sts>",
    `<BookgDt>${element("Dt", row.date)}</BookgDt>`,
    row.valueDate ? `<ValDt>${element("Dt", row.valueDate)}</ValDt>` : "",
    element("AcctSvcrRef", row.id, MAX_REFERENCE),
    "<BkTxCd></BkTxCd>",
    wrap("NtryDtls", wrap("TxDtls", details)),
    element("AddtlNtryInf", row.memo, MAX_ADDITIONAL),
  ].join("")}</Ntry>\n`;
}

const wrap = (name: string, inner: string): string =>
  inner === "" ? "" : `<${name}>${inner}</${name}>`;

const signed = (currency: string, amount: string): string =>
  `<Amt Ccy="${currency}">${amountIn(currency, amount.replace("-", ""))}</Amt><CdtDbtInd>${amount.startsWith("-") ? "DBIT" : "CRDT"}</CdtDbtInd>`;

/** The words of a text in pieces of at most 140 characters. */
function splitChunks(text: string): string[] {
  const chunks: string[] = [];
  let chunk = "";
  for (const word of writtenLine(text)
    .split(" ")
    .flatMap((long) => long.match(WORD) ?? [])) {
    if (chunk !== "" && chunk.length + 1 + word.length >= MAX_REMITTANCE) {
      chunks.push(chunk);
      chunk = word;
    } else chunk = chunk === "" ? word : `${chunk} ${word}`;
  }
  return chunk === "" ? chunks : [...chunks, chunk];
}

const WORD = /.{1,60}/gu;

function element(name: string, value: string | null, maxLength = MAX_NAME): string {
  const text = [...writtenLine(value)].slice(0, maxLength).join("").trim();
  return text === "" ? "" : `<${name}>${escapeMarkup(text)}</${name}>`;
}
