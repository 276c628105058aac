import fc from "fast-check";
import { expect, test } from "vitest";
import type { AccountType } from "../../../protocol/vocabulary.ts";
import { toDate } from "../calendar.ts";
import { historicalBalances } from "./historical-balances.ts";

const TO = 20_468;
const cents = fc.integer({ min: -9_000_000, max: 9_000_000 }).map((whole) => whole / 100);
const movements = fc.record({
  amount: cents,
  date: fc.integer({ min: TO - 40, max: TO + 3 }).map(toDate),
  pending: fc.boolean(),
});

const balances = (current: number | null) => ({
  available: null,
  current,
  limit: null,
  iso_currency_code: "USD",
  unofficial_currency_code: null,
});

const toCents = (amount: number): number => Math.round(amount * 100);

const type = fc.constantFrom<AccountType>("depository", "investment", "credit", "loan", "other");

test("a day's balance less its bookings is the balance of the day before", () => {
  fc.assert(
    fc.property(type, cents, fc.array(movements), fc.integer({ min: 0, max: 35 }), (...sample) => {
      const [accountType, current, transactions, days] = sample;
      const period = { from: toDate(TO - days), to: toDate(TO) };
      const account = { type: accountType, balances: balances(current) };
      const history = historicalBalances(account, transactions, period);
      expect(history.map(({ date }) => date)).toEqual(
        Array.from({ length: days + 1 }, (_, back) => toDate(TO - back)),
      );
      const isOwed = accountType === "credit" || accountType === "loan";
      const bookedIf = (fits: (date: string) => boolean) =>
        transactions
          .filter(({ date, pending }) => !pending && fits(date))
          .reduce((sum, { amount }) => sum + toCents(isOwed ? amount : -amount), 0);
      history.forEach(({ date, current: balance }, at) => {
        const before = history[at + 1];
        if (before)
          expect(toCents(balance) - bookedIf((day) => day === date)).toBe(toCents(before.current));
      });
      const [today] = history;
      expect(toCents(today?.current ?? 0) + bookedIf((day) => day > toDate(TO))).toBe(
        toCents(current),
      );
    }),
  );
});

test("an account without a balance has no history", () => {
  const period = { from: toDate(TO - 3), to: toDate(TO) };
  const account = { type: "depository", balances: balances(null) } as const;
  expect(historicalBalances(account, [], period)).toEqual([]);
});

test("amounts add up to the cent over many days", () => {
  const transactions = Array.from({ length: 700 }, (_, back) => ({
    amount: 0.1,
    date: toDate(TO - back),
    pending: false,
  }));
  const account = { type: "depository", balances: balances(0.3) } as const;
  const period = { from: toDate(TO - 700), to: toDate(TO) };
  expect(historicalBalances(account, transactions, period).at(-1)?.current).toBe(70.3);
});
