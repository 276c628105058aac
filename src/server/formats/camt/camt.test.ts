import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../testing/property-samples.ts";
import { readStatements } from "../index.ts";
import {
  joined,
  type Raw,
  severalStatements,
  transaction,
  withoutLines,
} from "../statement.fixture.ts";
import type { Statement, StatementTransaction } from "../statement.ts";
import { WRITERS } from "../writers.ts";

const read = (text: string) => readStatements(Buffer.from(text)).statements;

const STATEMENT = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">
<BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr>
<Stmt><Id>1</Id>
<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy><Nm>Giro</Nm><Svcr><FinInstnId><BIC>COBADEFFXXX</BIC></FinInstnId></Svcr></Acct>
<Bal><Tp><CdOrPrtry><Cd>PRCD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-01-14</Dt></Dt></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">84.14</Amt><CdtDbtInd>DBIT</CdtDbtInd><Dt><Dt>2026-01-15</Dt></Dt></Bal>
<Ntry><Amt Ccy="EUR">1084.14</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-01-15</Dt></BookgDt><ValDt><Dt>2026-01-16</Dt></ValDt>
<AcctSvcrRef>B1</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RDDT</Cd><SubFmlyCd>ESDD</SubFmlyCd></Fmly></Domn></BkTxCd>
<NtryDtls><TxDtls><Refs><EndToEndId>E1</EndToEndId></Refs><RltdPties><Dbtr><Nm>Me</Nm></Dbtr><Cdtr><Nm>Stadtwerke &amp; Co</Nm></Cdtr><CdtrAcct><Id><IBAN>DE02120300000000202051</IBAN></Id></CdtrAcct></RltdPties>
<RmtInf><Ustrd>Rechnung</Ustrd><Ustrd>4711</Ustrd></RmtInf></TxDtls></NtryDtls><AddtlNtryInf>Lastschrift</AddtlNtryInf></Ntry>
<Ntry><Amt Ccy="EUR">3.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>INFO</Sts><BookgDt><Dt>2026-01-15</Dt></BookgDt></Ntry>
</Stmt></BkToCstmrStmt></Document>`;

describe("files as banks make them", () => {
  test("camt.053.001.02", () => {
    const { formats, statements } = readStatements(Buffer.from(STATEMENT));
    expect(formats).toEqual(["camt"]);
    expect(statements).toEqual([
      {
        account: {
          id: "DE89370400440532013000",
          iban: "DE89370400440532013000",
          bankId: "COBADEFFXXX",
          name: "Giro",
          type: null,
          currency: "EUR",
        },
        from: null,
        to: null,
        balances: [
          { kind: "opening", amount: "1000", date: "2026-01-14" },
          { kind: "closing", amount: "-84.14", date: "2026-01-15" },
        ],
        transactions: [
          transaction({
            date: "2026-01-15",
            valueDate: "2026-01-16",
            amount: "-1084.14",
            id: "B1",
            reference: "E1",
            code: "PMNT-RDDT-ESDD",
            description: "Rechnung 4711",
            payee: "Stadtwerke & Co",
            memo: "Lastschrift",
            counterpartyAccount: "DE02120300000000202051",
            line: 8,
          }),
        ],
      },
    ]);
  });

  test("camt.052.001.08, with a prefix, a pending entry and a batch", () => {
    const file = `<n:Document xmlns:n="urn:iso:std:iso:20022:tech:xsd:camt.052.001.08"><n:BkToCstmrAcctRpt><n:Rpt><n:Id>1</n:Id>
<n:Acct><n:Id><n:Othr><n:Id>4279</n:Id></n:Othr></n:Id><n:Ccy>CHF</n:Ccy></n:Acct>
<n:Ntry><n:Amt Ccy="CHF">5</n:Amt><n:CdtDbtInd>CRDT</n:CdtDbtInd><n:Sts><n:Cd>PDNG</n:Cd></n:Sts><n:BookgDt><n:DtTm>2026-01-15T23:30:00+01:00</n:DtTm></n:BookgDt>
<n:BkTxCd><n:Prtry><n:Cd>166</n:Cd></n:Prtry></n:BkTxCd><n:NtryDtls><n:TxDtls><n:RltdPties><n:Dbtr><n:Pty><n:Nm>Ann</n:Nm></n:Pty></n:Dbtr></n:RltdPties></n:TxDtls></n:NtryDtls></n:Ntry>
<n:Ntry><n:Amt Ccy="EUR">8.50</n:Amt><n:CdtDbtInd>DBIT</n:CdtDbtInd><n:Sts><n:Cd>BOOK</n:Cd></n:Sts><n:ValDt><n:Dt>2026-01-16</n:Dt></n:ValDt>
<n:NtryDtls><n:TxDtls><n:RmtInf><n:Ustrd>One</n:Ustrd></n:RmtInf></n:TxDtls><n:TxDtls><n:RmtInf><n:Ustrd>Two</n:Ustrd></n:RmtInf></n:TxDtls></n:NtryDtls><n:AddtlNtryInf>Batch</n:AddtlNtryInf></n:Ntry>
</n:Rpt></n:BkToCstmrAcctRpt></n:Document>`;
    const [statement] = read(file);
    expect(statement?.account).toMatchObject({ id: "4279", iban: null, currency: "CHF" });
    expect(statement?.transactions).toMatchObject([
      { date: "2026-01-15", amount: "5", currency: null, pending: true, payee: "Ann", code: "166" },
      {
        date: "2026-01-16",
        amount: "-8.5",
        currency: "EUR",
        pending: false,
        description: null,
        memo: "Batch",
      },
    ]);
  });
});

test("an entry without a day has that of its notification, and an account the currency of its entries", () => {
  const file = STATEMENT.replace("<Ccy>EUR</Ccy>", "")
    .replace("<Id>1</Id>", "<Id>1</Id><CreDtTm>2026-01-17T08:00:00</CreDtTm>")
    .replace(/<BookgDt>.*?<\/ValDt>/s, "");
  const [statement] = read(file);
  expect(statement?.account.currency).toBe("EUR");
  expect(statement?.transactions).toMatchObject([{ date: "2026-01-17", currency: null }]);
});

test.each([
  [
    "a date",
    "<Dt>2026-01-15</Dt></BookgDt>",
    "<Dt>15.01.2026</Dt></BookgDt>",
    'line 8: a date is not valid (BookgDt/Dt "15.01.2026")',
  ],
  ["an amount", ">1084.14<", ">1.084,14<", 'line 8: an amount is not valid (Amt "1.084,14")'],
  [
    "a direction",
    "DBIT</CdtDbtInd><Sts>BOOK",
    "OUT</CdtDbtInd><Sts>BOOK",
    "line 8: a field is missing (CdtDbtInd)",
  ],
  ["an end tag", "</TxDtls>", "", "line 11: the structure is broken"],
])("the error of %s names the line", (_, right, wrong, message) => {
  expect(() => read(STATEMENT.replace(right, wrong))).toThrow(message);
});

test.each([
  [
    "an entity",
    STATEMENT.replace("<Document", '<!DOCTYPE a [<!ENTITY b "c">]><Document'),
    "DOCUMENT_TYPE",
  ],
  [
    "very deep elements",
    STATEMENT.replace("<Stmt>", `<Stmt>${"<a>".repeat(1000)}`),
    "BROKEN_STRUCTURE",
  ],
  ["no statement", STATEMENT.replace(/<Stmt>[\s\S]*<\/Stmt>/, ""), "NO_STATEMENT"],
])("a file with %s is refused", (_, text, problem) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ problem }));
});

test("statements that are written are read as they were, as far as camt.053 can carry them", async () => {
  await fc.assert(
    fc.asyncProperty(severalStatements, async (written) => {
      const text = await joined(WRITERS.camt.write(written, { day: "2026-02-01" }));
      expect(read(text).map(withoutLines)).toEqual(written.map(carried).map(withoutLines));
    }),
    { numRuns: samples(500) },
  );
});

/** The statement with the fields that camt.053 can contain. */
function carried(written: Statement): Raw<Statement> {
  const { account, balances, from, to, transactions } = written;
  const hasPeriod = from !== null && to !== null;
  const closing = { kind: "closing" as const, amount: "0", date: to };
  return {
    account,
    from: hasPeriod ? from : null,
    to: hasPeriod ? to : null,
    balances: balances.some(({ kind }) => kind === "closing") ? balances : [...balances, closing],
    transactions: transactions
      .filter(({ pending }) => !pending)
      .map((row) => carriedRow(row, account.currency)),
  };
}

const carriedRow = (
  row: StatementTransaction,
  currency: string | null,
): Raw<StatementTransaction> => ({
  ...row,
  currency: row.currency === currency ? null : row.currency,
  code: null,
  category: null,
});

/** The payee and the account of the only entry of a statement, whose holder is Me. */
const partyOf = (direction: string, parties: string, more = "") => {
  const file = STATEMENT.replace("<Svcr>", "<Ownr><Nm>Me</Nm></Ownr><Svcr>")
    .replace("DBIT</CdtDbtInd><Sts>BOOK", `${direction}</CdtDbtInd><Sts>BOOK`)
    .replace(/<RltdPties>.*<\/RltdPties>/s, `<RltdPties>${parties}</RltdPties>${more}`);
  const { payee, counterpartyAccount } = read(file)[0]?.transactions[0] ?? {};
  return [payee, counterpartyAccount];
};
const ME = "<Nm>Me</Nm>";
const OWN = "<Id><IBAN>DE89370400440532013000</IBAN></Id>";
const SHOP_IBAN = "DE02120300000000202051";
const SHOP = `<Id><IBAN>${SHOP_IBAN}</IBAN></Id>`;
const PAID = `<Dbtr>${ME}</Dbtr><DbtrAcct>${OWN}</DbtrAcct><Cdtr><Nm>Shop</Nm></Cdtr><CdtrAcct>${SHOP}</CdtrAcct>`;
const RETURN = "<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>";

test.each([
  ["a payment", "DBIT", PAID, "", ["Shop", SHOP_IBAN]],
  ["a payment that comes back", "CRDT", PAID, RETURN, ["Shop", SHOP_IBAN]],
  ["one that comes back without a word of it", "CRDT", PAID, "", ["Shop", SHOP_IBAN]],
  [
    "one that comes back, without accounts",
    "CRDT",
    `<Dbtr><Nm>I</Nm></Dbtr><Cdtr><Nm>Shop</Nm></Cdtr>`,
    RETURN,
    ["Shop", null],
  ],
  [
    "one through a service",
    "DBIT",
    `${PAID}<UltmtCdtr><Nm>Baker</Nm></UltmtCdtr>`,
    "",
    ["Baker", SHOP_IBAN],
  ],
  [
    "one for the holder",
    "CRDT",
    `<UltmtDbtr><Nm>ME</Nm></UltmtDbtr><Dbtr><Nm>Shop</Nm></Dbtr>`,
    "",
    ["Shop", null],
  ],
  ["one with the holder alone", "DBIT", `<Cdtr>${ME}</Cdtr>`, "", [null, null]],
])("the other side of %s is never the holder", (_, direction, parties, more, party) => {
  expect(partyOf(direction, parties, more)).toEqual(party);
});

test("a faulty entry is left out, and the rest is read", () => {
  const entry = STATEMENT.slice(STATEMENT.indexOf("<Ntry>"), STATEMENT.indexOf("</Ntry>") + 7);
  const file = STATEMENT.replace(entry, `${entry}\n${entry.replace("1084.14", "x")}`);
  const { statements, leftOut } = readStatements(Buffer.from(file));
  expect(statements[0]?.transactions).toHaveLength(1);
  expect(leftOut).toMatchObject({ count: 1, first: [{ line: 12, problem: "INVALID_AMOUNT" }] });
});

test("a file that ends too early is refused", () => {
  expect(() => read(STATEMENT.slice(0, STATEMENT.lastIndexOf("</BkTo")))).toThrow(
    "expected </BkToCstmrStmt> before the end",
  );
});

test("reversals have the sign that the balances say, in the direction of either booking", () => {
  const entry = fc.record({
    cents: fc.integer({ min: 1, max: 99_999 }),
    isOut: fc.boolean(),
    isReversal: fc.boolean(),
  });
  const direction = (isOut: boolean) => `<CdtDbtInd>${isOut ? "DBIT" : "CRDT"}</CdtDbtInd>`;
  const balance = (code: string, cents: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${Math.abs(cents) / 100}</Amt>${direction(cents < 0)}<Dt><Dt>2026-06-01</Dt></Dt></Bal>`;
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 8 }), fc.boolean(), (entries, isOwn) => {
      const moves = entries.map(({ cents, isOut }) => (isOut ? -cents : cents));
      const reversed = moves.filter((_, at) => entries[at]?.isReversal);
      // Reversals with a zero sum agree with the balances in both directions.
      fc.pre(isOwn || reversed.reduce((sum, each) => sum + each, 0) !== 0);
      const rows = entries.map(
        ({ cents, isOut, isReversal }) =>
          `<Ntry><Amt Ccy="EUR">${cents / 100}</Amt>${direction(isOut !== (isReversal && !isOwn))}<RvslInd>${isReversal}</RvslInd><Sts>BOOK</Sts><BookgDt><Dt>2026-06-02</Dt></BookgDt></Ntry>`,
      );
      const closing = moves.reduce((sum, each) => sum + each, 500);
      const head = STATEMENT.slice(0, STATEMENT.indexOf("<Bal>"));
      const file = `${head}${balance("OPBD", 500)}${balance("CLBD", closing)}${rows.join("")}</Stmt></BkToCstmrStmt></Document>`;
      expect(
        read(file)[0]?.transactions.map(({ amount }) => Math.round(Number(amount) * 100)),
      ).toEqual(moves);
    }),
    { numRuns: samples(300) },
  );
});
