import { expect, test } from "vitest";
import { readStatements } from "./index.ts";
import { MAX_ACCOUNTS } from "./statement.ts";

const SECTIONS = 14_000;

const ofx = (count: number, idOf: (at: number) => string) =>
  `<OFX>${Array.from({ length: count }, (_, at) => `<STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>${idOf(at)}<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>POS<DTPOSTED>20260114<TRNAMT>-4.50<FITID>${at}<NAME>Moonbean</STMTTRN></BANKTRANLIST></STMTRS>`).join("")}</OFX>`;

const qif = (count: number, nameOf: (at: number) => string) =>
  Array.from(
    { length: count },
    (_, at) => `!Account\n${nameOf(at)}^\n!Type:Bank\nD01/14/2026\nT-4.50\nPMoonbean\n^\n`,
  ).join("");

const csv = (count: number, accountOf: (at: number) => string) =>
  `Date,Amount,Payee,Account,Currency\n${Array.from(
    { length: count },
    (_, at) => `2026-01-14,-4.50,Moonbean,${accountOf(at)},USD\n`,
  ).join("")}`;

const read = (text: string) =>
  readStatements(Buffer.from(text), {
    csv: {
      ...{ delimiter: ",", skippedRows: 1, dateOrder: "YMD", decimalMark: ".", isNegated: false },
      columns: { date: 0, amount: 1, payee: 2, account: 3, currency: 4 },
    },
  }).statements;

test.each<[string, (count: number, isOne: boolean) => string]>([
  ["OFX", (count, isOne) => ofx(count, (at) => (isOne ? "1234" : `12${at}`))],
  ["QIF", (count, isOne) => qif(count, (at) => (isOne ? "NHousehold\n" : `NHousehold ${at}\n`))],
  ["CSV", (count, isOne) => csv(count, (at) => (isOne ? "1234" : `12${at}`))],
])(
  "the sections of one account in %s are one statement, and too many accounts are refused",
  (_, write) => {
    const statements = read(write(SECTIONS, true));
    expect(statements.map(({ transactions }) => transactions.length)).toEqual([SECTIONS]);
    expect(read(write(MAX_ACCOUNTS, false))).toHaveLength(MAX_ACCOUNTS);
    expect(() => read(write(MAX_ACCOUNTS + 1, false))).toThrow(
      "the file has too many accounts; expected at most 100",
    );
  },
);

test("too many sections that name no account are refused", () => {
  expect(() => read(qif(SECTIONS, () => ""))).toThrow("the file has too many accounts");
  const opening = "!Type:Bank\nD01/14/2026\nT4.50\nPOpening Balance\nL[Household]\n^\n";
  expect(() => read(opening.repeat(SECTIONS))).toThrow("the file has too many accounts");
});
