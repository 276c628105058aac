import { expect, test } from "vitest";
import { statement, transaction } from "../statement.fixture.ts";
import { turnReversals } from "./turn-reversals.ts";

const between = (opening: string, closing: string, amounts: readonly string[]) =>
  statement({
    balances: [
      { kind: "opening", amount: opening, date: null },
      { kind: "closing", amount: closing, date: null },
    ],
    transactions: amounts.map((amount) => transaction({ amount })),
  });

const amountsTurned = (opening: string, closing: string, amounts: readonly string[]) =>
  turnReversals(between(opening, closing, amounts), [1]).transactions.map(({ amount }) => amount);

test("a reversal is turned if the balances refuse the rows as they are, and confirm them turned", () => {
  expect(amountsTurned("100", "100", ["-30", "-30"])).toEqual(["-30", "30"]);
});

test("a reversal stays if the balances confirm the rows, or confirm neither reading", () => {
  expect(amountsTurned("100", "40", ["-30", "-30"])).toEqual(["-30", "-30"]);
  expect(amountsTurned("100", "1", ["-30", "-30"])).toEqual(["-30", "-30"]);
});

test("a statement without balances keeps its reversals", () => {
  const { balances: _, ...rest } = between("0", "0", ["5", "5"]);
  const silent = { ...rest, balances: [] };
  expect(turnReversals(silent, [1])).toBe(silent);
});
