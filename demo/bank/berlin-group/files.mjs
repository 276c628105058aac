import { createHash } from "node:crypto";

/** @typedef {{ transactionId: string, bookingDate?: string, valueDate: string, creditorName?: string, debtorName?: string,
 *   transactionAmount: { amount: string, currency: string }, remittanceInformationUnstructured: string }} Row */
/** @typedef {{ booked?: Row[], pending?: Row[] }} Lists */

/**
 * A file with the transactions of an account.
 * @param {"json" | "camt" | "mt940"} format
 * @param {string} accountId
 * @param {{ transactions: Lists }} body
 */
export const toFile = (format, accountId, body) => {
  if (format === "json") return { status: 200, body };
  const text =
    format === "camt"
      ? toCamt(accountId, body.transactions)
      : toMt940(accountId, body.transactions);
  const type = format === "camt" ? "application/xml" : "text/plain";
  return {
    status: 200,
    body: Buffer.from(text),
    headers: { "content-type": `${type}; charset=utf-8` },
  };
};

/**
 * @param {string} accountId
 * @param {Lists} lists
 */
const toCamt = (accountId, { booked = [], pending = [] }) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr>
<Stmt><Id>1</Id><Acct><Id><Othr><Id>${accountId}</Id></Othr></Id><Ccy>EUR</Ccy></Acct>
${[...booked, ...pending].map(toEntry).join("\n")}
</Stmt></BkToCstmrStmt></Document>`;

/** @param {Row} row */
const toEntry = (row) => {
  const { amount, currency } = row.transactionAmount;
  const isDebit = amount.startsWith("-");
  const party = row.creditorName ?? row.debtorName;
  const role = isDebit ? "Cdtr" : "Dbtr";
  return [
    `<Ntry><Amt Ccy="${currency}">${amount.replace("-", "")}</Amt>`,
    `<CdtDbtInd>${isDebit ? "DBIT" : "CRDT"}</CdtDbtInd>`,
    `<Sts><Cd>${row.bookingDate === undefined ? "PDNG" : "BOOK"}</Cd></Sts>`,
    row.bookingDate === undefined ? "" : `<BookgDt><Dt>${row.bookingDate}</Dt></BookgDt>`,
    `<ValDt><Dt>${row.valueDate}</Dt></ValDt><AcctSvcrRef>${row.transactionId}</AcctSvcrRef>`,
    "<NtryDtls><TxDtls>",
    party === undefined
      ? ""
      : `<RltdPties><${role}><Pty><Nm>${escapeXml(party)}</Nm></Pty></${role}></RltdPties>`,
    `<RmtInf><Ustrd>${escapeXml(row.remittanceInformationUnstructured)}</Ustrd></RmtInf>`,
    "</TxDtls></NtryDtls></Ntry>",
  ].join("");
};

/**
 * Booked rows alone: the format has no others.
 * @param {string} accountId
 * @param {Lists} lists
 */
const toMt940 = (accountId, { booked = [] }) =>
  [
    ":20:STATEMENT",
    `:25:${accountId}`,
    ":28C:1/1",
    `:60F:C${toShortDay(booked.at(-1)?.bookingDate)}EUR0,00`,
    ...booked.flatMap((row) => {
      const { amount } = row.transactionAmount;
      const mark = amount.startsWith("-") ? "D" : "C";
      const value = amount.replace("-", "").replace(".", ",");
      const day = `${toShortDay(row.valueDate)}${toShortDay(row.bookingDate).slice(2)}`;
      const reference = createHash("sha256").update(row.transactionId).digest("hex").slice(0, 16);
      return [
        `:61:${day}${mark}${value}NTRFNONREF//${reference}`,
        `:86:${row.remittanceInformationUnstructured.slice(0, 65)}`,
      ];
    }),
    `:62F:C${toShortDay(booked[0]?.bookingDate)}EUR0,00`,
    "-",
  ].join("\r\n");

const toShortDay = (day = "2026-01-01") => day.slice(2).replaceAll("-", "");

/** @param {string} text */
const escapeXml = (text) => text.replace(/[<>&]/g, (character) => `&#${character.codePointAt(0)};`);
