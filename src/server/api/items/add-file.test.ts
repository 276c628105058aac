import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { Account } from "../../../protocol/account.ts";
import { finishLink } from "../../../testing/test-app/finish-link.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const FILES = { institution_id: "ins_909999" };
type App = Awaited<ReturnType<typeof testApp>>;

const csv = (...rows: string[]) =>
  ["Date,Description,Amount,SAMPLE-", ...rows].map((row) => `${row},`).join("\n");
const base64 = (text: string) => Buffer.from(text).toString("base64");
const FIRST = csv("2026-01-02,Moonbean Coffee,-4.14", "2026-01-13,Juniper Labs,1890.50");

/** Links an Item with a CSV file that does not name its account. */
const linkCsv = async (app: App) => {
  const link = await app.startLink({ product: ["transactions"] });
  await link.bridge("institution/select", FILES);
  const credentials = { bank: "Lantern Bank", file: base64(FIRST) };
  const { body } = await link.bridge("credentials/submit", { ...FILES, credentials });
  const { questions } = body.challenge as { questions: { chosen?: string }[] };
  const answers = questions.map(({ chosen = "" }) => chosen);
  const step = (await link.bridge("mfa/submit", { answers })).body;
  const access_token = await finishLink(app, link, step);
  for (let round = 0; round < 3; round++) await app.runJobs();
  const { accounts } = await app.call("/accounts/get", { access_token });
  const [account] = accounts as { account_id: string }[];
  return { access_token, account_id: account?.account_id };
};
const fetchNames = async (app: App, access_token: string) => {
  for (let round = 0; round < 3; round++) await app.runJobs();
  const { added } = await app.call("/transactions/sync", { access_token });
  return (added as { name: string }[]).map(({ name }) => name).toSorted();
};
const fetchRefusal = async (app: App, body: object) =>
  (await app.post("/item/files/add", { ...app.credentials, ...body })).body;

test("a newer file is added to an Item, and a repeat of it adds nothing", async () => {
  const app = await testApp();
  const { access_token, account_id } = await linkCsv(app);
  const more = csv(...FIRST.split("\n").slice(1), "2026-01-14,Papaya Cinema,-9.00");
  const file = gzipSync(more).toString("base64");
  const answer = await app.call("/item/files/add", { access_token, account_id, file });
  expect(answer).toMatchObject({ added: 1, accounts: [{ account_id }] });
  expect(await fetchNames(app, access_token)).toEqual([
    "Juniper Labs",
    "Moonbean Coffee",
    "Papaya Cinema",
  ]);
  const again = await app.call("/item/files/add", { access_token, account_id, file });
  expect(again.added).toBe(0);
});

test("a file that leaves something open is refused with the field that tells it", async () => {
  const app = await testApp();
  const { access_token, account_id } = await linkCsv(app);
  const file = base64(csv("2026-01-13,Juniper Labs,1890.50", "2026-01-20,Papaya Cinema,-9.00"));
  const refused = await fetchRefusal(app, { access_token, file });
  expect(refused).toMatchObject({ error_code: "INVALID_FILE" });
  expect(refused.error_message).toContain("send account_id");
  const unsure = await fetchRefusal(app, { access_token, account_id, file });
  expect(unsure.error_message).toContain("send possible_matches");
  const call = { access_token, account_id, file, possible_matches: "same" };
  expect(await app.call("/item/files/add", call)).toMatchObject({ added: 1 });
});

test("a CSV file is read by the given columns, and a wrong line is named", async () => {
  const app = await testApp();
  const { access_token, account_id } = await linkCsv(app);
  const file = base64("SAMPLE-;x\n13.01.2026;1,00;Fees\nxx;2,00;Fees\n15.01.2026;3,00;Fees");
  const rules = {
    delimiter: ";",
    skipped_rows: 1,
    date_order: "DMY",
    decimal_mark: ",",
    columns: { date: 0, amount: 1, description: 2 },
  };
  const refused = await fetchRefusal(app, { access_token, account_id, file, csv: rules });
  expect(refused.error_message).toMatch(/^line 3: /);
  const right = base64("SAMPLE-;x\n13.01.2026;1,00;Fees");
  const call = { access_token, account_id, file: right, csv: rules };
  expect(await app.call("/item/files/add", call)).toMatchObject({ added: 1 });
});

test("a file in another currency than its account is refused with both", async () => {
  const app = await testApp();
  const { access_token, account_id } = await linkCsv(app);
  const file = base64("Date,Text,Amount (USD),SAMPLE-\n2026-01-14,Moonbean,-4.14,\n");
  const refused = await fetchRefusal(app, { access_token, account_id, file });
  expect(refused.error_message).toContain("the file is in USD, and the account in EUR");
});

test("a fee that may be in its amount is a doubt, which the fee's column settles", async () => {
  const app = await testApp();
  const { access_token, account_id } = await linkCsv(app);
  const file = base64("Date,Text,Amount,Fee,SAMPLE-\n2026-01-12,Cash,-40.00,1.50,\n");
  const refused = await fetchRefusal(app, { access_token, account_id, file });
  expect(refused.doubts).toEqual([expect.stringMatching(/^fee: .*csv\.columns\.fee.*\(3\)$/)]);
  const { columns, ...csv } = refused.csv as { columns: object };
  const call = { access_token, account_id, file, csv: { ...csv, columns: { ...columns, fee: 3 } } };
  expect(await app.call("/item/files/add", call)).toMatchObject({ added: 1 });
  for (let round = 0; round < 3; round++) await app.runJobs();
  const { added } = await app.call("/transactions/sync", { access_token });
  expect((added as { amount: number }[]).map(({ amount }) => amount)).toContain(41.5);
});

test("a CSV file that its balances contradict is refused with its doubts and the guess, which corrects it", async () => {
  const app = await testApp();
  const { access_token, account_id } = await linkCsv(app);
  const file = base64(
    "Date,Text,Amount,Balance,SAMPLE-\n2026-01-20,Rent,-300.00,700.00,\n2026-01-21,Fees,-310.00,389.50,",
  );
  const refused = await fetchRefusal(app, { access_token, account_id, file });
  expect(refused).toMatchObject({
    error_code: "INVALID_FILE",
    doubts: ["balance: the rows add up to -310, the balance says -310.5"],
    csv: { delimiter: ",", skipped_rows: 1, is_negated: false, columns: { date: 0, amount: 2 } },
  });
  expect(refused.error_message).toContain("send csv");
  const call = { access_token, account_id, file, csv: refused.csv };
  expect(await app.call("/item/files/add", call)).toMatchObject({ added: 2 });
});

test("a file of an account that the Item does not have, and an Item of a bank, are refused", async () => {
  const app = await testApp();
  const { access_token } = await linkCsv(app);
  const sample = await app.request({ method: "GET", url: "/sandbox/sample-file.ofx" });
  const file = base64(sample.payload);
  const refused = await fetchRefusal(app, { access_token, file });
  expect(refused).toMatchObject({ error_code: "INVALID_FILE" });
  expect(await fetchNames(app, access_token)).toHaveLength(2);
  const bank = await app.link();
  expect(await fetchRefusal(app, { access_token: bank.access_token, file })).toMatchObject({
    error_code: "INVALID_INSTITUTION",
  });
});

test("the rows that are left out are counted, and their lines named", async () => {
  const app = await testApp();
  const ofx = (rows: string) =>
    `<OFX><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>SAMPLE-7</BANKACCTFROM><BANKTRANLIST>${rows}`;
  const row = (day: string, amount: string) =>
    `\n<STMTTRN><DTPOSTED>202601${day}<TRNAMT>${amount}<FITID>${day}</STMTTRN>`;
  const link = await app.startLink({ product: ["transactions"] });
  await link.bridge("institution/select", FILES);
  const credentials = { bank: "Lantern Bank", file: base64(ofx(row("13", "-5") + row("14", "."))) };
  const { body } = await link.bridge("credentials/submit", { ...FILES, credentials });
  const { accounts, note } = body.selection as { accounts: { id: string }[]; note: string };
  expect(note).toBe("One row was left out. Line 3: A date or an amount is missing.");
  const account_ids = accounts.map(({ id }) => id);
  const { public_token } = (await link.bridge("accounts/select", { account_ids })).body;
  const { access_token } = await app.call("/item/public_token/exchange", { public_token });
  const file = base64(ofx(row("13", "-5") + row("14", "x") + row("15", "-6") + row("16", "")));
  expect(await app.call("/item/files/add", { access_token, file })).toMatchObject({
    added: 1,
    left_out: {
      count: 2,
      reasons: [
        'line 3: an amount is not valid (TRNAMT "x"); expected -1234.56',
        "line 5: a field is missing (TRNAMT); expected -1234.56",
      ],
    },
  });
  const repeated = await app.call("/item/files/add", { access_token, file });
  expect(repeated).toMatchObject({ added: 0, left_out: { count: 0, reasons: [] } });
});

test("a text that several encodings fit is refused with the candidates, and read in the given one", async () => {
  const app = await testApp();
  const { access_token, account_id } = await linkCsv(app);
  const text = `${FIRST}\n2026-01-14,#ABKA,-5.00,`;
  const bytes = Buffer.from(text, "latin1").map((byte) => (byte === 0x23 ? 0xbd : byte));
  const call = { access_token, account_id, file: Buffer.from(bytes).toString("base64") };
  const refused = await fetchRefusal(app, call);
  expect(refused).toMatchObject({ error_code: "INVALID_FILE" });
  expect(refused.error_message).toMatch(/send encoding: .*ibm852 \(.*ŻABKA/);
  expect((await fetchRefusal(app, { ...call, encoding: "klingon" })).error_code).toBe(
    "INVALID_FIELD",
  );
  expect(await app.call("/item/files/add", { ...call, encoding: "CP852" })).toMatchObject({
    added: 1,
  });
  expect(await fetchNames(app, access_token)).toContain("ŻABKA");
  // A later file of the same bank is read with the user's earlier answers.
  const later = Buffer.from(bytes).toString("latin1").replace("2026-01-14", "2026-02-14");
  const next = { ...call, file: Buffer.from(later, "latin1").toString("base64") };
  expect(await app.call("/item/files/add", next)).toMatchObject({ added: 1 });
});

const TRADE = (id: string, day: string, units: number) =>
  `<BUYSTOCK><INVBUY><INVTRAN><FITID>${id}<DTTRADE>${day}</INVTRAN><SECID><UNIQUEID>ZZ00LFGIF010<UNIQUEIDTYPE>ISIN</SECID><UNITS>${units}<UNITPRICE>50<TOTAL>${-50 * units}</INVBUY></BUYSTOCK>`;

/** An investment statement with trades, and a position in one security. */
const invested = (day: string, trades: string, units: number) =>
  base64(
    `<OFX><INVSTMTRS><DTASOF>${day}<CURDEF>USD<INVACCTFROM><BROKERID>broker.example<ACCTID>SAMPLE-9</INVACCTFROM><INVTRANLIST>${trades}</INVTRANLIST><INVPOSLIST><POSSTOCK><INVPOS><SECID><UNIQUEID>ZZ00LFGIF010<UNIQUEIDTYPE>ISIN</SECID><POSTYPE>LONG<UNITS>${units}<UNITPRICE>50<MKTVAL>${50 * units}</INVPOS></POSSTOCK></INVPOSLIST><INVBAL><AVAILCASH>25</INVBAL></INVSTMTRS><SECLIST><STOCKINFO><SECINFO><SECID><UNIQUEID>ZZ00LFGIF010<UNIQUEIDTYPE>ISIN</SECID><SECNAME>Larkfield Global<TICKER>LFG</SECINFO></STOCKINFO></SECLIST></OFX>`,
  );

test("an investment statement is an Item with holdings, and a newer one replaces them and adds its trades once", async () => {
  const app = await testApp();
  const link = await app.startLink({ product: ["investments"] });
  await link.bridge("institution/select", FILES);
  const first = invested("20260110", TRADE("T1", "20260105", 2) + TRADE("T2", "20260107", 1), 3);
  const credentials = { bank: "Lantern Broker", file: first };
  const step = (await link.bridge("credentials/submit", { ...FILES, credentials })).body;
  const access_token = await finishLink(app, link, step);
  const held = async () => app.call("/investments/holdings/get", { access_token });
  expect(await held()).toMatchObject({
    accounts: [{ type: "investment", subtype: "brokerage", balances: { current: 175 } }],
    holdings: [
      { quantity: 3, institution_value: 150, cost_basis: null },
      { quantity: 25, institution_value: 25 },
    ],
    securities: [{ isin: "ZZ00LFGIF010", ticker_symbol: "LFG", type: "equity" }, { type: "cash" }],
  });
  const next = TRADE("T2", "20260107", 1) + TRADE("T3", "20260112", 4);
  const file = invested("20260114", next, 7);
  expect(await app.call("/item/files/add", { access_token, file })).toMatchObject({
    added: 1,
    left_out: { count: 0 },
  });
  for (let round = 0; round < 3; round++) await app.runJobs();
  expect(await held()).toMatchObject({
    accounts: [{ balances: { available: 25, current: 375 } }],
    holdings: [{ quantity: 7, institution_value: 350 }, {}],
  });
  const period = { start_date: "2025-01-01", end_date: "2030-01-01" };
  const done = await app.call("/investments/transactions/get", { access_token, ...period });
  expect(done).toMatchObject({
    total_investment_transactions: 3,
    investment_transactions: [
      { date: "2026-01-12", quantity: 4, amount: 200, type: "buy", name: "BUY Larkfield Global" },
      { date: "2026-01-07" },
      { date: "2026-01-05" },
    ],
  });
  const { public_token: again } = await app.call("/item/public_token/create", { access_token });
  const update = await app.startLink({ token: String(again) });
  const sold = base64(
    Buffer.from(invested("20260115", "", 1), "base64")
      .toString()
      .replace("<UNITPRICE>50", "<UNITPRICE>0.5"),
  );
  await update.bridge("credentials/submit", { ...FILES, credentials: { file: sold } });
  for (let round = 0; round < 3; round++) await app.runJobs();
  expect(await held()).toMatchObject({
    accounts: [{ balances: { current: 75 } }],
    holdings: [{ quantity: 1, institution_price: 50 }, {}],
  });
});

/** Links a statement whose cash has further fields of `balance`. */
const linkMargin = async (balance: string) => {
  const app = await testApp();
  const link = await app.startLink({ product: ["investments"] });
  await link.bridge("institution/select", FILES);
  const text = Buffer.from(invested("20260110", TRADE("T1", "20260105", 3), 3), "base64");
  const file = base64(text.toString().replace("<AVAILCASH>25", `<AVAILCASH>25${balance}`));
  const credentials = { bank: "Lantern Broker", file };
  const step = (await link.bridge("credentials/submit", { ...FILES, credentials })).body;
  return { app, access_token: await finishLink(app, link, step) };
};

test.each([
  ["", null, 175],
  ["<MARGINBALANCE>-40.5<SHORTBALANCE>0", 40.5, 134.5],
  ["<MARGINBALANCE>12", 0, 175],
  ["<MARGINBALANCE>much", null, null],
])(
  "an investment statement with %j is an account with a loan of %j",
  async (balance, loan, current) => {
    const { app, access_token } = await linkMargin(balance);
    const accounts = [{ balances: { margin_loan_amount: loan, current } }];
    const call = { access_token };
    expect(await app.call("/investments/holdings/get", call)).toMatchObject({ accounts });
    const { accounts: found } = (await app.call("/accounts/get", call)) as { accounts: Account[] };
    expect(JSON.stringify(found)).not.toContain("margin_loan_amount");
    const ids = { account_ids: [found[0]?.account_id] };
    const chosen = await app.call("/investments/holdings/get", { ...call, options: ids });
    expect(chosen).toMatchObject({ accounts });
    const period = { start_date: "2025-01-01", end_date: "2030-01-01" };
    const done = await app.call("/investments/transactions/get", { ...call, ...period });
    expect(done).toMatchObject({ accounts });
  },
);

test("the loan of the newest statement replaces the stored one", async () => {
  const { app, access_token } = await linkMargin("<MARGINBALANCE>-40");
  const held = () => app.call("/investments/holdings/get", { access_token });
  const loan = (amount: number) => ({ accounts: [{ balances: { margin_loan_amount: amount } }] });
  expect(await held()).toMatchObject(loan(40));
  const next = Buffer.from(invested("20260114", "", 3), "base64").toString();
  const file = base64(next.replace("<AVAILCASH>25", "<AVAILCASH>25<MARGINBALANCE>-7"));
  await app.call("/item/files/add", { access_token, file });
  for (let round = 0; round < 3; round++) await app.runJobs();
  expect(await held()).toMatchObject(loan(7));
});
