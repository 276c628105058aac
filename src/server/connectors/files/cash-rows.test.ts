import { expect, test } from "vitest";
import { z } from "zod";
import type { LinkProduct } from "../../../protocol/vocabulary.ts";
import { finishLink } from "../../../testing/test-app/finish-link.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const FILES = { institution_id: "ins_909999" };

/** A brokerage statement with a cash withdrawal, a fee, and a security's dividend. */
const STATEMENT = `OFXHEADER:100
DATA:OFXSGML

<OFX><INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><DTASOF>20260114<CURDEF>USD
<INVACCTFROM><BROKERID>lantern.example<ACCTID>SAMPLE-900</INVACCTFROM><INVTRANLIST>
<INVBANKTRAN><STMTTRN><TRNTYPE>SRVCHG<DTPOSTED>20260112<TRNAMT>-1.50<FITID>b2<NAME>Custody</STMTTRN></INVBANKTRAN>
<INVBANKTRAN><STMTTRN><TRNTYPE>CHECK<DTPOSTED>20260105<TRNAMT>-5.00<FITID>b1<CHECKNUM>104<NAME>Cash machine<MEMO>Quay</STMTTRN></INVBANKTRAN>
<INCOME><INVTRAN><FITID>i1<DTTRADE>20260107</INVTRAN><SECID><UNIQUEID>ZZ1<UNIQUEIDTYPE>OTHER</SECID>
<INCOMETYPE>DIV<TOTAL>9.00</INCOME></INVTRANLIST></INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>SAMPLE-100<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260108<TRNAMT>-4.14<FITID>c1<NAME>Moonbean</STMTTRN></BANKTRANLIST>
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

/** An Item of the statement, which was added in Link. */
async function linkStatement(product: LinkProduct[]) {
  const app = await testApp();
  const link = await app.startLink({ product });
  await link.bridge("institution/select", FILES);
  const file = Buffer.from(STATEMENT).toString("base64");
  const credentials = { bank: "Lantern Broker", file };
  const step = (await link.bridge("credentials/submit", { ...FILES, credentials })).body;
  const access_token = await finishLink(app, link, step);
  for (let round = 0; round < 3; round++) await app.runJobs();
  const sync = async () =>
    Added.parse(
      await app.call("/transactions/sync", {
        ...{ access_token, options: { include_original_description: true } },
      }),
    ).added.toSorted((a, b) => b.date.localeCompare(a.date));
  return { app, access_token, sync };
}

const Added = z.object({
  added: z.array(
    z.looseObject({
      ...{ date: z.string(), name: z.string(), amount: z.number() },
      ...{ transaction_id: z.string(), account_id: z.string() },
    }),
  ),
});

const CASH_AND_CHECKING = [
  ["2026-01-12", "Custody", 1.5],
  ["2026-01-08", "Moonbean", 4.14],
  ["2026-01-05", "Cash machine", 5],
];

test.each([[["transactions"]], [["transactions", "investments"]]] satisfies [LinkProduct[]][])(
  "the cash of a brokerage account is among the transactions of an Item with %s, once",
  async (products) => {
    const { app, access_token, sync } = await linkStatement(products);
    const first = await sync();
    expect(first.map(({ date, name, amount }) => [date, name, amount])).toEqual(CASH_AND_CHECKING);
    const again = Buffer.from(`${STATEMENT}\n`).toString("base64");
    await app.call("/item/files/add", { access_token, file: again });
    for (let round = 0; round < 3; round++) await app.runJobs();
    expect(await sync()).toEqual(first);
    const { transactions } = await app.call("/transactions/get", {
      ...{ access_token, start_date: "2026-01-01", end_date: "2026-01-15" },
    });
    expect(Added.parse({ added: transactions }).added.map(({ name }) => name)).toEqual(
      first.map(({ name }) => name),
    );
  },
);

test("a row of cash has the facts of a bank's row", async () => {
  const { sync } = await linkStatement(["transactions"]);
  expect((await sync()).at(-1)).toMatchObject({
    ...{ original_description: "Cash machine Quay", check_number: "104" },
  });
});

test("the investments of an Item have the same cash, and what a security moves is there alone", async () => {
  const { app, access_token } = await linkStatement(["transactions", "investments"]);
  const { investment_transactions } = await app.call("/investments/transactions/get", {
    ...{ access_token, start_date: "2026-01-01", end_date: "2026-01-15" },
  });
  expect(investment_transactions).toMatchObject([
    { type: "fee", amount: 1.5, security_id: null },
    { type: "cash", subtype: "dividend", amount: -9 },
    { type: "cash", subtype: "withdrawal", amount: 5, security_id: null },
  ]);
});
