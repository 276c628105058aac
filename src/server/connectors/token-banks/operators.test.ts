import { expect, test } from "vitest";
import { applyOperator } from "./operators.ts";

const ENTRY = { balance: -12_050, limit: 50_000, text: "7.10", none: null };

test("a number less another is taken in the bank's own unit", () => {
  expect(applyOperator({ of: "limit", minus: "balance", divide: 100 }, ENTRY)).toBe(620.5);
  expect(applyOperator({ of: "text", minus: "limit" }, ENTRY)).toBe(-49_992.9);
});

test("a number without the other one is no value", () => {
  for (const minus of ["none", "missing"])
    expect(applyOperator({ of: "balance", minus }, ENTRY)).toBeUndefined();
});
