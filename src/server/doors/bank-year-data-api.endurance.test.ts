import { expect, test } from "vitest";
import type { Ledger } from "../../../demo/bank/server.d.mts";
import { BANK_ID, bankApp } from "../connectors/data-api/bank-app.fixture.ts";
import { DAY_MS, dayAt, toDate, toDay } from "../domain/calendar.ts";
import { type BankRow, bankYear } from "./bank-year.fixture.ts";
import { appWithDoors } from "./doors.fixture.ts";
import { walkYear, YEAR_DAYS } from "./year-walk.fixture.ts";

const ACCOUNT = "acc-ada-everyday";
const OPENING = 100_000_00;

/** A bank with a data API and a year's ledger, and an Item at the bank. */
const yearApp = async (seed: string) => {
  let year: { bank: ReturnType<typeof bankYear>; firstDay: number } | undefined;
  const rowsFrom = (since: number, now: number) => year?.bank.list(dayAt(now), since) ?? [];
  /** The last delivered list, whose pages share the same ids. */
  let delivery: { key: string; rows: ReturnType<typeof toFdx>[] } = { key: "", rows: [] };
  const deliver = (startTime: string, now: number) => {
    const key = `${now} ${startTime}`;
    if (delivery.key !== key)
      delivery = { key, rows: rowsFrom(toDay(startTime.slice(0, 10)), now).map(toFdx) };
    return delivery.rows;
  };
  const balanceAt = (now: number): number =>
    rowsFrom(year?.firstDay ?? 0, now)
      .filter(({ pending }) => !pending)
      .reduce((sum, { cents }) => sum - cents, OPENING);
  const ledger: Ledger = {
    transactions: (accountId, query, now) =>
      accountId === ACCOUNT ? deliver(query.get("startTime") ?? toDate(0), now) : [],
    balance: (accountId, now) => (accountId === ACCOUNT ? balanceAt(now) / 100 : undefined),
  };
  const { app, linkItem, open, visitBank, goOn } = await bankApp({ ledger, openApp: appWithDoors });
  const firstDay = dayAt(app.services.clock());
  const bank = bankYear(seed, firstDay, YEAR_DAYS);
  year = { bank, firstDay };
  const tokens = await linkItem({}, { accounts: [ACCOUNT] });
  await app.runJobs();
  const today = () => dayAt(app.services.clock());
  return {
    ...{ app, tokens, bank },
    rows: () => bank.list(today(), firstDay),
    passDay: async () => {
      app.advanceClock(DAY_MS);
      await app.runJobs();
    },
    /** Signs in every third week, since a sandbox login ends after a month. */
    passWeek: async () => {
      if ((today() - firstDay) % 21 === 0) {
        const { access_token } = tokens;
        const link = await open({ access_token, products: undefined });
        await visitBank(link, { accounts: [ACCOUNT] });
        await goOn(link);
        await app.runJobs();
      }
      return 0;
    },
    balance: () => balanceAt(app.services.clock()),
  };
};

test("a year of a data API with stable, shifting and changing ids has no double, and no payment is lost", async () => {
  const year = await yearApp("2027");
  const { asked, transactions } = await walkYear(year);
  expect(transactions).toBeGreaterThan(1000);
  expect(asked / transactions).toBeLessThanOrEqual(1 / 1000);
  const { moved, rebooked } = await year.app.services.store.institutionIds.get(BANK_ID);
  expect(Math.min(moved, rebooked)).toBeGreaterThanOrEqual(3);
}, 300_000);

const toFdx = ({ id, truth, date, cents, words, pending }: BankRow) => ({
  ...{ id, transactionId: id, reference: truth, description: words },
  ...(pending
    ? { status: "PENDING", transactionTimestamp: `${date}T12:00:00Z` }
    : { status: "POSTED", postedTimestamp: `${date}T12:00:00Z` }),
  debitCreditMemo: cents < 0 ? "CREDIT" : "DEBIT",
  amount: Math.abs(cents) / 100,
});
