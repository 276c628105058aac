import { expect, test } from "vitest";
import { EMPTY_LEDGER, type Ledger } from "../connectors/files/file-account.ts";
import { mergeRows, spanOf } from "../connectors/files/merge-rows.ts";
import { DAY_MS, dayAt, toDate, toDay } from "../domain/calendar.ts";
import { transaction } from "../formats/statement.fixture.ts";
import { type BankRow, bankYear } from "./bank-year.fixture.ts";
import { appWithDoors } from "./doors.fixture.ts";
import { walkYear, YEAR_DAYS } from "./year-walk.fixture.ts";

const FIRST_DAY = toDay("2026-01-15");
/** The number of days in a download. */
const FILE_DAYS = 30;
const SEEDS = ["1", "2", "6", "2028"];

test("years of weekly files with stable, shifting and changing ids have no double, and no payment is lost", async () => {
  let [asked, count] = [0, 0];
  for (const seed of SEEDS) {
    const bank = bankYear(seed, FIRST_DAY, YEAR_DAYS);
    let ledger: Ledger = EMPTY_LEDGER;
    for (let day = FIRST_DAY + 5; day < FIRST_DAY + YEAR_DAYS; day += 7) {
      const rows = bank.list(day, day - FILE_DAYS).map(toRow);
      const span = spanOf(null, null, rows) ?? { from: "", to: "" };
      const merge = await mergeRows(ledger, { rows, span }, "same");
      ({ ledger } = merge);
      asked += merge.questions.length;
      const truth = bank.list(day, FIRST_DAY).map(toRow);
      expect(ledger.rows.map(toFacts).toSorted()).toEqual(truth.map(toFacts).toSorted());
    }
    count += ledger.rows.length;
  }
  // All questions come from the first weeks, before the bank's habit of rebooking is known.
  expect(asked / count).toBeLessThanOrEqual(1 / 1000);
}, 120_000);

test("a year of files that are added by the API and in Link has no double, and no payment is lost", async () => {
  const { asked, transactions } = await walkYear(await yearApp("2029"));
  expect(transactions).toBeGreaterThan(1000);
  // All questions come from the first weeks, before the bank's habit of rebooking is known.
  expect(asked / transactions).toBeLessThanOrEqual(2 / 1000);
}, 1_200_000);

const FILES = { institution_id: "ins_909999" };
const OPENING = 100_000_00;
/** Every fourth file is added in Link, the other files by the API. */
const WEEKS_OF_LINK = 4;

/** An Item of weekly downloads from a bank with a year's ledger. */
const yearApp = async (seed: string) => {
  const app = await appWithDoors();
  const firstDay = dayAt(app.services.clock());
  const bank = bankYear(seed, firstDay, YEAR_DAYS);
  const today = () => dayAt(app.services.clock());
  const balance = (): number =>
    bank
      .list(today(), firstDay)
      .filter(({ pending }) => !pending)
      .reduce((sum, { cents }) => sum - cents, OPENING);
  const download = () => {
    const span = { from: today() - FILE_DAYS, to: today() };
    return toReport(bank.list(span.to, span.from), span, balance());
  };
  const link = await app.startLink({ product: ["transactions"] });
  await link.bridge("institution/select", FILES);
  const credentials = { bank: "Lantern Bank", file: download() };
  const { body } = await link.bridge("credentials/submit", { ...FILES, credentials });
  const { accounts } = body.selection as { accounts: { id: string }[] };
  const account_ids = accounts.map(({ id }) => id);
  const { public_token } = (await link.bridge("accounts/select", { account_ids })).body;
  const item = await app.call("/item/public_token/exchange", { public_token });
  const tokens = { access_token: String(item.access_token), item_id: String(item.item_id) };
  const { access_token } = tokens;
  const settle = async () => {
    for (let round = 0; round < 3; round++) await app.runJobs();
  };
  await settle();
  /**
   * Adds a file in Link with the answer "same" to every question; returns the number of questions.
   */
  const addInLink = async (file: string): Promise<number> => {
    const { public_token } = await app.call("/item/public_token/create", { access_token });
    const session = await app.startLink({ token: public_token });
    let { body } = await session.bridge("credentials/submit", { ...FILES, credentials: { file } });
    let asked = 0;
    while (body.challenge) {
      const { questions } = body.challenge as { questions: { options: string[] }[] };
      asked += questions.length;
      const answers = questions.map(({ options: [first = ""] }) => first);
      ({ body } = await session.bridge("mfa/submit", { answers }));
    }
    expect(body.connection).toBeTruthy();
    return asked;
  };
  let weeks = 0;
  return {
    ...{ app, tokens, bank, balance },
    rows: () => bank.list(today(), firstDay),
    passDay: async () => app.advanceClock(DAY_MS),
    passWeek: async () => {
      weeks += 1;
      const file = download();
      const answer =
        weeks % WEEKS_OF_LINK === 0
          ? undefined
          : await app.post("/item/files/add", { ...app.credentials, access_token, file });
      // The API refuses a file with questions, which the user then answers in Link.
      if (answer && answer.status !== 200) expect(answer.body.error_code).toBe("INVALID_FILE");
      const asked = answer?.status === 200 ? 0 : await addInLink(file);
      await settle();
      return asked;
    },
  };
};

/** A camt.052 report of some days' rows, as of the last day, in base64. */
const toReport = (
  rows: readonly BankRow[],
  { from, to }: { from: number; to: number },
  balance: number,
): string =>
  Buffer.from(
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.08"><BkToCstmrAcctRpt><Rpt><Id>SAMPLE-${to}</Id>
<FrToDt><FrDtTm>${toDate(from)}T00:00:00</FrDtTm><ToDtTm>${toDate(to)}T23:59:59</ToDtTm></FrToDt>
<Acct><Id><Othr><Id>SAMPLE-1234</Id></Othr></Id><Ccy>USD</Ccy></Acct>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp>${moneyOf(balance)}<Dt><Dt>${toDate(to)}</Dt></Dt></Bal>
${rows.map(toEntry).join("\n")}</Rpt></BkToCstmrAcctRpt></Document>`,
  ).toString("base64");

const toEntry = ({ id, truth, date, cents, words, pending }: BankRow): string =>
  `<Ntry>${moneyOf(0 - cents)}<Sts><Cd>${pending ? "PDNG" : "BOOK"}</Cd></Sts><BookgDt><Dt>${date}</Dt></BookgDt>
<AcctSvcrRef>${id}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>${truth}</EndToEndId></Refs>
<RmtInf><Ustrd>${words}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;

/** An amount in cents, positive if the account's holder owns it. */
const moneyOf = (cents: number): string =>
  `<Amt Ccy="USD">${(Math.abs(cents) / 100).toFixed(2)}</Amt><CdtDbtInd>${cents < 0 ? "DBIT" : "CRDT"}</CdtDbtInd>`;

const toRow = ({ id, truth, date, cents, words, pending }: BankRow) =>
  transaction({
    ...{ date, id, pending, description: words, reference: truth },
    amount: ((0 - cents) / 100).toFixed(2),
  });

type Facts = Pick<ReturnType<typeof toRow>, "date" | "amount" | "pending" | "reference">;
const toFacts = ({ date, amount, pending, reference }: Facts): string =>
  `${reference} ${date} ${amount} ${pending}`;
