import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { LoginResponse } from "../../../protocol/link/bridge.ts";
import { finishLink } from "../../../testing/test-app/finish-link.ts";
import { portalBrowser } from "../../../testing/test-app/portal.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const FILES = { institution_id: "ins_909999" };

type App = Awaited<ReturnType<typeof testApp>>;
type Link = Awaited<ReturnType<App["startLink"]>>;

let app: App;
beforeAll(async () => {
  app = await testApp({}, undefined, afterAll);
});
// Advances the clock, so that no test meets a rate limit.
beforeEach(() => app.advanceClock(60_000));

const packed = (rows: readonly string[]) => Buffer.from(rows.join("\n")).toString("base64");

/** Trades with signs, two of whose words are not known. */
const SIGNED = [
  "Date,Action,Symbol,Quantity,Price,Amount,Currency,SAMPLE-",
  "2026-01-05,Acquire,ACM,10,12.50,-125.00,USD,",
  "2026-01-06,Buy,BRC,1,9.00,-9.00,USD,",
  "2026-01-12,Dispose,ACM,-4,15.00,60.00,USD,",
  "2026-01-13,acquire,ACM,2,15.00,-30.00,USD,",
];

/** Trades without signs, none of whose words is known. */
const UNSIGNED = [
  "Datum;Vorgang;ISIN;Anzahl;Kurs;Betrag;Währung;SAMPLE-",
  "05.01.2026;Zugang;ZZ0000000017;10;12,50;125,00;EUR;",
  "14.01.2026;Abgang;ZZ0000000017;4;15,00;60,00;EUR;",
];

/** Trades whose columns are not known either. */
const HUNGARIAN = [
  "Nap;Típus;Papír SAMPLE-;Darab;Árfolyam;Érték;Pénznem",
  "2026.01.05;Vétel;Acorn;10;12,50;-125,00;EUR",
  "2026.01.12;Eladás;Acorn;-4;15,00;60,00;EUR",
  "2026.01.14;Osztalék;Acorn;6;0,50;3,00;EUR",
];
const COLUMNS = {
  ...{ Nap: "Date", Típus: "Buy or sell", "Papír SAMPLE-": "Security (name, symbol or ISIN)" },
  ...{ Darab: "Units of the security", Árfolyam: "Price of a unit", Érték: "Amount" },
  Pénznem: "Currency",
};

const QIF = [
  "!Type:Invst",
  ...["D1/13'26", "NTeleport", "YAcme SAMPLE-", "I5.00", "Q3", "T15.00", "^"],
];

const OFX = [
  "OFXHEADER:100\n\n<OFX><INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><CURDEF>USD",
  "<INVACCTFROM><BROKERID>lantern.example<ACCTID>SAMPLE-1111</INVACCTFROM><INVTRANLIST>",
  "<DTSTART>20260101<DTEND>20260131",
  "<BUYCRYPTO><INVBUY><INVTRAN><FITID>c1<DTTRADE>20260105</INVTRAN>",
  "<SECID><UNIQUEID>ACM<UNIQUEIDTYPE>OTHER</SECID><UNITS>2<UNITPRICE>5<TOTAL>-10</INVBUY></BUYCRYPTO>",
  "</INVTRANLIST></INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1></OFX>",
];

const toStep = ({ body: { request_id: _, ...body } }: { body: Record<string, unknown> }) =>
  LoginResponse.parse(body);

const asked = (answer: { body: Record<string, unknown> }) => {
  const { challenge } = toStep(answer);
  if (challenge?.type !== "selections") throw new Error("there is no question");
  return challenge;
};

const upload = async (rows: readonly string[], language = "en") => {
  const link = await app.startLink({ product: ["transactions", "investments"], language });
  await link.bridge("institution/select", FILES);
  const credentials = { file: packed(rows), bank: "Lantern Broker" };
  return {
    link,
    answer: await link.bridge("credentials/submit", { ...FILES, credentials }),
  };
};

const open = async (rows: readonly string[], language?: string) => {
  const { link, answer } = await upload(rows, language);
  return { link, challenge: asked(answer) };
};

const submit = (link: Link, answers: string[]) => link.bridge("mfa/submit", { answers });

const connect = async (link: Link, answers: string[]) => {
  const access_token = await finishLink(app, link, (await submit(link, answers)).body);
  for (let round = 0; round < 3; round++) await app.runJobs();
  return access_token;
};

const Trades = z.array(z.record(z.string(), z.unknown()));
const fetchTrades = async (access_token: string) => {
  await app.call("/investments/refresh", { access_token });
  const { investment_transactions } = await app.call("/investments/transactions/get", {
    ...{ access_token, start_date: "2026-01-01", end_date: "2026-01-31" },
  });
  return Trades.parse(investment_transactions).map((row) => [
    ...[row.date, row.type, row.subtype, row.quantity, row.amount],
  ]);
};

const fileFor = async (access_token: string, rows: readonly string[]) => {
  const { accounts } = await app.call("/accounts/get", { access_token });
  const [account] = z.array(z.looseObject({ account_id: z.string() })).parse(accounts);
  return { access_token, account_id: account?.account_id, file: packed(rows) };
};

test("unknown words of trades are asked about with their first row, and a later file needs no question", async () => {
  const { link, challenge } = await open(SIGNED);
  expect(challenge).toMatchObject({
    title: "What do these words mean?",
    questions: [{ question: "Acquire (2 rows)" }, { question: "Dispose (1 row)" }],
    table: [
      ["Jan 5, 2026", "Jan 12, 2026"],
      ["10 × ACM", "−4 × ACM"],
      ["−125.00", "60.00"],
    ],
  });
  const { body } = await link.bridge("file/effect", { answers: ["Bought", "Sold"] });
  expect(body.effect).toMatch(/^4 trades.* −125\.00 · −9\.00 · \+60\.00 …$/);
  const access_token = await connect(link, ["Bought", "Sold"]);
  expect(await fetchTrades(access_token)).toEqual([
    ["2026-01-13", "buy", "buy", 2, 30],
    ["2026-01-12", "sell", "sell", -4, -60],
    ["2026-01-06", "buy", "buy", 1, 9],
    ["2026-01-05", "buy", "buy", 10, 125],
  ]);
  const later = await fileFor(access_token, [
    SIGNED[0] ?? "",
    "2026-01-14,ACQUIRE,ACM,1,9.00,-9.00,USD,",
  ]);
  expect(await app.call("/item/files/add", later)).toMatchObject({
    ...{ added: 1, left_out: { count: 0 } },
  });
});

test("words decide the direction of amounts without signs", async () => {
  const { link, challenge } = await open(UNSIGNED);
  expect(challenge.questions.map(({ question }) => question)).toEqual([
    ...["Zugang (1 row)", "Abgang (1 row)"],
  ]);
  expect(await fetchTrades(await connect(link, ["Bought", "Sold"]))).toEqual([
    ["2026-01-14", "sell", "sell", -4, -60],
    ["2026-01-05", "buy", "buy", 10, 125],
  ]);
});

test("words are asked about after the columns, whose effect names them", async () => {
  const { link, challenge } = await open(HUNGARIAN);
  const columns = challenge.questions.map(
    ({ question, chosen, options }) =>
      COLUMNS[question as keyof typeof COLUMNS] ?? chosen ?? options[0] ?? "",
  );
  const { body } = await link.bridge("file/effect", { answers: columns });
  expect(body.effect).toBe("Next we ask what “Vétel”, “Eladás”, “Osztalék” mean.");
  const words = asked(await submit(link, columns));
  expect(words.questions).toHaveLength(3);
  const access_token = await connect(link, ["Bought", "Sold", "Dividend"]);
  expect(await fetchTrades(access_token)).toEqual([
    ["2026-01-14", "cash", "dividend", 0, -3],
    ["2026-01-12", "sell", "sell", -4, -60],
    ["2026-01-05", "buy", "buy", 10, 125],
  ]);
});

test.each([
  ["Bought", "buy", "buy", 3, 15],
  ["Sold", "sell", "sell", -3, -15],
  ["Bought with a dividend", "buy", "dividend reinvestment", 3, 15],
  ["Dividend", "cash", "dividend", 0, -15],
  ["Interest", "cash", "interest", 0, -15],
  ["Fee", "fee", "miscellaneous fee", 0, 15],
  ["Tax", "fee", "tax withheld", 0, 15],
  ["Money paid in", "cash", "deposit", 0, -15],
  ["Money paid out", "cash", "withdrawal", 0, 15],
  ["Securities moved in", "transfer", "transfer", 3, 0],
  ["Securities moved out", "transfer", "transfer", -3, 0],
  ["Split of shares", "transfer", "split", 0, 0],
  ["Other money in or out", "cash", "adjustment", 0, -15],
])("an action of QIF that means “%s”", async (kind, type, subtype, quantity, amount) => {
  const { link, challenge } = await open(QIF);
  expect(challenge.questions[0]?.question).toBe("Teleport (1 row)");
  // QIF has no currency.
  expect(asked(await submit(link, [kind])).questions[0]?.question).toBe("Currency");
  const access_token = await connect(link, ["USD"]);
  expect(await fetchTrades(access_token)).toEqual([
    ["2026-01-13", type, subtype, quantity, amount],
  ]);
});

test("an aggregate that OFX does not have is asked about", async () => {
  const { link, challenge } = await open(OFX);
  expect(challenge.questions[0]?.question).toBe("BUYCRYPTO (1 row)");
  expect(await fetchTrades(await connect(link, ["Bought"]))).toEqual([
    ["2026-01-05", "buy", "buy", 2, 10],
  ]);
});

test("rows of a word that is left out are counted", async () => {
  const { link } = await open(SIGNED);
  const access_token = await connect(link, ["Bought", "Left out"]);
  expect(await fetchTrades(access_token)).toHaveLength(3);
});

test("a word without a meaning, and a meaning that was not offered, are refused and add nothing", async () => {
  const { link } = await open(SIGNED);
  const sentence = "Say what “Dispose” means.";
  const open1 = ["Bought", "Choose"];
  expect((await link.bridge("file/effect", { answers: open1 })).body.effect).toBe(sentence);
  expect((await submit(link, open1)).body.display_message).toBe(sentence);
  expect(await fetchTrades(await connect(link, ["Bought", "Sold"]))).toHaveLength(4);
  const other = await open(SIGNED);
  expect((await submit(other.link, ["Bought", "buy"])).body.error_code).toBe("INVALID_MFA");
  expect((await submit(other.link, ["Bought"])).body.error_code).toBe("INVALID_MFA");
});

test("a later file is asked about its new words alone, also on the account site", async () => {
  const { link } = await open(SIGNED);
  const access_token = await connect(link, ["Bought", "Sold"]);
  const file = await fileFor(access_token, [
    SIGNED[0] ?? "",
    ...["2026-01-14,Acquire,ACM,1,9.00,-9.00,USD,", "2026-01-14,Teleport,ACM,1,9.00,-9.00,USD,"],
  ]);
  const refused = await app.post("/item/files/add", { ...app.credentials, ...file });
  expect(refused.body).toMatchObject({
    error_code: "INVALID_FILE",
    error_message:
      'the file leaves open which trades its words mean; send trade_words; "Teleport" (1 row)',
  });
  const { item } = await app.call("/item/get", { access_token });
  const { item_id } = z.looseObject({ item_id: z.string() }).parse(item);
  const user = portalBrowser(app);
  await user.openFromLink(item_id);
  const body = { connection_id: item_id, file: file.file, account_id: file.account_id };
  expect((await user.post("connection/add-file", { ...body, language: "en" })).body).toMatchObject({
    added_file: { left_open: "columns" },
  });
  const trade_words = [{ word: "teleport", kind: "transfer_in" }];
  expect(await app.call("/item/files/add", { ...file, trade_words })).toMatchObject({ added: 2 });
  expect(await fetchTrades(access_token)).toContainEqual([
    ...["2026-01-14", "transfer", "transfer", 1, 0],
  ]);
});

test("two files at once keep the words of both, and a file that is added again adds nothing", async () => {
  const { link } = await open(SIGNED);
  const access_token = await connect(link, ["Bought", "Sold"]);
  const rows = (word: string, day: string) => [
    ...[SIGNED[0] ?? "", `2026-01-${day},${word},ACM,1,9.00,-9.00,USD,`],
  ];
  const first = {
    ...(await fileFor(access_token, rows("Alpha", "07"))),
    trade_words: [{ word: "Alpha", kind: "buy" }],
  };
  const second = {
    ...(await fileFor(access_token, rows("Beta", "08"))),
    trade_words: [{ word: "Beta", kind: "transfer_in" }],
  };
  const answers = await Promise.all(
    [first, second].map((each) => app.call("/item/files/add", each)),
  );
  expect(answers.map(({ added }) => added)).toEqual([1, 1]);
  expect(await app.call("/item/files/add", first)).toMatchObject({ added: 0 });
  for (const word of ["Alpha", "Beta"]) {
    const later = await fileFor(access_token, rows(word, "09"));
    expect(await app.call("/item/files/add", later)).toMatchObject({ added: 1 });
  }
  expect(await fetchTrades(access_token)).toHaveLength(8);
});

test("a session in French asks in French", async () => {
  const { challenge } = await open(SIGNED, "fr");
  expect(challenge).toMatchObject({
    title: "Que veulent dire ces mots\u00a0?",
    questions: [{ question: "Acquire (2 lignes)", chosen: "Choisir" }, {}],
  });
});
