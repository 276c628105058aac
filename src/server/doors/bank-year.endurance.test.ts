import { expect, test } from "vitest";
import { bankTransaction } from "../../testing/bank-data.ts";
import { createTokenBank, reachOnly } from "../../testing/test-app/token-bank.ts";
import { DAY_MS, dayAt, toDay } from "../domain/calendar.ts";
import { NO_LOCATION, NO_PAYMENT_META } from "../domain/connectors/bank-transaction.ts";
import { type BankRow, bankYear } from "./bank-year.fixture.ts";
import { appWithDoors } from "./doors.fixture.ts";
import { walkYear, YEAR_DAYS } from "./year-walk.fixture.ts";

/** A bank with a year's ledger, and an Item at the bank. */
const yearApp = async (seed: string) => {
  const app = await appWithDoors();
  const firstDay = dayAt(app.services.clock());
  const bank = bankYear(seed, firstDay, YEAR_DAYS);
  const { connector, institutionId } = createTokenBank();
  const today = () => dayAt(app.services.clock());
  connector.transactions = async (_login, { from, to }) =>
    bank
      .list(today(), toDay(from))
      .filter(({ date }) => date <= to)
      .map(toBankTransaction);
  reachOnly(app, connector);
  const tokens = await app.link(institutionId, ["transactions"]);
  await app.runJobs();
  return {
    ...{ app, tokens, bank },
    rows: () => bank.list(today(), firstDay),
    passDay: async () => {
      app.advanceClock(DAY_MS);
      await app.runJobs();
    },
    /** Signs in again, since a sandbox login ends after a month. */
    passWeek: async () => {
      const { access_token } = tokens;
      const { public_token } = await app.call("/item/public_token/create", { access_token });
      const link = await app.startLink({ token: public_token });
      const login = { institution_id: institutionId, credentials: {} };
      expect((await link.bridge("credentials/submit", login)).status).toBe(200);
      return 0;
    },
    balance: () => undefined,
  };
};

test("a year of a bank with stable, shifting and changing ids has no double, and no payment is lost", async () => {
  const { asked, transactions } = await walkYear(await yearApp("2026"));
  expect(transactions).toBeGreaterThan(1000);
  expect(asked / transactions).toBeLessThanOrEqual(1 / 1000);
}, 300_000);

const toBankTransaction = ({ id, truth, date, cents, words, pending }: BankRow) =>
  bankTransaction({
    ...{ key: id, accountKey: "token-bank-1", pendingKey: null, account_owner: null },
    ...{ amount: cents / 100, iso_currency_code: "USD", unofficial_currency_code: null },
    ...{ category_id: null, transaction_type: "unresolved", transaction_code: null, pending },
    ...{ date, authorized_date: null, datetime: null, authorized_datetime: null },
    ...{ name: words, merchant_name: null, original_description: words },
    ...{ location: NO_LOCATION, payment_channel: "in store" },
    payment_meta: { ...NO_PAYMENT_META, reference_number: truth },
  });
