import { expect, test } from "vitest";
import { openFiles, readStatements } from "./index.ts";

const read = (text: string) => readStatements(openFiles(Buffer.from(text)));

const NAMES = ["constructor", "valueOf", "toString", "__proto__"];

test.each(NAMES)(
  "an entity, an account type and a balance named %s mean nothing in camt",
  (name) => {
    const { statements } = read(
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id>
      <Acct><Id><Othr><Id>12345678</Id></Othr></Id><Tp><Prtry>${name}</Prtry></Tp><Ccy>EUR</Ccy></Acct>
      <Bal><Tp><CdOrPrtry><Cd>${name}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-01-05</Dt></Dt></Bal>
      <Ntry><Amt Ccy="EUR">2.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-01-05</Dt></BookgDt><AddtlNtryInf>a &${name}; b</AddtlNtryInf></Ntry>
    </Stmt></BkToCstmrStmt></Document>`,
    );
    expect(statements).toMatchObject([
      { account: { type: null }, balances: [], transactions: [{ amount: "2" }] },
    ]);
    expect(JSON.stringify(statements)).not.toContain("native code");
  },
);

test.each(NAMES)("the account type %s of a QIF file gives way to that of its section", (name) => {
  const { statements } = read(
    `!Account\nNHousehold\nT${name}\n^\n!Type:Bank\nD2026-01-05\nT-2.00\nPBakery\n^\n`,
  );
  expect(statements).toMatchObject([{ account: { type: "checking" } }]);
});

test.each(NAMES)("the description %s is no currency of a CSV", (name) => {
  const { statements } = read(
    `Date,Description,Amount\n2026-01-05,${name},-2.00\n2026-01-06,${name},-3.00\n`,
  );
  expect(statements).toMatchObject([
    { account: { currency: null }, transactions: [{ description: name }, { description: name }] },
  ]);
});
