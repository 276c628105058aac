import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { LoginResponse } from "../../../protocol/link/bridge.ts";
import { finishLink } from "../../../testing/test-app/finish-link.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const FILES = { institution_id: "ins_909999" };
const MINUTE = 60_000;

type App = Awaited<ReturnType<typeof testApp>>;
type Link = Awaited<ReturnType<App["startLink"]>>;

let app: App;
beforeAll(async () => {
  app = await testApp({}, undefined, afterAll);
});
// Advances the clock past the rate limits.
beforeEach(() => app.advanceClock(MINUTE));

const packed = (rows: readonly string[]) => Buffer.from(rows.join("\n")).toString("base64");

/** Trades with words that the reader does not know. */
const TRADES = [
  "Nap;Papír SAMPLE-;Darab;Árfolyam;Érték;Pénznem",
  "2026.01.05;Acorn;10;12,50;-125,00;EUR",
  "2026.01.12;Acorn;-4;15,00;60,00;EUR",
];

/** Positions without a day. */
const POSITIONS = [
  "Papír SAMPLE-;Darab;Árfolyam;Érték",
  "Acorn;6;15,00;90,00",
  "Birch Fund;2,5;40,00;100,00",
];

const openTable = async (rows: readonly string[], language = "en") => {
  const link = await app.startLink({ product: ["transactions", "investments"], language });
  await link.bridge("institution/select", FILES);
  const credentials = { file: packed(rows), bank: "Lantern Broker" };
  return { link, ...asked(await link.bridge("credentials/submit", { ...FILES, credentials })) };
};

const toStep = ({ body: { request_id: _, ...body } }: { body: Record<string, unknown> }) =>
  LoginResponse.parse(body);

const asked = (answer: { body: Record<string, unknown> }) => {
  const { challenge } = toStep(answer);
  if (challenge?.type !== "selections") throw new Error("there is no table");
  return { questions: challenge.questions };
};

type Questions = ReturnType<typeof asked>["questions"];

/** The answers of a user who names some columns, and leaves the others out. */
const answersTo = (questions: Questions, named: Record<string, string>): string[] =>
  questions.map(({ question, options, chosen }) => {
    const isColumn = options.includes("Left out");
    const answer = named[question.replace(" SAMPLE-", "")];
    return answer ?? (isColumn ? "Left out" : (chosen ?? options[0] ?? ""));
  });

const SECURITY = "Security (name, symbol or ISIN)";
const UNITS = "Units of the security";
const PRICE = "Price of a unit";
const OF_TRADES = {
  ...{ Nap: "Date", Papír: SECURITY, Darab: UNITS, Árfolyam: PRICE },
  ...{ Érték: "Amount", Pénznem: "Currency" },
};
const OF_POSITIONS = { Papír: SECURITY, Darab: UNITS, Árfolyam: PRICE, Érték: "Amount" };

const connect = async (link: Link, questions: Questions, named: Record<string, string>) => {
  const { body } = await link.bridge("mfa/submit", { answers: answersTo(questions, named) });
  const access_token = await finishLink(app, link, body);
  for (let round = 0; round < 3; round++) await app.runJobs();
  return access_token;
};

const Investments = z.object({
  securities: z.array(z.looseObject({ security_id: z.string(), name: z.string().nullable() })),
  holdings: z.array(z.looseObject({ quantity: z.number(), institution_value: z.number() })),
});
const Accounts = z.object({ accounts: z.array(z.looseObject({ account_id: z.string() })) });

const fetchHoldings = async (access_token: string) => {
  const { holdings } = Investments.parse(
    await app.call("/investments/holdings/get", { access_token }),
  );
  return holdings.map(({ quantity, institution_value }) => [quantity, institution_value]);
};
const fetchTrades = async (access_token: string) => {
  const { investment_transactions } = await app.call("/investments/transactions/get", {
    ...{ access_token, start_date: "2026-01-01", end_date: "2026-01-31" },
  });
  return (investment_transactions as Record<string, unknown>[]).map((row) => [
    ...[row.date, row.type, row.quantity, row.amount, row.price],
  ]);
};

test("a user names the columns of trades whose words are not known, and a later file needs no question", async () => {
  const { link, questions } = await openTable(TRADES);
  const { body } = await link.bridge("file/effect", { answers: answersTo(questions, OF_TRADES) });
  expect(String(body.effect).replace(/\s/g, " ")).toBe(
    "2 trades, January 5 – 12, 2026: −125.00 · +60.00",
  );
  const access_token = await connect(link, questions, OF_TRADES);
  expect(await fetchTrades(access_token)).toEqual([
    ["2026-01-12", "sell", -4, -60, 15],
    ["2026-01-05", "buy", 10, 125, 12.5],
  ]);
  const later = [TRADES[0] ?? "", "2026.01.14;Birch;1;9,00;-9,00;EUR"];
  const { accounts } = Accounts.parse(await app.call("/accounts/get", { access_token }));
  const account_id = accounts[0]?.account_id;
  const file = packed(later);
  expect(await app.call("/item/files/add", { access_token, account_id, file })).toMatchObject({
    ...{ added: 1, left_out: { count: 0 } },
  });
});

test("positions without a day are asked about, and are the account's worth", async () => {
  const { link, questions } = await openTable(POSITIONS);
  const { body } = await link.bridge("file/effect", {
    answers: answersTo(questions, OF_POSITIONS),
  });
  expect(body.effect).toBe("2 holdings, worth: +90.00 · +100.00");
  const access_token = await connect(link, questions, OF_POSITIONS);
  expect(await fetchHoldings(access_token)).toEqual([
    [6, 90],
    [2.5, 100],
  ]);
  const { accounts } = await app.call("/accounts/get", { access_token });
  expect(accounts).toMatchObject([{ type: "investment", balances: { current: 190 } }]);
});

test.each([
  [{ Papír: "Left out" }, `Choose the column for “${SECURITY}”.`],
  [{ Darab: "Left out" }, `Choose the column for “${UNITS}”.`],
  [{ Árfolyam: "Left out", Érték: "Left out" }, "Choose the column for “Amount”."],
  [{ Árfolyam: UNITS }, `Two columns are “${UNITS}”. Choose one of them.`],
])("a table of securities with %j is refused with a sentence", async (changes, sentence) => {
  const { link, questions } = await openTable(POSITIONS);
  const answers = answersTo(questions, { ...OF_POSITIONS, ...changes });
  expect((await link.bridge("file/effect", { answers })).body.effect).toBe(sentence);
  expect((await link.bridge("mfa/submit", { answers })).body.display_message).toBe(sentence);
});

test("a column of ISINs is chosen, with the units and the price that names tell", async () => {
  const { questions } = await openTable([
    "SAMPLE-;Nap;Kod;Quantity;Price;Summa",
    "a;2026.01.05;ZZ0000000017;10;12,50;-125,00",
  ]);
  const chosen = questions.map(({ question, chosen: own }) => [question, own]);
  expect(chosen).toContainEqual(["Kod", SECURITY]);
  expect(chosen).toContainEqual(["Quantity", UNITS]);
  expect(chosen).toContainEqual(["Price", PRICE]);
});

test("a broker's table none of whose rows can be read by its names is asked about", async () => {
  const { questions } = await openTable([
    "SAMPLE-,Date,Symbol,Quantity,Price,Amount",
    "a,2026-01-12,ACM,ten,5.00,50.00",
    "b,2026-01-13,ACM,two,5.00,10.00",
  ]);
  expect(questions.map(({ question }) => question)).toContain("Quantity");
});

test("a bank's table whose columns are certain has no securities to choose", async () => {
  const { questions } = await openTable([
    "Date;Amount;Text;SAMPLE-",
    ...["02.01.2026;18,40;Alpha", "13.01.2026;-250,00;Beta"],
  ]);
  expect(questions.flatMap(({ options }) => options)).not.toContain(SECURITY);
});

test("a session in French asks in French", async () => {
  const { questions } = await openTable(POSITIONS, "fr");
  expect(questions[0]?.options).toContain("Titre (nom, code ou ISIN)");
});

test("a developer names the columns of securities in csv", async () => {
  const { link, questions } = await openTable(POSITIONS);
  const access_token = await connect(link, questions, OF_POSITIONS);
  const csv = {
    ...{ delimiter: ";", skipped_rows: 1, date_order: "YMD", decimal_mark: "," },
    columns: { date: 0, security: 1, units: 2, price: 3, amount: 4, currency: 5 },
  };
  const { accounts } = Accounts.parse(await app.call("/accounts/get", { access_token }));
  const account_id = accounts[0]?.account_id;
  const body = { access_token, account_id, file: packed(TRADES), csv };
  const { security: _, ...columns } = csv.columns;
  const refused = { ...app.credentials, ...body, csv: { ...csv, columns } };
  expect((await app.post("/item/files/add", refused)).body).toMatchObject({
    error_code: "INVALID_FIELD",
    error_message: "csv.columns of securities must have security, units, and price or amount",
  });
  await app.call("/item/files/add", body);
  await app.call("/investments/refresh", { access_token });
  expect(await fetchTrades(access_token)).toHaveLength(2);
  expect(await fetchHoldings(access_token)).toHaveLength(2);
});
