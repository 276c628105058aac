import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../testing/property-samples.ts";
import { readStatements } from "../index.ts";
import {
  joined,
  type Raw,
  severalStatements,
  statement,
  transaction,
  withoutLines,
} from "../statement.fixture.ts";
import type { Statement, StatementTransaction } from "../statement.ts";
import { WRITERS } from "../writers.ts";

const DAY = "2026-02-01";

const SGML = `OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20260201<LANGUAGE>FRA</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS>
<STMTRS><CURDEF>EUR
<BANKACCTFROM><BANKID>30002<BRANCHID>00550<ACCTID>0000157841Z<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260101<DTEND>20260131000000[-5:EST]
<STMTTRN>
<TRNTYPE>POS
<DTPOSTED>20260115120000.000[+1:CET]
<TRNAMT>-1.234,50
<FITID>A1
<NAME>Café & Bar
<MEMO>
</STMTTRN>
<STMTTRN><TRNTYPE>CHECK<DTPOSTED>20260116<DTUSER>20260114<TRNAMT>+20<FITID>A2<CHECKNUM>0042<NAME>AT&amp;T<MEMO>Rebate</STMTTRN>
</BANKTRANLIST>
<LEDGERBAL><BALAMT>-12.30<DTASOF>20260131</LEDGERBAL>
<AVAILBAL><BALAMT>87.70<DTASOF>20260131</AVAILBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

/** The bytes of a text in windows-1252. */
const latin = (text: string) => Buffer.from(text, "latin1");

test("OFX 1 is read without end tags, in the encoding of its header", () => {
  const { formats, statements } = readStatements(latin(SGML));
  expect(formats).toEqual(["ofx"]);
  expect(statements).toEqual([
    {
      account: {
        id: "0000157841Z",
        iban: null,
        bankId: "30002",
        name: null,
        type: "checking",
        currency: "EUR",
      },
      from: "2026-01-01",
      to: "2026-01-31",
      balances: [
        { kind: "closing", amount: "-12.3", date: "2026-01-31" },
        { kind: "available", amount: "87.7", date: "2026-01-31" },
      ],
      transactions: [
        transaction({
          amount: "-1234.5",
          id: "A1",
          code: "POS",
          description: "Café & Bar",
          line: 16,
        }),
        transaction({
          date: "2026-01-16",
          madeDate: "2026-01-14",
          amount: "20",
          id: "A2",
          checkNumber: "0042",
          code: "CHECK",
          description: "AT&T",
          memo: "Rebate",
          line: 24,
        }),
      ],
    },
  ]);
});

test("a file in UTF-8 whose header says windows-1252 is read as UTF-8", () => {
  const [read] = readStatements(Buffer.from(SGML)).statements;
  expect(read?.transactions[0]?.description).toBe("Café & Bar");
});

test("a check number of zeros is none, and the account's own currency no other one", () => {
  const file = SGML.replace(
    "<CHECKNUM>0042",
    "<CHECKNUM>000<CURRENCY><CURRATE>1<CURSYM>EUR</CURRENCY>",
  );
  const [read] = readStatements(latin(file)).statements;
  expect(read?.transactions[1]).toMatchObject({
    checkNumber: null,
    currency: null,
    memo: "Rebate",
  });
});

test("a pending transaction of OFX 2.2 is pending", () => {
  const file = `<?xml version="1.0"?><?OFX OFXHEADER="200" VERSION="220"?><OFX><CCSTMTRS><CURDEF>USD</CURDEF>
<CCACCTFROM><ACCTID>4279</ACCTID></CCACCTFROM><BANKTRANLISTP><DTASOF>20260131</DTASOF><STMTTRNP><TRNTYPE>DEBIT</TRNTYPE>
<DTTRAN>20260130</DTTRAN><TRNAMT>-5</TRNAMT><NAME>Cab</NAME></STMTTRNP></BANKTRANLISTP></CCSTMTRS></OFX>`;
  const [read] = readStatements(Buffer.from(file)).statements;
  expect(read?.account.type).toBe("credit card");
  expect(read?.transactions).toMatchObject([
    { date: "2026-01-30", amount: "-5", pending: true, description: "Cab" },
  ]);
});

test.each([
  ["a date", "20260115120000", "20261315", 'line 16: a date is not valid (DTPOSTED "20261315'],
  ["an amount", "-1.234,50", "12,3O", 'line 16: an amount is not valid (TRNAMT "12,3O")'],
  ["a missing field", "<TRNAMT>+20", "", "line 24: a field is missing (TRNAMT)"],
])(
  "a row with a wrong %s is left out with its line and field, and the rest is read",
  (_, right, wrong, message) => {
    const { statements, leftOut } = readStatements(latin(SGML.replace(right, wrong)));
    expect(leftOut).toMatchObject({
      count: 1,
      first: [{ message: expect.stringContaining(message) }],
    });
    expect(statements[0]?.transactions).toHaveLength(1);
  },
);

test("a file is refused with its first faulty row if it has no other", () => {
  const file = SGML.replace("20260115", "20261315").replace("20260116", "x");
  expect(() => readStatements(latin(file))).toThrow("line 16: a date is not valid");
});

const sgml = (rows: string, balance = "<LEDGERBAL><BALAMT>9<DTASOF>20260131</LEDGERBAL>") =>
  `<OFX><STMTRS><CURDEF>BRL<BANKACCTFROM><ACCTID>7</BANKACCTFROM><BANKTRANLIST><DTEND>20260130${rows}</BANKTRANLIST>${balance}</STMTRS></OFX>`;
const row = (amount: string) => `<STMTTRN><DTPOSTED>20260115<TRNAMT>${amount}<NAME>Fee</STMTTRN>`;
const read = (text: string) => readStatements(Buffer.from(text)).statements;

test.each([
  ["5.00-", "-5"],
  ["+1.234,56", "1234.56"],
  ["- 5.00", "-5"],
  ["(5.00)", "-5"],
  ["R$ -1.234,50", "-1234.5"],
  ["1\u202f234,50", "1234.5"],
  ["1'234.50", "1234.5"],
  ["−5,00", "-5"],
  ["-1,234", "-1234"],
  ["-12.500", "-12.5"],
  ["0.00", "0"],
])("an amount %j is %s", (written, amount) => {
  expect(read(sgml(row(written)))[0]?.transactions).toMatchObject([{ amount }]);
});

test.each(["            .  ", "", "-"])("a row with the blank amount %j is left out", (blank) => {
  const { statements, leftOut } = readStatements(Buffer.from(sgml(row("-5") + row(blank))));
  expect(statements[0]?.transactions).toMatchObject([{ amount: "-5" }]);
  expect(leftOut.first).toMatchObject([{ line: 1, problem: "MISSING_FIELD" }]);
});

const withId = (id: string, amount: string, correction = "", day = "20260115") =>
  `<STMTTRN><DTPOSTED>${day}<TRNAMT>${amount}<FITID>${id}${correction}<NAME>Fee</STMTTRN>`;
const replace = (id: string) => `<CORRECTFITID>${id}<CORRECTACTION>REPLACE`;
const remove = (id: string) => `<CORRECTFITID>${id}<CORRECTACTION>DELETE`;
test.each([
  ["its own id", [withId("A", "-5"), withId("A", "-6", replace("A"))], ["-6"]],
  [
    "its own id twice",
    [withId("A", "-5"), withId("A", "-6", replace("A")), withId("A", "-7", replace("A"))],
    ["-7"],
  ],
  [
    "its own id, which no row has",
    [withId("A", "-5", replace("A")), withId("B", "-6", replace("B"))],
    ["-5", "-6"],
  ],
  ["zero", [withId("0", "-5", replace("0")), withId("B", "-6", replace("0"))], ["-5", "-6"]],
  [
    "a row of the row that it corrects",
    [withId("A", "-5"), withId("B", "-6", replace("A")), withId("C", "-7", replace("B"))],
    ["-7"],
  ],
  ["a row behind it", [withId("B", "-6", replace("A")), withId("A", "-5")], ["-6"]],
  ["each other", [withId("A", "-5", replace("B")), withId("B", "-6", replace("A"))], ["-6"]],
  [
    "a row, and has a wrong day",
    [withId("A", "-5"), withId("B", "-6", replace("A"), "20261315")],
    ["-5"],
  ],
  [
    "a row that it deletes",
    [withId("A", "-5"), withId("B", "-6"), withId("C", "-5", remove("A"))],
    ["-6"],
  ],
  [
    "a row that it deletes by its own id",
    [withId("A", "-5"), withId("B", "-6"), withId("A", "-5", remove("A"))],
    ["-6"],
  ],
])("a row that corrects %s leaves the right rows", (_, rows, amounts) => {
  const { statements } = readStatements(Buffer.from(sgml(rows.join(""))));
  expect(statements[0]?.transactions.map(({ amount }) => amount)).toEqual(amounts);
});

test.each([
  ["zeros as its day", "<LEDGERBAL><BALAMT>9.00<DTASOF>00000000</LEDGERBAL>"],
  ["no day", "<LEDGERBAL><BALAMT>9.00</LEDGERBAL>"],
  ["a day that does not exist", "<LEDGERBAL><BALAMT>9.00<DTASOF>20261399</LEDGERBAL>"],
])("a balance with %s is that of the end of the file", (_, balance) => {
  const balances = [{ kind: "closing", amount: "9", date: "2026-01-30" }];
  expect(read(sgml(row("-5"), balance))).toMatchObject([{ balances }]);
  const noEnd = sgml(row("-5"), balance).replace("<DTEND>20260130", "");
  expect(read(noEnd)).toMatchObject([{ balances: [{ date: "2026-01-15" }] }]);
});

const ROW = row("-5");
const CARD = `<CURDEF>AUD<CCACCTFROM><ACCTID>7</CCACCTFROM><BANKTRANLIST>${ROW}</BANKTRANLIST>`;
test.each([
  ["a card's statement that ends as a bank's", `<OFX><CCSTMTRS>${CARD}</STMTRS></OFX>`],
  ["no end tags at all", `<OFX><CCSTMTRS>${CARD.replaceAll(/<\/\w+>/g, "")}`],
  ["no wrapper", CARD],
  ["an inner wrapper alone", `<CCSTMTTRNRS><CCSTMTRS>${CARD}</CCSTMTRS></CCSTMTTRNRS>`],
  ["rows without a list", `<OFX><CCSTMTRS>${CARD.replace("<BANKTRANLIST>", "")}</CCSTMTRS></OFX>`],
  ["a list that ends twice", `<OFX><CCSTMTRS>${CARD}</BANKTRANLIST></CCSTMTRS></OFX>`],
  [
    "a namespace and no <?OFX",
    `<?xml version="1.0"?>\n<OFX xmlns="http://x.example"><CCSTMTRS>${CARD}</CCSTMTRS></OFX>`,
  ],
  ["lower case", `<ofx><ccstmtrs>${CARD.toLowerCase()}</ccstmtrs></ofx>`],
  [
    "lines before it",
    `\n\nContent-Type: application/x-ofx\n\n<OFX><CCSTMTRS>${CARD}</CCSTMTRS></OFX>`,
  ],
])("a statement with %s is read", (_, text) => {
  expect(read(text)).toMatchObject([
    { account: { id: "7", type: "credit card" }, transactions: [{ amount: "-5" }] },
  ]);
});

test.each([
  ["A < B", "A < B"],
  ["AT&T <3 you", "AT&T <3 you"],
  ["AT&amp;amp;T &amp;lt;3", "AT&T <3"],
  ["Foo <bar", "Foo <bar"],
])("a name that is written as %j is %j", (written, name) => {
  const [statement] = read(sgml(row("-5").replace("Fee", written)));
  expect(statement?.transactions).toMatchObject([{ description: name }]);
});

test.each([
  ["no account's statement", "<OFX><SIGNONMSGSRSV1></SIGNONMSGSRSV1></OFX>", "NO_STATEMENT"],
  ["an entity", '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><OFX></OFX>', "DOCUMENT_TYPE"],
  ["an entity further down", "<OFX><!ENTITY b 'c'></OFX>", "DOCUMENT_TYPE"],
  ["a tag without an end", "<OFX><STMTRS", "BROKEN_STRUCTURE"],
  ["a tag without an end before another one", "<OFX><STMTRS\n<CURDEF>USD", "BROKEN_STRUCTURE"],
  ["a very long value", `<OFX><STMTRS><STMTTRN><NAME>${"x".repeat(50_000)}`, "VALUE_TOO_LONG"],
])("a file with %s is refused", (_, text, problem) => {
  expect(() => readStatements(Buffer.from(text))).toThrow(expect.objectContaining({ problem }));
});

test("a statement that is written is read as it was, as far as OFX can carry it", async () => {
  await fc.assert(
    fc.asyncProperty(severalStatements, async (statements) => {
      const text = await joined(WRITERS.ofx.write(statements, { day: DAY }));
      const read = readStatements(Buffer.from(text)).statements.map(withoutLines);
      const isCard = ({ account }: Statement) => account.type === "credit card";
      const inOrder = statements.toSorted((a, b) => Number(isCard(a)) - Number(isCard(b)));
      expect(read).toEqual(inOrder.map(carried).map(withoutLines));
    }),
    { numRuns: samples(500) },
  );
});

test("a description that is too long for a NAME is whole in the MEMO", async () => {
  const description = "SEPA-Überweisung an die Stadtwerke, Rechnung 2026-01-4711";
  const written = statement({ transactions: [transaction({ description })] });
  const text = await joined(WRITERS.ofx.write([written], { day: DAY }));
  expect(text).toContain(
    `<NAME>SEPA-Überweisung an die Stadtwer</NAME><MEMO>${description}</MEMO>`,
  );
});

/** The statement that OFX can represent. */
function carried(written: Statement): Raw<Statement> {
  const { account, balances, transactions } = written;
  const isCard = account.type === "credit card";
  const closing = { kind: "closing" as const, amount: "0", date: DAY };
  const available = balances.filter(({ kind }) => kind === "available");
  return {
    ...written,
    account: {
      ...account,
      bankId: isCard || /^0+$/.test(account.bankId ?? "") ? null : account.bankId,
      name: null,
      type: account.type === "cash" ? "checking" : account.type,
    },
    balances: [balances.find(({ kind }) => kind === "closing") ?? closing, ...available],
    transactions: transactions.map(carriedRow(account.currency)).filter(({ pending }) => !pending),
  };
}

const carriedRow =
  (currency: string | null) =>
  (row: StatementTransaction, at: number): Raw<StatementTransaction> => {
    const title = row.description ?? row.payee;
    const isLong = title !== null && [...title].length > 32;
    return {
      ...row,
      currency: row.currency === currency ? null : row.currency,
      id: row.id ?? `${row.date}-${at + 1}`,
      code: row.amount.startsWith("-") ? "DEBIT" : "CREDIT",
      description: title === null ? null : [...title].slice(0, 32).join("").trim(),
      payee: null,
      memo: row.memo ?? (isLong ? title : null),
      counterpartyAccount: null,
      category: null,
    };
  };
