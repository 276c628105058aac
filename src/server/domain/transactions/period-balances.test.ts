import { expect, test } from "vitest";
import { periodBalances } from "./period-balances.ts";

const account = (type: "depository" | "credit") => ({
  type,
  balances: {
    available: null,
    current: 100,
    limit: null,
    iso_currency_code: "USD",
    unofficial_currency_code: null,
  },
});

/** A booking, in dollars by default. */
const booking = (amount: number, date: string, changes = {}) => ({
  amount,
  date,
  pending: false,
  iso_currency_code: "USD",
  ...changes,
});

const balances = (type: "depository" | "credit", ...bookings: ReturnType<typeof booking>[]) =>
  periodBalances(
    account(type),
    (async function* () {
      yield* bookings;
    })(),
    { to: "2026-01-31" },
  );

test("balances are computed backwards from the current one, and a debt grows with what leaves", async () => {
  const bookings = [booking(30, "2026-01-10"), booking(-5, "2026-02-01")];
  expect(await balances("depository", ...bookings)).toEqual({ opening: 125, closing: 95 });
  expect(await balances("credit", ...bookings)).toEqual({ opening: 75, closing: 105 });
});

test("an authorization in a foreign currency changes no balance, and a booking in one leaves none", async () => {
  const abroad = { iso_currency_code: "EUR" };
  const held = booking(28.99, "2026-01-10", { ...abroad, pending: true });
  expect(await balances("credit", held)).toEqual({ opening: 100, closing: 100 });
  expect(await balances("credit", booking(28.99, "2026-01-10", abroad))).toBe(null);
});
