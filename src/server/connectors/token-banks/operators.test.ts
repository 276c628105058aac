import { expect, test } from "vitest";
import { applyOperator } from "./operators.ts";

const ENTRY = { balance: -12_050, limit: 50_000, text: "7.10", none: null };

test("a number less another, and one with the other sign, are taken in the bank's own unit", () => {
  expect(applyOperator({ of: "limit", minus: "balance", divide: 100 }, ENTRY)).toBe(620.5);
  expect(applyOperator({ of: "text", minus: "limit" }, ENTRY)).toBe(-49_992.9);
  expect(applyOperator({ of: "balance", negate: true, divide: 100 }, ENTRY)).toBe(120.5);
  expect(applyOperator({ of: "text", negate: true }, ENTRY)).toBe(-7.1);
});

test("a number without the other one is no value", () => {
  for (const minus of ["none", "missing"])
    expect(applyOperator({ of: "balance", minus }, ENTRY)).toBeUndefined();
  expect(applyOperator({ of: "missing", negate: true }, ENTRY)).toBeUndefined();
});
