import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../testing/property-samples.ts";
import { sumText, toSum } from "./decimal-sum.ts";
import { type BalanceRow, chainOf, isConfirmed } from "./running-balance.ts";

const cents = fc.integer({ min: -1_000_000, max: 1_000_000 });
const text = (amount: number) => sumText(BigInt(amount) * 10n ** 16n);

/** The rows of an account, oldest first, with the balance after each. */
const rowsFrom = (opening: number, amounts: readonly number[]): BalanceRow[] => {
  let balance = opening;
  return amounts.map((amount) => {
    balance += amount;
    return { amount: text(amount), balance: text(balance) };
  });
};
/**
 * Whether each row reverses the previous row, so that both orders of the lines agree with the
 * balances.
 */
const readsBothWays = (amounts: readonly number[]) =>
  amounts.every((amount, at) => at === 0 || amount === -(amounts[at - 1] ?? 0));

const anyRows = fc
  .tuple(
    cents,
    fc
      .array(
        cents.filter((amount) => amount !== 0),
        { minLength: 3, maxLength: 20 },
      )
      .filter((amounts) => !readsBothWays(amounts)),
  )
  .map(([opening, amounts]) => ({ opening, rows: rowsFrom(opening, amounts) }));

test("a running balance confirms rows in either order, and has the first and the last balance", () => {
  fc.assert(
    fc.property(anyRows, fc.boolean(), ({ opening, rows }, isReversed) => {
      const chain = chainOf(isReversed ? rows.toReversed() : rows);
      expect(isConfirmed(chain)).toBe(true);
      expect(chain).toMatchObject({ broken: 0, opening: text(opening) });
      expect(chain.closing).toBe(rows.at(-1)?.balance);
    }),
    { numRuns: samples(300) },
  );
});

test("a running balance confirms rows that lack some balances", () => {
  fc.assert(
    fc.property(anyRows, fc.array(fc.boolean()), ({ rows }, lacks) => {
      const sparse = rows.map((row, at) => (lacks[at] ? { ...row, balance: null } : row));
      const chain = chainOf(sparse);
      expect(chain.broken).toBe(0);
      const known = sparse.flatMap(({ balance }) => balance ?? []);
      // A step between equal balances proves no amount.
      const moves = known.filter((balance, at) => at > 0 && balance !== known[at - 1]);
      expect(chain.held).toBe(moves.length);
      expect(chain.closing).toBe(known.length === 0 ? null : rows.at(-1)?.balance);
    }),
    { numRuns: samples(300) },
  );
});

test("a running balance contradicts the other sign, and says the two sums", () => {
  const rows = rowsFrom(100_00, [-12_50, 900_00, -30_00]).map(({ amount, balance }) => ({
    amount: sumText(-toSum(amount)),
    balance,
  }));
  const chain = chainOf(rows);
  expect(isConfirmed(chain)).toBe(false);
  expect(chain.mismatch).toEqual({ rows: "-900", balances: "900" });
});

test("a running balance confirms rows whose lines are in another order within a day", () => {
  const [first, second, third, fourth] = rowsFrom(100_00, [-10_00, 5_00, -20_00, 3_00]);
  if (!first || !second || !third || !fourth) throw new Error("there are no rows");
  expect(chainOf([second, first, fourth, third])).toMatchObject({
    ...{ order: "any", broken: 0, opening: "100", closing: "78" },
  });
});

test("a running balance does not confirm rows that make two chains", () => {
  const row = (amount: number, balance: number): BalanceRow => ({
    amount: text(amount),
    balance: text(balance),
  });
  expect(isConfirmed(chainOf([row(-10, 90), row(10, 100), row(-50, 150)]))).toBe(false);
});

test("rows of which one in eleven breaks confirm the reading, and half of them do not", () => {
  const rows = rowsFrom(
    0,
    Array.from({ length: 40 }, (_, at) => (at + 1) * 100),
  );
  expect(isConfirmed(chainOf(rows.toSpliced(20, 1)))).toBe(true);
  const half = rows.filter((_, at) => at % 4 < 2);
  expect(isConfirmed(chainOf(half))).toBe(false);
});

test("an empty file and one balance say nothing", () => {
  expect(chainOf([])).toMatchObject({ held: 0, broken: 0, closing: null });
  expect(isConfirmed(chainOf([{ amount: text(1), balance: text(2) }]))).toBe(false);
});
