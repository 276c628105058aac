import { expect, test } from "vitest";
import { readStatements } from "./index.ts";

const ofx = (row: string) =>
  `OFXHEADER:100\n\n<OFX><STMTRS><STMTTRN>${row}</STMTTRN></STMTRS></OFX>`;
const camt = (entry: string) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><Stmt>\n<Ntry>${entry}</Ntry></Stmt></Document>`;
const csv = (...rows: string[]) =>
  ["Date,Text,Amount", "2026-09-14,Cafe,-1.00", ...rows].join("\n");

/** Refused files, and the end of each error message: the line, the field and the right form. */
const REFUSALS: [file: string, text: string, sentence: string][] = [
  [
    "OFX without a day",
    ofx("<TRNAMT>1"),
    "line 3: a field is missing (DTPOSTED); expected YYYYMMDD",
  ],
  [
    "OFX with a month 13",
    ofx("<DTPOSTED>20261301<TRNAMT>1"),
    '(DTPOSTED "20261301"); expected YYYYMMDD',
  ],
  [
    "camt without an amount",
    camt("<BookgDt><Dt>2026-09-14</Dt></BookgDt>"),
    "line 2: a field is missing (Amt); expected 1234.56",
  ],
  [
    "camt without a day",
    camt("<Amt Ccy='EUR'>1</Amt><CdtDbtInd>DBIT</CdtDbtInd>"),
    "line 2: a field is missing (BookgDt); expected 2026-12-31",
  ],
  [
    "QIF without a day",
    "!Type:Bank\nT1\n^\n",
    "line 2: a field is missing (D); expected 12/31/2026",
  ],
  [
    "a table in HTML",
    "<html><body><table><tr><td>Date</td></tr></table></body></html>",
    "a spreadsheet to be saved as CSV",
  ],
  [
    "a spreadsheet in XML",
    '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook></Workbook>',
    "a spreadsheet to be saved as CSV",
  ],
  ["QIF without an amount", "!Type:Bank\nD01/15/2026\n^\n", "(T); expected -1,234.56"],
  [
    "a table with a row without a day",
    csv(",Cafe,-2.00", "2026-09-15,Cafe,3.00"),
    "line 3: a field is missing (date); expected 2026-12-31",
  ],
  [
    "a table with rows without an amount",
    csv("2026-09-15,Cafe,", "2026-09-15,Rent,"),
    "line 3: a field is missing (amount); expected 1234.56",
  ],
  [
    "a text",
    "Dear customer\n",
    "expected rows with a date and an amount, as 2026-12-31 and 1234.56",
  ],
];

test.each(REFUSALS)("%s is refused with the right form", (_, text, sentence) => {
  expect(() => readStatements(Buffer.from(text))).toThrow(sentence);
});
