import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { LoginResponse } from "../../../protocol/link/bridge.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { RightReading, readCase } from "../../formats/file-cases.fixture.ts";
import { zip } from "../../formats/zip.fixture.ts";

const FILES = { institution_id: "ins_909999" };
/** The cases have days in 2026. */
const TO_THE_END_OF_2026 = 350 * 86_400_000;
const MINUTE = 60_000;

type App = Awaited<ReturnType<typeof testApp>>;
type Link = Awaited<ReturnType<App["startLink"]>>;
type Answer = { body: Record<string, unknown> };
type Step = ReturnType<typeof LoginResponse.parse>;
type Selections = Extract<Step["challenge"], { type: "selections" }>;

/** A sandbox file. Its name has the mark, so that its bytes are the case's own. */
const packed = (bytes: Buffer, name: string) =>
  zip({ name: `SAMPLE-${name}`, content: bytes }).toString("base64");

const stepOf = ({ body: { request_id: _, ...body } }: Answer): Step => LoginResponse.parse(body);

/**
 * The answers of a user who keeps the guess, knows the sign and the currency, and writes days
 * first.
 */
const answersTo = (
  { questions }: Selections,
  { orAsked, currency, rows }: RightReading,
): string[] =>
  questions.map(({ options, chosen, pictures }) => {
    const [code = ""] = currency.replace("?", "").split("|");
    const texts = rows.flatMap(({ text }) => text ?? []);
    const readable = options.find((option) => texts.some((text) => option.includes(text)));
    if (orAsked === "encoding" && readable !== undefined) return readable;
    if (pictures && orAsked === "sign") return options[1] ?? "";
    if (options.includes("USD") && options.includes(code)) return code;
    return chosen ?? options.find((option) => option === "EUR") ?? options[0] ?? "";
  });

/**
 * Uploads a file in Link, and answers its questions. Returns the questions, and the new Item's
 * access token or the refusal.
 */
async function uploadInLink(file: string, right: RightReading) {
  const link = await app.startLink({ product: ["transactions"] });
  await link.bridge("institution/select", FILES);
  const credentials = { bank: "Lantern Bank", file };
  let answer: Answer = await link.bridge("credentials/submit", { ...FILES, credentials });
  const asked: Selections[] = [];
  for (;;) {
    if (answer.body.error_code !== undefined)
      return { asked, refusal: `${answer.body.error_message} ${answer.body.display_message}` };
    const { challenge } = stepOf(answer);
    if (challenge?.type !== "selections") break;
    if (asked.length > 3) throw new Error("the file is asked about again and again");
    asked.push(challenge);
    answer = await link.bridge("mfa/submit", { answers: answersTo(challenge, right) });
  }
  return { asked, access_token: await connect(link, stepOf(answer)) };
}

async function connect(link: Link, { selection, connection }: Step): Promise<string> {
  const account_ids = selection?.accounts.map(({ id }) => id);
  const public_token =
    connection?.public_token ??
    (await link.bridge("accounts/select", { account_ids })).body.public_token;
  return String((await app.call("/item/public_token/exchange", { public_token })).access_token);
}

let app: App;
beforeAll(async () => {
  app = await testApp({}, undefined, afterAll);
  app.advanceClock(TO_THE_END_OF_2026);
});
// Advances the clock past the rate limits.
beforeEach(() => app.advanceClock(MINUTE));

type Account = {
  account_id: string;
  type: string;
  mask: string | null;
  balances: {
    current: number | null;
    iso_currency_code: string | null;
    unofficial_currency_code: string | null;
  };
};
type Transaction = Record<"name" | "original_description" | "merchant_name" | "date", string> & {
  amount: number;
  counterparties?: object[];
};

/** An Item's accounts and transactions in the API. */
async function readItem(access_token: string) {
  for (let round = 0; round < 3; round++) await app.runJobs();
  const { accounts } = (await app.call("/accounts/get", { access_token })) as {
    accounts: Account[];
  };
  const { added } = (await app.call("/transactions/sync", {
    ...{ access_token, count: 500, options: { include_original_description: true } },
  })) as { added: Transaction[] };
  return { accounts, added };
}

function expectRight(
  { accounts, added }: Awaited<ReturnType<typeof readItem>>,
  right: RightReading,
) {
  const rows = added.map(({ date, amount, ...texts }) => ({
    day: `${date} ${-amount + 0}`,
    text: JSON.stringify(texts),
  }));
  const booked = rows.filter(({ day }) => !(right.allowZero && day.endsWith(" 0")));
  const toDay = ({ date, amount }: RightReading["rows"][number]) => `${date} ${Number(amount)}`;
  expect(booked.map(({ day }) => day).toSorted()).toEqual(right.rows.map(toDay).toSorted());
  for (const row of right.rows)
    expect(
      rows.filter(({ day, text }) => day === toDay(row) && text.includes(row.text ?? "")),
      row.text,
    ).not.toEqual([]);
  for (const text of right.forbid) expect(JSON.stringify(added)).not.toContain(text);
  if (right.accounts !== undefined) expect(accounts).toHaveLength(right.accounts);
  const [first] = accounts;
  const sign = first?.type === "credit" ? -1 : 1;
  if (right.balance !== "*")
    expect(right.balance.split("|").map(Number)).toContain(sign * (first?.balances.current ?? NaN));
  if (!right.currency.startsWith("*"))
    expect(right.currency.replace("?", "").split("|")).toContain(
      first?.balances.iso_currency_code ?? first?.balances.unofficial_currency_code,
    );
  if (right.mask !== undefined) expect(first?.mask?.endsWith(right.mask.slice(-4))).toBe(true);
}

/**
 * Cases of each path through Link and the API: formats, questions, several accounts, and a refusal.
 */
const WAYS = [
  ["camt-parties", "payment-that-comes-back.xml"],
  ["csv-balance-rows", "lv-swedbank.csv"],
  ["csv-card-signs", "majority-positive-unknown.csv"],
  ["csv-product", "two-accounts.csv"],
  ["encoding", "bg-ofx-declared-koi8.ofx"],
  ["encoding", "lt-csv-cp775.csv"],
  ["mt940-account", "cz-iban-and-currency.sta"],
  ["ofx-investment", "cash-rows.ofx"],
  ["ofx-investment", "fund-statement.ofx"],
  ["qif-opening-balance", "pl-saldo-poczatkowe.qif"],
] as const;

test.each(WAYS)("%s/%s is in the API as its bank meant it", async (kind, file) => {
  const { bytes, right } = readCase(kind, file);
  const link = await uploadInLink(packed(bytes, file), right);
  if (link.refusal !== undefined)
    return expect(link.refusal).toContain(right.orSentence ?? "a case that is read");
  const { access_token } = link;
  const item = await readItem(access_token);
  expectRight(item, right);
  // A file that names its account fits only that Item.
  if (item.accounts.length > 1 || item.accounts[0]?.mask !== null) {
    const again = { access_token, file: packed(bytes, `again-${file}`) };
    return expect(await addByApi(again, right)).toMatchObject({ added: 0 });
  }
  const other = await linkOther(right);
  await addByApi({ ...other, file: packed(bytes, file) }, right);
  expectRight(await readItem(other.access_token), right);
});

/** Adds a file as a developer who corrects a table's guess and picks the encoding. */
async function addByApi(
  body: { access_token: string; account_id?: string; file: string },
  { orAsked, rows }: RightReading,
): Promise<Answer["body"]> {
  const answer = (await app.post("/item/files/add", { ...app.credentials, ...body })).body;
  if (answer.error_code === undefined) return answer;
  const message = String(answer.error_message);
  if (message.includes("send encoding")) {
    const candidates = [...message.matchAll(/([\w-]+) \(([^)]*)\)/g)];
    const fits = candidates.find(([, , line = ""]) =>
      rows.some(({ text = "" }) => line.includes(text)),
    );
    return app.call("/item/files/add", { ...body, encoding: (fits ?? candidates[0])?.[1] });
  }
  // Two files of a single day leave open whether a row is in both.
  if (message.includes("send possible_matches"))
    return app.call("/item/files/add", { ...body, possible_matches: "same" });
  if (message.includes("send date_order"))
    return app.call("/item/files/add", { ...body, date_order: "DMY" });
  if (answer.csv === undefined) throw new Error(message);
  const csv = { ...(answer.csv as object), ...(orAsked === "sign" && { is_negated: true }) };
  return app.call("/item/files/add", { ...body, csv });
}

/**
 * Links an Item with an account without a number, in a given currency, and without transactions in
 * the read period.
 */
async function linkOther({ currency }: RightReading) {
  const code = /^[A-Z]{3}/.exec(currency)?.[0] ?? "EUR";
  const rows = [`2020-01-02,Moonbean,-4.14,${code}`, `2020-01-03,Juniper,5.00,${code}`];
  const other = ["Date,Text,Amount,Currency", ...rows].join("\n");
  const file = packed(Buffer.from(other), "other.csv");
  const { access_token, refusal } = await uploadInLink(file, RightReading.parse({ rows: [] }));
  if (access_token === undefined) throw new Error(refusal);
  const { accounts } = await readItem(access_token);
  return { access_token, account_id: accounts[0]?.account_id ?? "" };
}
