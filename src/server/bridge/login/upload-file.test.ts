import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { LoginResponse } from "../../../protocol/link/bridge.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const FILES = { institution_id: "ins_909999" };
const DAY = 86_400_000;

type App = Awaited<ReturnType<typeof testApp>>;
type Link = Awaited<ReturnType<App["startLink"]>>;
type Row = [date: string, amount: string, name: string, id?: string];

const toResponse = ({ body }: { body: Record<string, unknown> }) => {
  if (body.error_code) throw new Error(JSON.stringify(body));
  const { request_id: _, ...answer } = body;
  return LoginResponse.parse(answer);
};

/** A statement in OFX 1. */
const ofx = (rows: readonly Row[], account = "SAMPLE-1111", balance = "100.00") =>
  `OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>USD
<BANKACCTFROM><BANKID>011401533<ACCTID>${account}<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>${compact(rows[0]?.[0])}<DTEND>${compact(rows.at(-1)?.[0])}
${rows.map(([date, amount, name, id = `${date}${amount}`]) => `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${compact(date)}<TRNAMT>${amount}<FITID>${id}<NAME>${name}</STMTTRN>`).join("\n")}
</BANKTRANLIST><LEDGERBAL><BALAMT>${balance}<DTASOF>${compact(rows.at(-1)?.[0])}</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
const compact = (date = "2026-01-01") => date.replaceAll("-", "");

const csv = (rows: readonly (readonly string[])[]) =>
  [["Date", "Amount", "Text", "SAMPLE-"], ...rows].map((cells) => cells.join(";")).join("\n");

const JANUARY: Row[] = [
  ["2026-01-02", "-4.14", "Moonbean Coffee"],
  ["2026-01-05", "1890.50", "Juniper Labs"],
  ["2026-01-09", "-62.80", "Greenway Market"],
];

const packed = (text: string) => gzipSync(text).toString("base64");
const config = { product: ["transactions"] };

const openForm = async (app: App, changes: object = {}) => {
  const link = await app.startLink({ ...config, ...changes });
  return { link, form: await link.bridge("institution/select", FILES) };
};
const submit = (link: Link, file: string, changes: object = { bank: "Lantern Bank" }) =>
  link.bridge("credentials/submit", { ...FILES, credentials: { file, ...changes } });

/** Runs the jobs, and their follow-up jobs. */
const runAll = async ({ runJobs }: App) => {
  for (let round = 0; round < 3; round++) await runJobs();
};

/** Links an Item with a file; returns its access token. */
const linkFile = async (app: App, text: string) => {
  const { link } = await openForm(app);
  const { selection, connection } = toResponse(await submit(link, packed(text)));
  const account_ids = selection?.accounts.map(({ id }) => id);
  const public_token =
    connection?.public_token ??
    (await link.bridge("accounts/select", { account_ids })).body.public_token;
  return String((await app.call("/item/public_token/exchange", { public_token })).access_token);
};
const update = async (app: App, access_token: string) => {
  const { public_token } = await app.call("/item/public_token/create", { access_token });
  const link = await app.startLink({ token: public_token });
  return link;
};
const fetchTransactions = async (app: App, access_token: string) => {
  await runAll(app);
  const { added } = (await app.call("/transactions/sync", { access_token, count: 500 })) as {
    added: { transaction_id: string; date: string; amount: number; name: string }[];
  };
  return added
    .map(({ transaction_id, date, amount, name }) => ({
      id: transaction_id,
      row: [date, amount, name],
    }))
    .toSorted((a, b) => (a.row.join() < b.row.join() ? -1 : 1));
};
const fetchRows = async (app: App, access_token: string) =>
  (await fetchTransactions(app, access_token)).map(({ row }) => row);

test("the entry for files is offered if a file can carry the products", async () => {
  const app = await testApp();
  const isOffered = async (changes: Record<string, unknown>) => {
    const link = await app.startLink(changes);
    const rows = link.body.institutions as { institution_id: string }[];
    const isListed = rows.some(({ institution_id }) => institution_id === "ins_909999");
    const { body } = await link.bridge("institutions/search", { query: "upload a file" });
    const found = body.institutions as { institution_id: string }[];
    const isFound = found.some(({ institution_id }) => institution_id === "ins_909999");
    const isTaken = (await link.bridge("institution/select", FILES)).status === 200;
    expect([isListed, isFound]).toEqual([isTaken, isTaken]);
    return isTaken;
  };
  expect(await isOffered({ product: ["transactions"] })).toBe(true);
  expect(await isOffered({ product: ["transactions"], countryCodes: ["FR", "US"] })).toBe(true);
  expect(await isOffered({ product: ["transactions", "auth"] })).toBe(false);
  expect(await isOffered({ product: ["assets"] })).toBe(false);
  const { institutions } = await app.call("/institutions/search", {
    query: "upload a file",
    country_codes: ["US"],
  });
  expect(JSON.stringify(institutions)).not.toContain("ins_909999");
});

test("the account of a file becomes an ordinary Item", async () => {
  const app = await testApp();
  const access_token = await linkFile(app, ofx(JANUARY));
  expect(await fetchRows(app, access_token)).toEqual([
    ["2026-01-02", 4.14, "Moonbean Coffee"],
    ["2026-01-05", -1890.5, "Juniper Labs"],
    ["2026-01-09", 62.8, "Greenway Market"],
  ]);
  const { accounts } = await app.call("/accounts/balance/get", { access_token });
  expect(accounts).toMatchObject([
    {
      name: "Checking",
      official_name: "Lantern Bank Checking",
      mask: "1111",
      type: "depository",
      subtype: "checking",
      balances: { current: 100, available: null, iso_currency_code: "USD" },
    },
  ]);
});

test("a newer file goes into the same Item, and the ids stay", async () => {
  const app = await testApp();
  const access_token = await linkFile(app, ofx(JANUARY));
  const before = await fetchTransactions(app, access_token);
  app.advanceClock(DAY);
  const link = await update(app, access_token);
  expect(link.body.resume_point).toMatchObject({
    form: { purpose: "file", fields: [{ name: "file", type: "file" }] },
  });
  const newer: Row[] = [...JANUARY.slice(1), ["2026-01-12", "-9.00", "Papaya Cinema"]];
  const { connection } = toResponse(await submit(link, packed(ofx(newer)), {}));
  expect(connection).not.toBeNull();
  const after = await fetchTransactions(app, access_token);
  expect(after.slice(0, 3)).toEqual(before);
  expect(after.slice(3).map(({ row }) => row)).toEqual([["2026-01-12", 9, "Papaya Cinema"]]);
});

test("a file of an older period is read too", async () => {
  const app = await testApp();
  const access_token = await linkFile(app, ofx(JANUARY));
  await runAll(app);
  const older: Row[] = [["2025-03-03", "-1.00", "Old"]];
  toResponse(await submit(await update(app, access_token), packed(ofx(older)), {}));
  expect((await fetchRows(app, access_token))[0]).toEqual(["2025-03-03", 1, "Old"]);
});

test("a file of another account adds the account to the Item", async () => {
  const app = await testApp();
  const access_token = await linkFile(app, ofx(JANUARY));
  await runAll(app);
  const link = await update(app, access_token);
  const other = ofx([["2026-01-03", "-7.00", "Other"]], "SAMPLE-2222");
  expect(toResponse(await submit(link, packed(other), {})).connection).not.toBeNull();
  const { accounts } = await app.call("/accounts/get", { access_token });
  expect(accounts).toMatchObject([{ mask: "1111" }, { mask: "2222" }]);
  expect(await fetchRows(app, access_token)).toHaveLength(4);
});

test("two files that are added at once are both kept, or one is refused", async () => {
  const app = await testApp();
  const access_token = await linkFile(app, ofx(JANUARY));
  const [first, second] = [await update(app, access_token), await update(app, access_token)];
  const other: Row[] = [
    ["2026-01-02", "-4.14", "CARD 4279", ""],
    ["2026-01-11", "-3", "Other"],
  ];
  const { challenge } = toResponse(await submit(first, packed(ofx(other)), {}));
  expect(challenge).not.toBeNull();
  const newer: Row[] = [["2026-01-12", "-9.00", "Papaya Cinema"]];
  expect(toResponse(await submit(second, packed(ofx(newer)), {})).connection).not.toBeNull();
  const late = await first.bridge("mfa/submit", { answers: ["Same payment"] });
  expect(late.body).toMatchObject({ error_code: "INVALID_FILE" });
  expect(await fetchRows(app, access_token)).toHaveLength(4);
});

test("a QIF file is asked for what it leaves open", async () => {
  const app = await testApp();
  const { link } = await openForm(app);
  const qif = "!Type:Bank\nD02/01'26\nT-4.14\nPMoonbean Coffee\nMSAMPLE-\n^\n";
  const { challenge } = toResponse(await submit(link, packed(qif)));
  expect(challenge).toMatchObject({
    questions: [{ question: "Order of dates" }, { question: "Currency" }],
  });
  const { selection, connection } = toResponse(
    await link.bridge("mfa/submit", { answers: ["Day, month, year", "GBP"] }),
  );
  expect(selection ?? connection).not.toBeNull();
});

test("the columns of a CSV file are shown, corrected once, and kept", async () => {
  const app = await testApp({}, undefined);
  const { link } = await openForm(app);
  const rows = [
    ["02.01.2026", "-4,14", "Moonbean Coffee", ""],
    ["13.01.2026", "1890,50", "Juniper Labs", ""],
  ];
  const { challenge } = toResponse(await submit(link, packed(csv(rows))));
  if (challenge?.type !== "selections") throw new Error("there is no table");
  expect(challenge.table).toEqual(rows);
  expect(challenge.questions.map(({ question, chosen }) => [question, chosen])).toEqual([
    ["Date", "Date"],
    ["Amount", "Amount"],
    ["Text", "Description"],
    ["SAMPLE-", "Left out"],
    ["Currency", "EUR"],
  ]);
  const answers = challenge.questions.map(({ chosen = "" }) => chosen);
  const twice = await link.bridge("mfa/submit", { answers: answers.with(3, "Date") });
  expect(twice.body).toMatchObject({ error_code: "INVALID_MFA" });
  expect(twice.body.display_message).toContain("Date");
  const step = await link.bridge("mfa/submit", {
    answers: answers.with(2, "Payee").with(4, "CHF"),
  });
  const account_ids = toResponse(step).selection?.accounts.map(({ id }) => id);
  const { body } = await link.bridge("accounts/select", { account_ids });
  const exchanged = await app.call("/item/public_token/exchange", {
    public_token: body.public_token,
  });
  const access_token = String(exchanged.access_token);
  expect(await fetchRows(app, access_token)).toEqual([
    ["2026-01-02", 4.14, "Moonbean Coffee"],
    ["2026-01-13", -1890.5, "Juniper Labs"],
  ]);
  const { accounts } = await app.call("/accounts/get", { access_token });
  expect(accounts).toMatchObject([{ balances: { iso_currency_code: "CHF" } }]);

  const again = await update(app, access_token);
  const more = [...rows, ["14.01.2026", "-9,00", "Papaya Cinema", ""]];
  const which = toResponse(await submit(again, packed(csv(more)), {}));
  expect(which.challenge).toMatchObject({
    questions: [{ options: ["1. Checking", "Another account"] }],
  });
  const done = await again.bridge("mfa/submit", { answers: ["1. Checking"] });
  expect(toResponse(done).connection).not.toBeNull();
  expect(await fetchRows(app, access_token)).toHaveLength(3);
});

test("rows that may be the same are asked for, and their words are stored sealed", async () => {
  const app = await testApp();
  const access_token = await linkFile(app, ofx(JANUARY));
  const link = await update(app, access_token);
  const [first, , third] = JANUARY;
  if (!first || !third) throw new Error("there are no rows");
  const other: Row[] = [[first[0], first[1], "CARD 4279", ""], third];
  const { challenge } = toResponse(await submit(link, packed(ofx(other)), {}));
  expect(challenge).toMatchObject({
    type: "selections",
    questions: [{ question: expect.stringContaining("CARD 4279") }],
  });
  const session = await app.services.store.sessions.byTokenDigest(link.tokenDigest);
  expect(JSON.stringify(session)).not.toContain("CARD 4279");
  const answers = ["Same payment"];
  expect(toResponse(await link.bridge("mfa/submit", { answers })).connection).not.toBeNull();
  expect(await fetchRows(app, access_token)).toHaveLength(3);
});

test.each([
  ["a broken one", gzipSync("SAMPLE-1").subarray(0, 12), "broken"],
  ["a bomb", gzipSync(Buffer.alloc(70 * 1024 * 1024, " ")), "too large"],
  ["one without transactions", Buffer.from("SAMPLE- nothing"), "no statement"],
  ["a wrong date", Buffer.from(ofx([["2026-13-02", "-4.14", "X"]])), "line 14: a date"],
  [
    "entities",
    Buffer.from('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "SAMPLE-">]><OFX>&b;</OFX>'),
    "entity",
  ],
])("%s is refused, and nothing is stored", async (_, bytes, problem) => {
  const app = await testApp();
  const { link } = await openForm(app);
  const { body } = await submit(link, bytes.toString("base64"));
  expect(body).toMatchObject({ error_code: "INVALID_FILE" });
  expect(body.error_message).toContain(problem);
  expect(body.display_message).not.toBeNull();
  expect(toResponse(await submit(link, packed(ofx(JANUARY)))).selection).not.toBeNull();
});

test("the sandbox takes its sample files alone, and serves one", async () => {
  const app = await testApp();
  const { link, form } = await openForm(app);
  expect(form.body).toMatchObject({
    url: "/sandbox/sample-file.ofx",
    help: expect.stringContaining("sample"),
  });
  const real = await submit(link, packed(ofx(JANUARY, "12345678")));
  expect(real.body).toMatchObject({ error_code: "INVALID_FILE" });
  const sample = await app.request({ method: "GET", url: "/sandbox/sample-file.ofx" });
  expect(sample.statusCode).toBe(200);
  expect(await fetchRows(app, await linkFile(app, sample.payload))).not.toHaveLength(0);
});
