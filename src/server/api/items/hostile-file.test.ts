import { expect, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { WRITABLE_FORMATS } from "../../formats/writers.ts";

const FILES = { institution_id: "ins_909999" };
const PERIOD = { start_date: "2025-12-01", end_date: "2026-01-31" };
type App = Awaited<ReturnType<typeof testApp>>;
const base64 = (text: string) => Buffer.from(text).toString("base64");

/** An OFX file of one transaction. */
const ofx = ({
  symbol = "EUR",
  account = "4000123456",
  name = "Moonbean Coffee",
  base = "USD",
  id = "F2",
}) =>
  `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>${base}
<BANKACCTFROM><BANKID>SAMPLE-1<ACCTID>${account}<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260105<TRNAMT>-4.14<FITID>${id}<NAME>${name}
<CURRENCY><CURRATE>1<CURSYM>${symbol}</CURRENCY></STMTTRN></BANKTRANLIST>
<LEDGERBAL><BALAMT>100.00<DTASOF>20260131</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

const camt = (currency: string) =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt>
<Id>SAMPLE-</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id>
<Ccy>${currency}</Ccy></Acct><Ntry><Amt Ccy="EUR">4.14</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>
<BookgDt><Dt>2026-01-05</Dt></BookgDt></Ntry></Stmt></BkToCstmrStmt></Document>`;

/** Links an Item with a file; returns its access token. */
const linkFile = async (app: App, text: string): Promise<string> => {
  const link = await app.startLink({ product: ["transactions"] });
  await link.bridge("institution/select", FILES);
  const credentials = { bank: "Lantern Bank", file: base64(text) };
  const { body } = await link.bridge("credentials/submit", { ...FILES, credentials });
  const { selection, connection } = body as {
    selection?: { accounts: { id: string }[] } | null;
    connection?: { public_token: string } | null;
  };
  const account_ids = selection?.accounts.map(({ id }) => id);
  const public_token =
    connection?.public_token ??
    (await link.bridge("accounts/select", { account_ids })).body.public_token;
  const { access_token } = await app.call("/item/public_token/exchange", { public_token });
  for (let round = 0; round < 3; round++) await app.runJobs();
  return String(access_token);
};

const add = async (app: App, access_token: string, text: string, more: object = {}) =>
  (
    await app.post("/item/files/add", {
      ...app.credentials,
      access_token,
      file: base64(text),
      ...more,
    })
  ).body;

/** The reason for refusing a file, or its only row. */
const reasonFor = ({ error_message, left_out }: Record<string, unknown>): unknown =>
  error_message ?? (left_out as { reasons: string[] }).reasons[0];

const exported = async (app: App, access_token: string, format: string): Promise<string> => {
  for (let round = 0; round < 3; round++) await app.runJobs();
  const body = { ...app.credentials, access_token, ...PERIOD, format };
  return Buffer.from((await app.post("/transactions/export", body)).bytes).toString();
};

const CODE = "EUR\npython\n    import os\n    os.system('id')";
const HOSTILE_FILES: [name: string, text: string][] = [
  ["a directive of ledger as <CURSYM>", ofx({ symbol: CODE })],
  ["an include as <CURSYM>", ofx({ symbol: "EUR\ninclude /etc/passwd" })],
  ["an include as the <Ccy> of camt", camt("EUR\ninclude /etc/passwd")],
  ["a formula as <CURDEF>", ofx({ base: "HYPERLINK(0)" })],
  ["300 letters as <CURSYM>", ofx({ symbol: "E".repeat(300) })],
  ["reordering characters as <CURSYM>", ofx({ symbol: "E\u202eRU" })],
  ["reordering characters as <ACCTID>", ofx({ account: "40001\u202e23456" })],
];

test.each(HOSTILE_FILES)("%s is refused by its line, and changes nothing", async (_, text) => {
  const app = await testApp();
  const access_token = await linkFile(app, ofx({ id: "F1" }));
  const before = await exported(app, access_token, "ledger");
  const refused = await add(app, access_token, text);
  expect(reasonFor(refused)).toMatch(/^line \d+: (a currency|an account number) is not valid \(/);
  expect(await exported(app, access_token, "ledger")).toBe(before);
});

test("the currency cell of a CSV file is refused by its line", async () => {
  const app = await testApp();
  const access_token = await linkFile(app, ofx({ id: "F1" }));
  const file = `Date,Description,Amount,Currency,SAMPLE-\n2026-01-06,Shop,-1.00,EUR,\n2026-01-07,Shop,-1.00,"EUR\ninclude /etc/passwd",`;
  const columns = { date: 0, description: 1, amount: 2, currency: 3 };
  const csv = { delimiter: ",", skipped_rows: 1, date_order: "YMD", decimal_mark: ".", columns };
  const refused = await add(app, access_token, file, { csv });
  expect(reasonFor(refused)).toMatch(/^line 3: a currency is not valid \(currency/);
});

test("a text of a file is stored without line breaks and reordering characters", async () => {
  const app = await testApp();
  const name = "Moonbean\u2028include /etc/passwd\u2066\u202e&#133;python&#8233;x";
  const access_token = await linkFile(app, ofx({ name }));
  const { added } = await app.call("/transactions/sync", { access_token });
  expect(added).toMatchObject([{ name: "Moonbean include /etc/passwd python x" }]);
  for (const format of WRITABLE_FORMATS)
    expect(await exported(app, access_token, format)).not.toMatch(
      /^\s*(include|python)|[\u0085\u2028\u2029\p{Bidi_Control}]/mu,
    );
});

test("an unofficial currency goes out as one", async () => {
  const app = await testApp();
  const access_token = await linkFile(app, ofx({ symbol: "points5" }));
  const { added } = await app.call("/transactions/sync", { access_token });
  expect(added).toMatchObject([{ iso_currency_code: null, unofficial_currency_code: "POINTS5" }]);
});
