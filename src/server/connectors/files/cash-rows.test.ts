import { expect, test } from "vitest";
import type { LinkProduct } from "../../../protocol/vocabulary.ts";
import { finishLink } from "../../../testing/test-app/finish-link.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const FILES = { institution_id: "ins_909999" };

/** A brokerage statement with cash that leaves the account, a fee, and a dividend of a security. */
const STATEMENT = `OFXHEADER:100
DATA:OFXSGML

<OFX><INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><DTASOF>20260114<CURDEF>USD
<INVACCTFROM><BROKERID>lantern.example<ACCTID>SAMPLE-900</INVACCTFROM><INVTRANLIST>
<INVBANKTRAN><STMTTRN><TRNTYPE>SRVCHG<DTPOSTED>20260112<TRNAMT>-1.50<FITID>b2<NAME>Custody</STMTTRN></INVBANKTRAN>
<INVBANKTRAN><STMTTRN><TRNTYPE>ATM<DTPOSTED>20260105<TRNAMT>-5.00<FITID>b1<NAME>Cash machine</STMTTRN></INVBANKTRAN>
<INCOME><INVTRAN><FITID>i1<DTTRADE>20260107</INVTRAN><SECID><UNIQUEID>ZZ1<UNIQUEIDTYPE>OTHER</SECID>
<INCOMETYPE>DIV<TOTAL>9.00</INCOME></INVTRANLIST></INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>SAMPLE-100<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260108<TRNAMT>-4.14<FITID>c1<NAME>Moonbean</STMTTRN></BANKTRANLIST>
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

/** The names and amounts of an Item's transactions after the statement was added in Link, the newest first. */
async function fetchTransactions(product: LinkProduct[]) {
  const app = await testApp();
  const link = await app.startLink({ product });
  await link.bridge("institution/select", FILES);
  const file = Buffer.from(STATEMENT).toString("base64");
  const credentials = { bank: "Lantern Broker", file };
  const step = (await link.bridge("credentials/submit", { ...FILES, credentials })).body;
  const access_token = await finishLink(app, link, step);
  for (let round = 0; round < 3; round++) await app.runJobs();
  const { added } = await app.call("/transactions/sync", { access_token });
  return (added as { date: string; name: string; amount: number }[])
    .toSorted((a, b) => b.date.localeCompare(a.date))
    .map(({ date, name, amount }) => [date, name, amount]);
}

test("an Item without investments has the cash of a brokerage account among its transactions", async () => {
  expect(await fetchTransactions(["transactions"])).toEqual([
    ["2026-01-12", "Custody", 1.5],
    ["2026-01-08", "Moonbean", 4.14],
    ["2026-01-05", "Cash machine", 5],
  ]);
});

test("an Item with investments has their cash there alone", async () => {
  expect(await fetchTransactions(["transactions", "investments"])).toEqual([
    ["2026-01-08", "Moonbean", 4.14],
  ]);
});
