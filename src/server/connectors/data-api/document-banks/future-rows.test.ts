import { expect, test } from "vitest";
import { type Json, NOW } from "./authorization-server.fixture.ts";
import { berlinBank } from "./berlin-bank.fixture.ts";
import { dayBefore } from "./books.fixture.ts";
import { changing, put } from "./changing.fixture.ts";
import { connectedTo, PERIOD } from "./linked.fixture.ts";
import { ukBank } from "./uk-bank.fixture.ts";

const OF_A1 = /^GET .*\/a1\/transactions/;
const BEFORE = dayBefore(NOW, 10);
const DAY = dayBefore(NOW, 1);

let isFirstPage = true;
/** Changes the first row of a reading's first page. */
const onFirstPage = (change: (row: Json) => Json) => (row: Json) => {
  if (!isFirstPage) return row;
  isFirstPage = false;
  return change(row);
};

test.each([
  [
    ...(["uk", "oauth"] as const),
    () => ukBank([]),
    put(
      OF_A1,
      "Data.Transaction.0",
      onFirstPage((row) => ({
        ...{ ...row, BookingDateTime: `${DAY}T09:00:00`, Status: "BOOK" },
        Amount: { Amount: "77.77", Currency: "GBP" },
      })),
    ),
  ],
  [
    ...(["berlin-group", "redirect"] as const),
    () => berlinBank([], "redirect"),
    put(
      OF_A1,
      "transactions.booked.0",
      onFirstPage((row) => ({
        ...{ ...row, bookingDate: DAY },
        transactionAmount: { amount: "77.77", currency: "EUR" },
      })),
    ),
  ],
])(
  "a row of %s that is dated ahead is read once its day has come",
  async (dialect, approach, open, change) => {
    const { link, connector } = connectedTo(changing(open(), change), dialect, { approach });
    const { login } = await link();
    const readUntil = async (to: string) => {
      isFirstPage = true;
      const rows = await connector.transactions(login, { ...PERIOD, to });
      return rows.filter(({ amount }) => Math.abs(amount) === 77.77);
    };
    expect(await readUntil(BEFORE)).toEqual([]);
    const keys = (await readUntil(PERIOD.to)).map(({ key }) => key);
    expect(keys).toHaveLength(1);
    expect((await readUntil(DAY)).map(({ key }) => key)).toEqual(keys);
  },
);
